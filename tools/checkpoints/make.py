"""Writes tiny random checkpoints as trainers save them (safetensors), and records what PyTorch answers.

Usage: python tools/checkpoints/make.py [--dtype fp32|bf16|fp16] [--part-size 50KB] OUT_DIR FAMILY [FAMILY ...]

FAMILY is a recipe of tools/families. Weights are rounded to the type before the answers are recorded, and PyTorch computes
in 32 bits: what `from_pretrained(folder, dtype=torch.float32)` gives. Buffers that follow from the settings, such as
rotary frequencies, are not rounded: no checkpoint stores them.
"""

import argparse
import importlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
sys.path.insert(0, str(Path(__file__).parents[1] / "families"))

import torch  # noqa: E402

if importlib.util.find_spec("torchvision"):
    import torchvision_alone  # noqa: E402, F401

import lively  # noqa: E402
import no_video  # noqa: E402, F401
from pictures import write_pictures  # noqa: E402
from record import CloseCall, record  # noqa: E402
from settings import write_settings  # noqa: E402

TYPES = {"fp32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}


@torch.no_grad()
def round_weights(model, dtype: torch.dtype) -> None:
    for parameter in model.parameters():
        parameter.copy_(parameter.to(dtype))


def save(model, folder: Path, dtype: torch.dtype, part_size: str) -> None:
    state = {name: tensor.to(dtype) for name, tensor in model.state_dict().items()}
    model.config.dtype = dtype
    model.save_pretrained(folder, state_dict=state, max_shard_size=part_size)


def make(name: str, out: Path, dtype: torch.dtype, part_size: str) -> None:
    recipe = importlib.import_module(f"recipes.{name}")
    folder = out / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for lively.offset in range(0, 1000, 100):
        torch.manual_seed(0)
        built = recipe.build()
        built.model.eval()
        round_weights(built.model, dtype)
        try:
            record(built, folder / "cases.json")
            break
        except CloseCall as call:
            print(f"{name}, seed + {lively.offset}: {call}", flush=True)
    save(built.model, folder, dtype, part_size)
    write_settings(built, folder)
    print(f"{name}: {', '.join(sorted(path.name for path in folder.glob('*.safetensors')))}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--dtype", choices=TYPES, default="fp32")
    options.add_argument("--part-size", default="50MB")
    options.add_argument("out", type=Path)
    options.add_argument("families", nargs="+")
    given = options.parse_args()
    write_pictures(given.out / "pictures")
    for name in given.families:
        make(name, given.out, TYPES[given.dtype], given.part_size)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
