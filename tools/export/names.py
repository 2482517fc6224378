"""Precisions, what the names of their files end in, and families that need no export."""

SUFFIXES = {"fp32": "", "fp16": "_fp16", "q8": "_quantized", "q4": "_q4", "q4f16": "_q4f16"}

#: Families whose checkpoints the page reads itself (src/features/checkpoint/engine/families): exported for comparison only.
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
