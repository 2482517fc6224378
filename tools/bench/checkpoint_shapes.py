"""Writes a checkpoint of a published model's true widths with few layers and random weights, and what tools/export makes of it.

Usage: python tools/bench/checkpoint_shapes.py OUT_DIR SHAPE [DTYPES]

OUT_DIR gets `checkpoint` and `exported`, for `npm run lab -- bench-graphs`: time and nothing else.
"""

import importlib
import importlib.util
import os
import sys
from pathlib import Path

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
TOOLS = Path(__file__).parents[1]
# Of the folders that have a module `make`, the first counts.
sys.path[:0] = [str(TOOLS / name) for name in ("checkpoints", "families", "export")]

import torch  # noqa: E402

if importlib.util.find_spec("torchvision"):
    import torchvision_alone  # noqa: E402, F401

import no_video  # noqa: E402, F401
from graphs import export_graphs  # noqa: E402
from make import Overridden  # noqa: E402
from precisions import write_precision  # noqa: E402
from settings import write_settings  # noqa: E402

LAYERS = 4


def text(width: int, inner: int, heads: int, key_heads: int, vocabulary: int, layers: int = LAYERS, **more) -> dict:
    sizes = {
        "hidden_size": width,
        "intermediate_size": inner,
        "num_attention_heads": heads,
        "num_key_value_heads": key_heads,
        "num_hidden_layers": layers,
        "vocab_size": vocabulary,
        **more,
    }
    return {f"text_config.{name}": value for name, value in sizes.items()}


def square(width: int, inner: int, heads: int, side: int, patch: int) -> dict:
    sizes = {
        "hidden_size": width,
        "intermediate_size": inner,
        "num_attention_heads": heads,
        "num_hidden_layers": LAYERS,
        "image_size": side,
        "patch_size": patch,
    }
    return {f"vision_config.{name}": value for name, value in sizes.items()}


QWEN_TEXT = {
    "layer_types": ["full_attention"] * LAYERS,
    "rope_parameters": {"rope_type": "default", "rope_theta": 1e6, "mrope_section": [16, 24, 24]},
}
QWEN_VISION = {"vision_config.depth": LAYERS, "vision_config.num_heads": 16, "vision_config.patch_size": 14}

#: By the recipe in tools/families. Vocabularies are smaller than published ones.
SHAPES = {
    # SmolVLM 500M
    "smolvlm": {
        **square(768, 3072, 12, 512, 16),
        **text(960, 2560, 15, 5, 49280, head_dim=64),
        "scale_factor": 4,
    },
    # Qwen2-VL 2B
    "qwen2_vl": {
        **QWEN_VISION,
        **text(1536, 8960, 12, 2, 32000, **QWEN_TEXT),
        "vision_config.embed_dim": 1280,
        "vision_config.hidden_size": 1536,
        "vision_config.mlp_ratio": 4,
    },
    # Qwen2.5-VL 3B
    "qwen2_5_vl": {
        **QWEN_VISION,
        **text(2048, 11008, 16, 2, 32000, **QWEN_TEXT),
        "vision_config.hidden_size": 1280,
        "vision_config.intermediate_size": 3420,
        "vision_config.out_hidden_size": 2048,
        "vision_config.window_size": 112,
        "vision_config.fullatt_block_indexes": [LAYERS - 1],
    },
    # LLaVA 1.5 7B
    "llava": {**square(1024, 4096, 16, 336, 14), **text(4096, 11008, 32, 32, 16000, 2, head_dim=128)},
    # Gemma 3 4B
    "gemma3": {
        **square(1152, 4304, 16, 896, 14),
        **text(2560, 10240, 8, 4, 16000, head_dim=256, sliding_window=1024, query_pre_attn_scalar=256),
        "text_config.layer_types": ["sliding_attention"] * (LAYERS - 1) + ["full_attention"],
        "mm_tokens_per_image": 256,
    },
}


def main() -> None:
    out, shape, dtypes = Path(sys.argv[1]), sys.argv[2], (sys.argv[3] if len(sys.argv) > 3 else "fp32,q4").split(",")
    torch.manual_seed(0)
    with Overridden(SHAPES[shape]):
        built = importlib.import_module(f"recipes.{shape}").build()
    built.model.eval()
    built.model.save_pretrained(out / "checkpoint", max_shard_size="10GB")
    write_settings(built, out / "checkpoint")
    export_graphs(built, out / "traced", apart=True)
    del built
    for dtype in dtypes:
        write_precision(out / "traced", out / "exported" / "onnx", dtype, 1_900_000_000, print)


if __name__ == "__main__":
    main()
