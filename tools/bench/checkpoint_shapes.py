"""Writes a checkpoint of a published model's true widths with few layers and random weights, and what tools/export makes of it.

Usage: python tools/bench/checkpoint_shapes.py OUT_DIR SHAPE LAYERS

OUT_DIR gets `checkpoint` and `exported`, for `npm run lab -- bench-graphs`: time and nothing else.
"""

import importlib
import importlib.util
import os
import shutil
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

def text(width: int, inner: int, heads: int, key_heads: int, vocabulary: int, layers: int, **more) -> dict:
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


def square(width: int, inner: int, heads: int, side: int, patch: int, layers: int) -> dict:
    sizes = {
        "hidden_size": width,
        "intermediate_size": inner,
        "num_attention_heads": heads,
        "num_hidden_layers": layers,
        "image_size": side,
        "patch_size": patch,
    }
    return {f"vision_config.{name}": value for name, value in sizes.items()}


def qwen(layers: int) -> tuple[dict, dict]:
    """What Qwen2-VL and Qwen2.5-VL have in common: of the decoder, and of the image encoder."""
    rope = {"rope_type": "default", "rope_theta": 1e6, "mrope_section": [16, 24, 24]}
    return (
        {"layers": layers, "layer_types": ["full_attention"] * layers, "rope_parameters": rope},
        {"vision_config.depth": layers, "vision_config.num_heads": 16, "vision_config.patch_size": 14},
    )


#: By the recipe in tools/families.
SHAPES = {
    # SmolVLM 500M
    "smolvlm": lambda layers: {
        **square(768, 3072, 12, 512, 16, layers),
        **text(960, 2560, 15, 5, 49280, layers, head_dim=64),
        "scale_factor": 4,
    },
    # Qwen2-VL 2B
    "qwen2_vl": lambda layers: {
        **qwen(layers)[1],
        **text(1536, 8960, 12, 2, 151936, **qwen(layers)[0]),
        "vision_config.embed_dim": 1280,
        "vision_config.hidden_size": 1536,
        "vision_config.mlp_ratio": 4,
    },
    # Qwen2.5-VL 3B
    "qwen2_5_vl": lambda layers: {
        **qwen(layers)[1],
        **text(2048, 11008, 16, 2, 151936, **qwen(layers)[0]),
        "vision_config.hidden_size": 1280,
        "vision_config.intermediate_size": 3420,
        "vision_config.out_hidden_size": 2048,
        "vision_config.window_size": 112,
        "vision_config.fullatt_block_indexes": [layers - 1],
    },
    # LLaVA 1.5 7B
    "llava": lambda layers: {
        **square(1024, 4096, 16, 336, 14, layers),
        **text(4096, 11008, 32, 32, 32064, layers, head_dim=128),
    },
    # Gemma 3 4B
    "gemma3": lambda layers: {
        **square(1152, 4304, 16, 896, 14, layers),
        **text(2560, 10240, 8, 4, 262208, layers, head_dim=256, sliding_window=1024, query_pre_attn_scalar=256),
        "text_config.layer_types": ["sliding_attention"] * (layers - 1) + ["full_attention"],
        "mm_tokens_per_image": 256,
    },
}


def main() -> None:
    out, shape, layers = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    torch.manual_seed(0)
    with Overridden(SHAPES[shape](layers)):
        built = importlib.import_module(f"recipes.{shape}").build()
    built.model.eval()
    built.model.save_pretrained(out / "checkpoint", max_shard_size="10GB")
    write_settings(built, out / "checkpoint")
    export_graphs(built, out / "traced", apart=True)
    del built
    for dtype in ("fp32", "q4"):
        write_precision(out / "traced", out / "exported" / "onnx", dtype, 1_900_000_000, print)
    shutil.rmtree(out / "traced")


if __name__ == "__main__":
    main()
