"""The vision encoder and connector as an ONNX graph."""

import numpy as np

from onnx_graph import BOOL, FLOAT, Graph


def attention(g: Graph, q: str, k: str, v: str, length: int, hidden: int, heads: int) -> str:
    """Softmax attention over all patches, [images, length, hidden] -> the same.

    In plain operators: ONNX Runtime's fused MultiHeadAttention, where it has no mask, is far off on WebGPU with
    Chromium's software adapter. The decoder's, which has one, is right.
    """
    size = hidden // heads
    split = g.ints(-1, length, heads, size)
    q = g.node("Mul", [q, g.constant("attention_scale", np.float32(size**-0.5))])
    q, v = (g.node("Transpose", [g.node("Reshape", [x, split])], perm=[0, 2, 1, 3]) for x in (q, v))
    k = g.node("Transpose", [g.node("Reshape", [k, split])], perm=[0, 2, 3, 1])
    weights = g.node("Softmax", [g.node("MatMul", [q, k])], axis=-1)
    y = g.node("Transpose", [g.node("MatMul", [weights, v])], perm=[0, 2, 1, 3])
    return g.node("Reshape", [y, g.ints(-1, length, hidden)])


def vision_encoder(config, weights: dict[str, np.ndarray], bits: int | None) -> Graph:
    """pixel_values [batch, images, 3, H, W] and their mask -> image_features [real images, tokens, text hidden].

    As in Idefics3, images that are only padding are dropped. Within a real image the mask is taken as all true:
    the processor stretches every image to the full square, so it never is anything else.
    """
    vision = config.vision_config
    hidden, side = vision.hidden_size, vision.image_size // vision.patch_size
    scale = config.scale_factor
    g = Graph("vision_encoder", bits)
    size = vision.image_size
    g.input("pixel_values", FLOAT, ["batch_size", "num_images", 3, size, size])
    g.input("pixel_attention_mask", BOOL, ["batch_size", "num_images", size, size])
    g.output(
        "image_features", FLOAT, ["num_real_images", (side // scale) ** 2, config.text_config.hidden_size]
    )

    images = g.node("Reshape", ["pixel_values", g.ints(-1, 3, size, size)])
    corners = g.node("Slice", ["pixel_attention_mask", g.ints(0, 0), g.ints(1, 1), g.ints(2, 3)])
    is_real = g.node("Reshape", [corners, g.ints(-1)])
    images = g.node("Compress", [images, is_real], axis=0)

    prefix = "model.vision_model"
    patch = f"{prefix}.embeddings.patch_embedding"
    filters = [g.constant(f"{patch}.{p}", weights[f"{patch}.{p}"]) for p in ("weight", "bias")]
    x = g.node(
        "Conv",
        [images, *filters],
        kernel_shape=[vision.patch_size] * 2,
        strides=[vision.patch_size] * 2,
    )
    x = g.node("Reshape", [x, g.ints(0, hidden, side * side)])
    x = g.node("Transpose", [x], perm=[0, 2, 1])
    position = f"{prefix}.embeddings.position_embedding.weight"
    x = g.node("Add", [x, g.constant(position, weights[position])])

    def linear(x, name):
        return g.linear(x, name, weights[f"{name}.weight"], weights[f"{name}.bias"])

    def norm(x, name):
        parameters = [g.constant(f"{name}.{p}", weights[f"{name}.{p}"]) for p in ("weight", "bias")]
        return g.node("LayerNormalization", [x, *parameters], epsilon=vision.layer_norm_eps)

    for i in range(vision.num_hidden_layers):
        layer = f"{prefix}.encoder.layers.{i}"
        y = norm(x, f"{layer}.layer_norm1")
        q, k, v = (linear(y, f"{layer}.self_attn.{p}_proj") for p in "qkv")
        y = attention(g, q, k, v, side * side, hidden, vision.num_attention_heads)
        x = g.node("Add", [x, linear(y, f"{layer}.self_attn.out_proj")])
        y = linear(norm(x, f"{layer}.layer_norm2"), f"{layer}.mlp.fc1")
        y = g.node("Gelu", [y], approximate="tanh")
        x = g.node("Add", [x, linear(y, f"{layer}.mlp.fc2")])
    x = norm(x, f"{prefix}.post_layernorm")

    # Pixel shuffle: each scale x scale square of patches becomes one longer vector.
    few = side // scale
    x = g.node("Reshape", [x, g.ints(-1, scale, few, scale * hidden)])
    x = g.node("Transpose", [x], perm=[0, 2, 1, 3])
    x = g.node("Reshape", [x, g.ints(-1, few * few, scale * scale * hidden)])
    name = "model.connector.modality_projection.proj"
    g.linear(x, name, weights[f"{name}.weight"], out="image_features")
    return g
