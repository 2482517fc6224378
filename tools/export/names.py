"""Precisions, what the names of their files end in, and families that need no export."""

import re

SUFFIXES = {"fp32": "", "fp16": "_fp16", "q8": "_quantized", "q4": "_q4", "q4f16": "_q4f16"}

#: Families whose checkpoints the page reads itself (src/features/checkpoint/engine/families): exported for comparison only. Their recipes
#: stay in tools/families: they make the checkpoints and the ONNX folders of test/golden/families, with which the page's graphs and
#: published ONNX folders are compared; and `--verify` and compare_run.py ask PyTorch through them.
READ_BY_PAGE = (
    "gemma3",
    "idefics3",
    "internvl",
    "llava",
    "llava_onevision",
    "mistral3",
    "paligemma",
    "qwen2_5_vl",
    "qwen2_vl",
    "qwen3_vl",
    "smolvlm",
    "video_llama_3",
)
#: Layouts of authors that it reads, too (src/features/checkpoint/engine/layouts).
AUTHORS_LAYOUTS = ("hulumed_qwen2", "hulumed_qwen3", "internvl_chat")


def is_read_by_page(config: dict) -> bool:
    """@param config the fields of config.json. LLaVA-Med and HuatuoGPT-Vision have a CLIP; FastVLM, of the same family, has none."""
    tower = str(config.get("mm_vision_tower", ""))
    return config.get("model_type") in (*READ_BY_PAGE, *AUTHORS_LAYOUTS) or re.search("clip[-_]vit", tower) is not None
