"""Builds tiny random checkpoints of VLM families, exports them and records what PyTorch answers.

Usage: python tools/families/make.py [--cases] OUT_DIR [FAMILY ...]

OUT_DIR/pictures holds the pictures, OUT_DIR/<family>/ the ONNX folder with its cases.json. With --cases only that file and
the settings are written, of models that were exported before: the same seeds must give what was recorded of them.
"""

import importlib
import importlib.util
import os
import shutil
import sys
import time
from pathlib import Path

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")

import torch  # noqa: E402

if importlib.util.find_spec("torchvision"):
    import torchvision_alone  # noqa: E402, F401

FAMILIES = sorted(
    path.stem for path in (Path(__file__).parent / "recipes").glob("*.py") if not path.stem.startswith("_")
)


def record_again(name: str, out: Path) -> None:
    """New cases of a model that was exported before; what was recorded of it stays as it is."""
    import lively
    import no_video  # noqa: F401
    from record import CloseCall, record
    from settings import write_settings

    folder = out / name
    recipe = importlib.import_module(f"recipes.{name}")
    for lively.offset in range(0, 1000, 100):
        torch.manual_seed(0)
        built = recipe.build()
        built.model.eval()
        try:
            added = record(built, folder / "cases.json", keep=True)
            break
        except CloseCall as call:
            print(f"{name}, seed + {lively.offset}: {call}", flush=True)
    else:
        raise ValueError(f"{name}: no seed gives what was recorded of it")
    write_settings(built, folder)
    print(f"{name}: new are {', '.join(added) or 'none'}", flush=True)


def make(name: str, out: Path) -> None:
    import lively
    import no_video  # noqa: F401
    from graphs import export_graphs
    from record import CloseCall, record
    from settings import write_settings

    start = time.time()
    recipe = importlib.import_module(f"recipes.{name}")
    folder = out / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for lively.offset in range(0, 1000, 100):
        torch.manual_seed(0)
        built = recipe.build()
        built.model.eval()
        write_settings(built, folder)
        try:
            record(built, folder / "cases.json")
            break
        except CloseCall as call:
            print(f"{name}, seed + {lively.offset}: {call}", flush=True)
    export_graphs(built, folder / "onnx")
    if variants := getattr(recipe, "VARIANTS", ()):
        from quantise import quantise

        quantise(folder, variants)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{name}: {size / 1e6:.2f} MB in {time.time() - start:.0f} s", flush=True)


def main() -> None:
    from pictures import write_pictures

    only_cases = "--cases" in sys.argv
    first, *names = [argument for argument in sys.argv[1:] if argument != "--cases"]
    if first in FAMILIES or not {*names} <= {*FAMILIES}:
        sys.exit(f"Usage: make.py [--cases] OUT_DIR [FAMILY ...]; the families are {', '.join(FAMILIES)}.")
    out = Path(first)
    if not only_cases:
        write_pictures(out / "pictures")
    for name in names or FAMILIES:
        (record_again if only_cases else make)(name, out)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
