"""Qwen2-VL."""

from transformers import Qwen2VLConfig, Qwen2VLForConditionalGeneration, Qwen2VLProcessor

from recipes._qwen_vl import (
    MERGE,
    PATCH,
    TEMPLATE,
    TIME,
    Vision,
    finished,
    ids_of,
    make_processor,
    text_settings,
    load_qwen_processor,
    tokenizer,
    wrapped_qwen,
)


def build():
    tokens = tokenizer()
    config = Qwen2VLConfig(
        vision_config={
            "depth": 2,
            "embed_dim": 32,
            "hidden_size": 32,
            "mlp_ratio": 2,
            "num_heads": 2,
            "patch_size": PATCH,
            "spatial_merge_size": MERGE,
            "temporal_patch_size": TIME,
        },
        text_config=text_settings(tokens),
        attn_implementation="eager",
        **ids_of(tokens),
    )
    model = Qwen2VLForConditionalGeneration(config)
    processor = make_processor(Qwen2VLProcessor, tokens, TEMPLATE)
    return finished(model, processor, 5, Vision(model), "grid_thw")


def wrapped(model, processor):
    return wrapped_qwen(model, processor, Vision(model), "grid_thw")


def load_processor(folder, tokens, config, template):
    return load_qwen_processor(Qwen2VLProcessor, folder, tokens, template)
