"""What Qwen2-VL, Qwen2.5-VL and Qwen3-VL share."""

import sys

import torch
from torch import nn
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

from built import Built, VisionGraph
from graphs import Decoder
from lively import enliven
from recipes._settings import decoder_settings
from vocabulary import qwen2_tokenizer

PATCH, MERGE, TIME = 8, 2, 2
SPECIALS = [
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|vision_pad|>",
    "<|image_pad|>",
    "<|video_pad|>",
]
# Qwen2-VL's own template; the newer ones differ in what they say of tools and of a system turn.
TEMPLATE = (
    "{% set image_count = namespace(value=0) %}{% set video_count = namespace(value=0) %}"
    "{% for message in messages %}{% if loop.first and message['role'] != 'system' %}<|im_start|>system\n"
    "You are a helpful assistant.<|im_end|>\n{% endif %}<|im_start|>{{ message['role'] }}\n"
    "{% if message['content'] is string %}{{ message['content'] }}<|im_end|>\n{% else %}"
    "{% for content in message['content'] %}{% if content['type'] == 'image' or 'image' in content or 'image_url' in content %}"
    "{% set image_count.value = image_count.value + 1 %}{% if add_vision_id %}Picture {{ image_count.value }}: {% endif %}"
    "<|vision_start|><|image_pad|><|vision_end|>{% elif content['type'] == 'video' or 'video' in content %}"
    "{% set video_count.value = video_count.value + 1 %}{% if add_vision_id %}Video {{ video_count.value }}: {% endif %}"
    "<|vision_start|><|video_pad|><|vision_end|>{% elif 'text' in content %}{{ content['text'] }}{% endif %}"
    "{% endfor %}<|im_end|>\n{% endif %}{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
PLAIN_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{% if message['content'] is string %}{{ message['content'] }}{% else %}"
    "{% for content in message['content'] %}{% if content['type'] == 'image' %}<|vision_start|><|image_pad|><|vision_end|>"
    "{% elif 'text' in content %}{{ content['text'] }}{% endif %}{% endfor %}{% endif %}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def tokenizer():
    return qwen2_tokenizer(SPECIALS, eos_token="<|im_end|>", pad_token="<|endoftext|>")


def ids_of(tokens) -> dict[str, int]:
    return {
        "image_token_id": tokens.convert_tokens_to_ids("<|image_pad|>"),
        "video_token_id": tokens.convert_tokens_to_ids("<|video_pad|>"),
        "vision_start_token_id": tokens.convert_tokens_to_ids("<|vision_start|>"),
        "vision_end_token_id": tokens.convert_tokens_to_ids("<|vision_end|>"),
    }


def text_settings(tokens, **more) -> dict:
    ids = {
        "bos_token_id": tokens.convert_tokens_to_ids("<|endoftext|>"),
        "eos_token_id": tokens.convert_tokens_to_ids("<|im_end|>"),
        "pad_token_id": tokens.convert_tokens_to_ids("<|endoftext|>"),
    }
    rope = {"rope_type": "default", "rope_theta": 10000.0, "mrope_section": [2, 3, 3]}
    return decoder_settings(tokens, **{"rope_parameters": rope, **ids, **more})


def vision_settings(**more) -> dict:
    return {
        "depth": 2,
        "hidden_size": 32,
        "intermediate_size": 64,
        "out_hidden_size": 32,
        "num_heads": 2,
        "patch_size": PATCH,
        "spatial_merge_size": MERGE,
        "temporal_patch_size": TIME,
        **more,
    }


def images_settings() -> dict:
    return {
        "patch_size": PATCH,
        "merge_size": MERGE,
        "temporal_patch_size": TIME,
        "size": {"shortest_edge": 32 * 32, "longest_edge": 80 * 80},
    }


def make_processor(kind: type, tokens, template: str):
    return kind(Qwen2VLImageProcessorPil(**images_settings()), tokenizer=tokens, chat_template=template)


def rows_and_columns(count, width, merge: int):
    """Where each patch lies: patches come in blocks of merge x merge, blocks row by row."""
    index = torch.arange(count)
    block, inner = index // merge**2, index % merge**2
    across = width // merge
    return block // across * merge + inner // merge, block % across * merge + inner % merge


def attend(attention, x, position_embeddings, bias):
    """The tower's attention over all patches at once, with a bias in place of pieces of different lengths."""
    module = sys.modules[type(attention).__module__]
    length = x.shape[0]
    q, k, v = attention.qkv(x).reshape(length, 3, attention.num_heads, -1).permute(1, 0, 2, 3).unbind(0)
    if hasattr(attention, "q_norm"):
        q, k = attention.q_norm(q), attention.k_norm(k)
    q, k = module.apply_rotary_pos_emb_vision(q, k, *position_embeddings)
    scores = torch.matmul(q.transpose(0, 1), k.permute(1, 2, 0)) * attention.scaling
    if bias is not None:
        scores = scores + bias
    mixed = torch.matmul(scores.softmax(-1), v.transpose(0, 1))
    return attention.proj(mixed.transpose(0, 1).reshape(length, -1))


class Vision(nn.Module):
    """pixel_values [patches, values] and the grid [1, 3] of one image -> [tokens, hidden].

    The tower's own forward loops over grids in Python, which cannot be traced; this computes the same with tensors.
    """

    def __init__(self, model):
        super().__init__()
        self.tower = model.model.visual

    def embed(self, pixel_values, grid, rows, columns):
        return self.tower.patch_embed(pixel_values)

    def bias(self, layer: int, rows, columns):
        return None

    def merge(self, x):
        """Patches to tokens."""
        return self.tower.merger(x)

    def keep(self, layer: int, x, kept: list) -> None:
        """For towers that give more than their last layer."""

    def forward(self, pixel_values, grid):
        rows, columns = rows_and_columns(pixel_values.shape[0], grid[0, 2], self.tower.spatial_merge_size)
        x = self.embed(pixel_values, grid, rows, columns)
        angles = self.tower.rotary_pos_emb(x, torch.stack([rows, columns], -1))
        kept: list = []
        for layer, block in enumerate(self.tower.blocks):
            x = x + attend(block.attn, block.norm1(x), angles, self.bias(layer, rows, columns))
            x = x + block.mlp(block.norm2(x))
            self.keep(layer, x, kept)
        return torch.cat([self.merge(x), *kept], -1)


class MropeDecoder(Decoder):
    """Positions come as [3, batch, new]: time, row and column."""

    inputs = {**Decoder.inputs, "position_ids": {1: "batch_size", 2: "sequence_length"}}

    def example(self):
        embeds, mask, positions, *past = super().example()
        return [embeds, mask, positions[None].repeat(3, 1, 1), *past]


def features(model, inputs):
    output = model.get_image_features(inputs["pixel_values"], inputs["image_grid_thw"])
    return torch.cat(list(output.pooler_output))


def finished(model, processor, seed: int, vision: nn.Module, grid_name: str, **more) -> Built:
    enliven(model, seed)
    model.generation_config.repetition_penalty = 1.05
    return wrapped_qwen(model, processor, vision, grid_name, **more)


def told(model, inputs) -> dict:
    """Positions of time, row and column."""
    keys = ("input_ids", "image_grid_thw", "attention_mask", "mm_token_type_ids")
    positions, _ = model.model.get_rope_index(**{key: inputs[key] for key in keys if key in inputs})
    return {"position_ids": positions}


def load_qwen_processor(kind: type, folder, tokens, template):
    return kind(Qwen2VLImageProcessorPil.from_pretrained(folder), tokenizer=tokens, chat_template=template)


def wrapped_qwen(model, processor, vision: nn.Module, grid_name: str, **more) -> Built:
    settings = model.config.vision_config
    values = 3 * settings.temporal_patch_size * settings.patch_size**2
    graph = VisionGraph(
        vision,
        {"pixel_values": torch.randn(24, values), grid_name: torch.tensor([[1, 4, 6]])},
        {"pixel_values": {0: "num_patches"}},
        {0: "num_tokens"},
    )
    text = model.model.language_model
    more = {"decoder": MropeDecoder(text, model.lm_head), "features": features, "told": told, **more}
    return Built(model, processor, graph, text, model.lm_head, **more)
