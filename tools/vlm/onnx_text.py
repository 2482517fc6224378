"""The token embedding and the decoder with its key-value cache as ONNX graphs."""

import numpy as np

from onnx_graph import FLOAT, INT64, Graph


def embed_tokens(config, weights: dict[str, np.ndarray], bits: int | None) -> Graph:
    """input_ids -> inputs_embeds; quantised tables hold int8 rows, each with its scale."""
    table = weights["model.text_model.embed_tokens.weight"]
    g = Graph("embed_tokens", bits)
    g.input("input_ids", INT64, ["batch_size", "sequence_length"])
    g.output("inputs_embeds", FLOAT, ["batch_size", "sequence_length", table.shape[1]])
    if bits is None:
        g.node("Gather", [g.constant("table", table), "input_ids"], ["inputs_embeds"])
        return g
    scale = np.abs(table).max(-1, keepdims=True).astype(np.float32) / 127
    rows = np.rint(table / np.maximum(scale, 1e-12)).astype(np.int8)
    codes = g.node("Cast", [g.node("Gather", [g.constant("rows_q8", rows), "input_ids"])], to=FLOAT)
    g.node("Mul", [codes, g.node("Gather", [g.constant("row_scales", scale), "input_ids"])], ["inputs_embeds"])
    return g


def rotary_tables(text) -> tuple[np.ndarray, np.ndarray]:
    """Cosines and sines of every position, as RotaryEmbedding reads them."""
    theta = text.rope_parameters["rope_theta"]
    half = np.arange(0, text.head_dim, 2, dtype=np.float32) / np.float32(text.head_dim)
    frequencies = (1.0 / np.float32(theta) ** half).astype(np.float32)
    angles = np.arange(text.max_position_embeddings, dtype=np.float32)[:, None] * frequencies[None, :]
    return np.cos(angles), np.sin(angles)


def attention_bias(g: Graph) -> str:
    """[batch, 1, new, total]: 0 where a new token may look, else the lowest float.

    Causal, with the new tokens at the end of the total, and blind to what attention_mask leaves out.
    """
    new = g.node("Shape", ["inputs_embeds"], start=1, end=2)
    total = g.node("Shape", ["attention_mask"], start=1, end=2)
    zero, one = g.constant("zero", np.int64(0)), g.constant("one", np.int64(1))
    scalar = g.constant("scalar_shape", np.array([], np.int64))
    total_scalar = g.node("Reshape", [total, scalar])
    past_scalar = g.node("Reshape", [g.node("Sub", [total, new]), scalar])
    columns = g.node("Range", [zero, total_scalar, one])
    rows = g.node("Unsqueeze", [g.node("Range", [past_scalar, total_scalar, one]), g.ints(1)])
    causal = g.node("LessOrEqual", [columns, rows])
    present = g.node("Cast", [g.node("Unsqueeze", ["attention_mask", g.ints(1, 2)])], to=9)
    visible = g.node("And", [causal, present])
    lowest = g.constant("lowest", np.float32(np.finfo(np.float32).min))
    return g.node("Where", [visible, g.constant("none", np.float32(0)), lowest])


def cache_ports(g: Graph, text) -> None:
    """Keys and values of every layer, of the past and of all."""
    heads, size = text.num_key_value_heads, text.head_dim
    for i in range(text.num_hidden_layers):
        for part in ("key", "value"):
            g.input(f"past_key_values.{i}.{part}", FLOAT, ["batch_size", heads, "past_sequence_length", size])
            g.output(f"present.{i}.{part}", FLOAT, ["batch_size", heads, "total_sequence_length", size])


def layers(g: Graph, text, weights: dict[str, np.ndarray], attend) -> str:
    """Llama's layers over inputs_embeds, and the norm after the last.

    `attend(q, k, v, past, outputs)` adds the node that attends: the names of a layer's past key and value, and of what
    it gives: the mixed values, the longer key and the longer value.
    """
    prefix = "model.text_model"
    epsilon = text.rms_norm_eps

    def linear(x, name):
        return g.linear(x, name, weights[f"{name}.weight"])

    def scale_of(name):
        return g.constant(f"{name}.weight", weights[f"{name}.weight"])

    def add_and_norm(x, residual, name):
        """The normalised sum, and the sum itself for the next residual."""
        outputs = [f"{name}.normed", "", "", f"{name}.sum"]
        inputs = [x, residual, scale_of(name)]
        g.contrib("SkipSimplifiedLayerNormalization", inputs, outputs, epsilon=epsilon)
        return outputs[0], outputs[3]

    residual = "inputs_embeds"
    first = f"{prefix}.layers.0.input_layernorm"
    x = g.node("SimplifiedLayerNormalization", [residual, scale_of(first)], axis=-1, epsilon=epsilon, stash_type=1)
    for i in range(text.num_hidden_layers):
        layer = f"{prefix}.layers.{i}"
        q, k, v = (linear(x, f"{layer}.self_attn.{p}_proj") for p in "qkv")
        past = [f"past_key_values.{i}.key", f"past_key_values.{i}.value"]
        mixed = f"{layer}.attention"
        attend(q, k, v, past, [mixed, f"present.{i}.key", f"present.{i}.value"])
        y = linear(mixed, f"{layer}.self_attn.o_proj")
        x, residual = add_and_norm(y, residual, f"{layer}.post_attention_layernorm")
        gate = linear(x, f"{layer}.mlp.gate_proj")
        gate = g.node("Mul", [gate, g.node("Sigmoid", [gate])])
        y = linear(g.node("Mul", [gate, linear(x, f"{layer}.mlp.up_proj")]), f"{layer}.mlp.down_proj")
        last = i + 1 == text.num_hidden_layers
        following = f"{prefix}.norm" if last else f"{prefix}.layers.{i + 1}.input_layernorm"
        x, residual = add_and_norm(y, residual, following)
    return x


def decoder(config, weights: dict[str, np.ndarray], bits: int | None) -> Graph:
    """inputs_embeds, attention_mask [batch, past + new], position_ids and the cache -> logits and the longer cache."""
    text = config.text_config
    heads, size = text.num_key_value_heads, text.head_dim
    assert heads == text.num_attention_heads, "MultiHeadAttention has no grouped queries"
    g = Graph("decoder_model_merged", bits)
    g.input("inputs_embeds", FLOAT, ["batch_size", "sequence_length", text.hidden_size])
    g.input("attention_mask", INT64, ["batch_size", "total_sequence_length"])
    g.input("position_ids", INT64, ["batch_size", "sequence_length"])
    g.output("logits", FLOAT, ["batch_size", "sequence_length", text.vocab_size])
    cache_ports(g, text)

    bias = attention_bias(g)
    cos, sin = rotary_tables(text)
    tables = [g.constant("cos_cache", cos), g.constant("sin_cache", sin)]

    def attend(q, k, v, past, outputs):
        q, k = (
            g.contrib("RotaryEmbedding", [t, "position_ids", *tables], num_heads=heads, rotary_embedding_dim=size)
            for t in (q, k)
        )
        g.contrib("MultiHeadAttention", [q, k, v, "", "", bias, *past], outputs, num_heads=heads)

    x = layers(g, text, weights, attend)
    g.linear(x, "lm_head", weights["lm_head.weight"], out="logits")
    return g
