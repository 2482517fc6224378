"""LFM2-VL: SigLIP 2 on tiles of any shape, and LFM2, whose short convolutions keep a state of their own.

Its only image processor is torchvision's, so this recipe needs torchvision.
"""

import torchvision_alone  # noqa: F401
import torch
from torch import nn
from transformers import Lfm2VlConfig, Lfm2VlForConditionalGeneration, Lfm2VlProcessor
from transformers.models.lfm2_vl.image_processing_lfm2_vl import Lfm2VlImageProcessor

from built import Built, VisionGraph
from graphs import LOWEST, HybridDecoder, causal_conv
from lively import enliven
from vocabulary import qwen2_tokenizer

PATCH, TILE, FACTOR = 8, 32, 2
SPECIALS = [
    "<|pad|>",
    "<|startoftext|>",
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<image>",
    "<|image_start|>",
    "<|image_end|>",
    "<|img_thumbnail|>",
    *(f"<|img_row_{row}_col_{column}|>" for row in range(1, 5) for column in range(1, 5)),
]
NAMED = {
    "image_token": "<image>",
    "image_start_token": "<|image_start|>",
    "image_end_token": "<|image_end|>",
    "image_thumbnail_token": "<|img_thumbnail|>",
}
# LiquidAI's own template, without what it says of tools.
TEMPLATE = (
    "{{- bos_token -}}{%- for message in messages -%}{{- '<|im_start|>' + message['role'] + '\n' -}}"
    "{%- if message['content'] is string -%}{{- message['content'] -}}{%- else -%}"
    "{%- for item in message['content'] -%}{%- if item['type'] == 'image' -%}{{- '<image>' -}}"
    "{%- elif item['type'] == 'text' -%}{{- item['text'] -}}{%- endif -%}{%- endfor -%}{%- endif -%}"
    "{{- '<|im_end|>\n' -}}{%- endfor -%}{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\n' -}}{%- endif -%}"
)


def axis_weights(index, size, side: int):
    """How much each of `side` table places counts at place `index` of `size`: antialiased bilinear interpolation."""
    scale = side / size.float()
    reach = scale.clamp(min=1.0)
    # Padding patches lie beyond the image; any place will do for what no patch looks at.
    centre = (torch.minimum(index, size - 1).float() + 0.5) * scale
    places = torch.arange(side, dtype=torch.float32)
    distance = (places - centre[..., None] + 0.5).abs() / reach[..., None]
    weights = (1 - distance).clamp(min=0)
    return weights / weights.sum(-1, keepdim=True)


class Vision(nn.Module):
    """Tiles padded to the same number of patches, their masks and shapes -> all their tokens, one after the other."""

    def __init__(self, model):
        super().__init__()
        self.tower, self.projector = model.model.vision_tower, model.model.multi_modal_projector
        self.factor = model.config.downsample_factor

    def forward(self, pixel_values, pixel_attention_mask, spatial_shapes):
        embeddings = self.tower.embeddings
        side = embeddings.position_embedding_size
        rows, columns = spatial_shapes[:, :1], spatial_shapes[:, 1:]
        index = torch.arange(pixel_values.shape[1])[None]
        down = axis_weights(index // columns, rows, side)
        across = axis_weights(index % columns, columns, side)
        table = embeddings.position_embedding.weight.reshape(side, side, -1)
        positions = torch.einsum("npi,npj,ijd->npd", down, across, table)
        hidden = embeddings.patch_embedding(pixel_values) + positions
        bias = torch.where(pixel_attention_mask[:, None, None, :] > 0, 0.0, LOWEST)
        hidden = self.tower.encoder(inputs_embeds=hidden, attention_mask=bias).last_hidden_state
        hidden = self.tower.post_layernorm(hidden)

        # Each factor x factor square of patches becomes one token.
        factor = self.factor
        token = torch.arange(pixel_values.shape[1] // factor**2)[None]
        wide = columns // factor
        corner = token // wide * factor * columns + token % wide * factor
        pieces = []
        for row in range(factor):
            for column in range(factor):
                patch = (corner + row * columns + column).clamp(max=pixel_values.shape[1] - 1)
                pieces.append(hidden.gather(1, patch[..., None].expand(-1, -1, hidden.shape[-1])))
        tokens = torch.cat(pieces, -1)
        projector = self.projector
        if projector.use_layer_norm:
            tokens = projector.layer_norm(tokens)
        tokens = projector.linear_2(projector.act(projector.linear_1(tokens)))
        real = token < (rows // factor) * wide
        return tokens[real]


class ShortConvDecoder(HybridDecoder):
    """Convolutions keep the last few of their inputs (`past_conv`)."""

    def states(self, layer):
        conv = self.config.layer_types[layer] == "conv"
        return {"conv": (self.config.hidden_size, self.config.conv_L_cache)} if conv else {}

    def step(self, index, layer, hidden, kept, angles, bias, mask):
        normed = layer.operator_norm(hidden)
        if self.states(index):
            mixed, kept = self.convolve(layer.conv, normed, *kept)
        else:
            mixed, kept = self.attend(layer.self_attn, index, normed, kept, angles, bias)
        hidden = hidden + mixed
        return hidden + layer.feed_forward(layer.ffn_norm(hidden)), kept

    def last(self, hidden):
        return self.text_model.embedding_norm(hidden)

    def convolve(self, conv, x, past):
        b, c, x = conv.in_proj(x).transpose(-1, -2).chunk(3, dim=-2)
        y, inputs = causal_conv(conv.conv, b * x, past)
        return conv.out_proj((c * y).transpose(-1, -2)), [inputs[:, :, -self.config.conv_L_cache :]]


def features(model, inputs):
    keys = ("pixel_values", "spatial_shapes", "pixel_attention_mask")
    output = model.get_image_features(**{key: inputs[key] for key in keys})
    return torch.cat(list(output.pooler_output))


def build() -> Built:
    tokens = qwen2_tokenizer(
        SPECIALS,
        bos_token="<|startoftext|>",
        eos_token="<|im_end|>",
        pad_token="<|pad|>",
        extra_special_tokens=NAMED,
    )
    ids = {name: tokens.convert_tokens_to_ids(getattr(tokens, name.removesuffix("_id"))) for name in ("bos_token_id", "eos_token_id", "pad_token_id")}
    config = Lfm2VlConfig(
        vision_config={
            "model_type": "siglip2_vision_model",
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 2,
            "num_attention_heads": 2,
            "num_patches": 25,
            "patch_size": PATCH,
            "vision_use_head": False,
        },
        text_config={
            "model_type": "lfm2",
            "vocab_size": len(tokens),
            "hidden_size": 32,
            "intermediate_size": 64,
            "block_auto_adjust_ff_dim": False,
            "num_hidden_layers": 3,
            "num_attention_heads": 2,
            "num_key_value_heads": 1,
            "max_position_embeddings": 2048,
            "layer_types": ["conv", "full_attention", "conv"],
            "conv_L_cache": 3,
            **ids,
        },
        image_token_id=tokens.convert_tokens_to_ids("<image>"),
        projector_hidden_size=64,
        downsample_factor=FACTOR,
        attn_implementation="eager",
        **ids,
    )
    model = Lfm2VlForConditionalGeneration(config)
    enliven(model, seed=10)
    processor = Lfm2VlProcessor(
        Lfm2VlImageProcessor(
            encoder_patch_size=PATCH,
            tile_size=TILE,
            downsample_factor=FACTOR,
            min_tiles=2,
            max_tiles=4,
            min_image_tokens=4,
            max_image_tokens=16,
            max_pixels_tolerance=2.0,
        ),
        tokens,
        chat_template=TEMPLATE,
    )
    return wrapped(model, processor)


def load_processor(folder, tokens, config, template):
    return Lfm2VlProcessor(Lfm2VlImageProcessor.from_pretrained(folder), tokens, chat_template=template)


def wrapped(model, processor) -> Built:
    factor, patch = model.config.downsample_factor, model.config.vision_config.patch_size
    most, fewer = 6 * factor**2, 2 * factor**2
    vision = VisionGraph(
        Vision(model),
        {
            "pixel_values": torch.randn(2, most, 3 * patch**2),
            "pixel_attention_mask": torch.tensor([[1] * most, [1] * fewer + [0] * (most - fewer)]),
            "spatial_shapes": torch.tensor([[2 * factor, 3 * factor], [factor, 2 * factor]]),
        },
        {
            "pixel_values": {0: "num_tiles", 1: "max_patches"},
            "pixel_attention_mask": {0: "num_tiles", 1: "max_patches"},
            "spatial_shapes": {0: "num_tiles"},
        },
        {0: "num_tokens"},
    )
    text = model.model.language_model
    decoder = ShortConvDecoder(text, model.lm_head)
    return Built(model, processor, vision, text, model.lm_head, decoder=decoder, features=features)
