"""GLM-OCR: Qwen2-VL's patches and positions, an encoder with normed queries and keys, and GLM."""

import torch
from transformers import Glm46VProcessor, GlmOcrConfig, GlmOcrForConditionalGeneration
from transformers.models.glm46v.image_processing_pil_glm46v import Glm46VImageProcessorPil

from recipes._qwen_vl import (
    MERGE,
    PATCH,
    TIME,
    MropeDecoder,
    Vision,
    finished,
    text_settings,
    vision_settings,
    wrapped_qwen,
)
from vocabulary import glm_tokenizer

SPECIALS = [
    "<|endoftext|>",
    "[MASK]",
    "[gMASK]",
    "[sMASK]",
    "<sop>",
    "<eop>",
    "<|system|>",
    "<|user|>",
    "<|assistant|>",
    "<|observation|>",
    "<|begin_of_image|>",
    "<|end_of_image|>",
    "<|begin_of_video|>",
    "<|end_of_video|>",
    "<think>",
    "</think>",
    "/nothink",
    "<|image|>",
    "<|video|>",
]
# GLM-OCR's own template, without what it says of tools, videos and earlier turns.
TEMPLATE = (
    "[gMASK]<sop>\n{%- macro visible_text(content) -%}{%- if content is string -%}{{- content }}"
    "{%- elif content is iterable and content is not mapping -%}{%- for item in content -%}"
    "{%- if item is mapping and item.type == 'text' -%}{{- item.text }}"
    "{%- elif item is mapping and (item.type == 'image' or 'image' in item) -%}"
    "<|begin_of_image|><|image|><|end_of_image|>{%- elif item is string -%}{{- item }}{%- endif -%}{%- endfor -%}"
    "{%- else -%}{{- content }}{%- endif -%}{%- endmacro -%}\n"
    "{%- for m in messages %}\n{%- if m.role == 'user' -%}<|user|>\n{{ visible_text(m.content) }}"
    "{{- '/nothink' if (enable_thinking is defined and not enable_thinking) else '' -}}\n"
    "{%- elif m.role == 'system' -%}<|system|>\n{{ visible_text(m.content) }}\n"
    "{%- elif m.role == 'assistant' -%}<|assistant|>\n<think></think>\n{{ visible_text(m.content) | trim }}\n"
    "{%- endif -%}\n{%- endfor -%}\n"
    "{%- if add_generation_prompt -%}<|assistant|>\n"
    "{{- '<think></think>\n' if (enable_thinking is defined and not enable_thinking) else '' -}}\n{%- endif -%}"
)


class MergedVision(Vision):
    def merge(self, x):
        tower = self.tower
        side = tower.spatial_merge_size
        squares = tower.post_layernorm(x).reshape(-1, side, side, x.shape[-1]).permute(0, 3, 1, 2)
        return tower.merger(tower.downsample(squares).flatten(1))


class PairsDecoder(MropeDecoder):
    def example(self):
        rotary = self.text_model.rotary_emb

        def pairs(angles):
            """Each angle for two neighbours; the exporter cannot repeat along the last axis, as Python's does."""
            parts = angles.split(rotary.mrope_section, -1)
            angles = torch.cat([part[index % 3] for index, part in enumerate(parts)], -1)
            return torch.stack([angles, angles], -1).flatten(-2)

        # Only now, since the goldens are made by the model as it is.
        rotary.recomposition_frequencies = pairs
        return super().example()


def build():
    tokens = glm_tokenizer(SPECIALS, eos_token="<|endoftext|>", pad_token="<|endoftext|>")
    stops = [tokens.convert_tokens_to_ids(stop) for stop in ("<|endoftext|>", "<|user|>")]
    named = {
        "image_token_id": "<|image|>",
        "video_token_id": "<|video|>",
        "image_start_token_id": "<|begin_of_image|>",
        "image_end_token_id": "<|end_of_image|>",
        "video_start_token_id": "<|begin_of_video|>",
        "video_end_token_id": "<|end_of_video|>",
    }
    config = GlmOcrConfig(
        vision_config=vision_settings(image_size=80),
        text_config=text_settings(tokens, bos_token_id=None, eos_token_id=stops),
        attn_implementation="eager",
        **{name: tokens.convert_tokens_to_ids(token) for name, token in named.items()},
    )
    model = GlmOcrForConditionalGeneration(config)
    # The picture's area counts once for each of its two moments.
    area = {"shortest_edge": TIME * 32 * 32, "longest_edge": TIME * 80 * 80}
    sizes = {"patch_size": PATCH, "merge_size": MERGE, "temporal_patch_size": TIME}
    processor = Glm46VProcessor(
        Glm46VImageProcessorPil(size=area, **sizes), tokenizer=tokens, chat_template=TEMPLATE
    )
    return finished(model, processor, 23, MergedVision(model), "image_grid_thw", decoder=decoder_of(model))


def decoder_of(model):
    return PairsDecoder(model.model.language_model, model.lm_head)


def wrapped(model, processor):
    return wrapped_qwen(model, processor, MergedVision(model), "image_grid_thw", decoder=decoder_of(model))


def load_processor(folder, tokens, config, template):
    images = Glm46VImageProcessorPil.from_pretrained(folder)
    return Glm46VProcessor(images, tokenizer=tokens, chat_template=template)
