"""Exports a PyTorch checkpoint to the layout that the page runs, and measures what each precision costs.

Usage: python tools/export MODEL --out DIR [--adapter LORA] [--dtypes fp32,fp16,q8,q4,q4f16] [--verify] [--pictures DIR] [--questions N] [--shard-mb N] [--layer-by-layer] [--reference]
       python tools/export MODEL --out DIR --only-verify [--adapter LORA] [--dtypes …] [--pictures DIR] [--questions N]

MODEL is a local folder as `hf download` or `save_pretrained` leaves it. See tools/export/README.md.
"""

import argparse
import gc
import json
import os
import resource
import sys
import time
from contextlib import nullcontext
from pathlib import Path

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
sys.path.insert(0, str(Path(__file__).parents[1] / "families"))

from finished import Stopped, publish, scratch, stop_at_signals  # noqa: E402
from names import SUFFIXES, is_read_by_page  # noqa: E402


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python tools/export", description=__doc__.split("\n")[0])
    parser.add_argument("model", type=Path, help="folder of the checkpoint")
    parser.add_argument("--out", type=Path, required=True, help="folder to write; must not exist, or be empty, unless it is only verified")
    parser.add_argument("--adapter", type=Path, help="folder of a LoRA adapter, merged before the export")
    parser.add_argument("--dtypes", help=f"of {','.join(SUFFIXES)} (default fp32,q4; of a folder that is only verified, all it has)")
    parser.add_argument("--verify", action="store_true", help="ask PyTorch and the export the same; write voxelwise.json")
    parser.add_argument("--only-verify", action="store_true", help="the same of a folder that was exported before; exports nothing")
    parser.add_argument("--pictures", type=Path, help="folder of pictures to verify on (default: drawn ones)")
    parser.add_argument("--questions", type=int, help="most questions to verify with, five a picture (default 40)")
    parser.add_argument("--shard-mb", type=float, default=1900, help="most megabytes of a file of weights (default 1900)")
    parser.add_argument("--layer-by-layer", action="store_true", help="keep large weights in files; for a model that memory does not hold")
    parser.add_argument("--reference", action="store_true", help="export a family that the page reads itself, for comparison")
    given = parser.parse_args()
    if given.only_verify:
        given.dtypes = given.dtypes or ",".join(held(given))
        if not given.dtypes:
            parser.error(f"--only-verify: {given.out} holds no onnx/decoder_model_merged.onnx in any precision; export it first")
    given.dtypes = (given.dtypes or "fp32,q4").split(",")
    if unknown := [dtype for dtype in given.dtypes if dtype not in SUFFIXES]:
        parser.error(f"--dtypes: no such precision: {', '.join(unknown)}; there are {', '.join(SUFFIXES)}")
    if not (given.verify or given.only_verify or given.reference) and is_read_by_page(configuration(given.model)):
        parser.error(f"pick {given.model} in the page, or give it to evaluate: no export is needed; --verify exports it to compare it with PyTorch, --reference as it is")
    if given.questions is not None and given.questions < 1:
        parser.error("--questions: at least 1")
    if given.only_verify:
        if missing := [dtype for dtype in given.dtypes if not decoder(given.out, dtype).exists()]:
            parser.error(f"--dtypes: {given.out} has no {decoder(given.out, missing[0]).name}")
    elif given.out.exists() and any(given.out.iterdir()):
        parser.error(f"--out: {given.out} is not empty; give another folder, or measure what it holds with --only-verify")
    return given


def configuration(folder: Path) -> dict:
    config = folder / "config.json"
    return json.loads(config.read_text()) if config.is_file() else {}


def decoder(folder: Path, dtype: str) -> Path:
    return folder / "onnx" / f"decoder_model_merged{SUFFIXES[dtype]}.onnx"


def held(given: argparse.Namespace) -> list[str]:
    return [dtype for dtype in SUFFIXES if decoder(given.out, dtype).exists()]


def main() -> None:
    given = arguments()

    from built import Refused

    start = time.time()

    def tell(what: str) -> None:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(f"{time.time() - start:6.0f} s, {peak / 1e9:5.2f} GB at most  {what}", flush=True)

    given.out.mkdir(parents=True, exist_ok=True)
    stop_at_signals()
    try:
        if given.only_verify:
            return only_verify(given, tell)
        with scratch(given.out) as work:
            export(given, work, tell)
    except Refused as refused:
        sys.exit(f"{given.model}: {refused}")
    except Stopped:
        print(f"Stopped. {given.out} holds {', '.join(held(given)) or 'no precision'}.", file=sys.stderr)
        raise
    size = sum(path.stat().st_size for path in given.out.rglob("*") if path.is_file())
    tell(f"{given.out}: {size / 1e6:.1f} MB")


def export(given: argparse.Namespace, work: Path, tell) -> None:
    """Brings one precision after the other out of `work` as it is finished; settings come with the first."""
    from checkpoint import load
    from graphs import export_graphs
    from precisions import write_precision
    from settings import write_settings
    from verify import Card

    weights = None
    if given.layer_by_layer:
        from splice import write_spliced
        from weights import WeightFiles

        weights = WeightFiles(work / "weights")
    built = load(given.model, given.adapter, weights)
    tell_model(built, tell)
    # Before the export: some recipes replace parts of the model by what can be traced.
    asked, reference, outputs = ask(built, given, tell) if given.verify else (None, None, None)
    ready = work / "ready"
    ready.mkdir()
    write_settings(built, ready)
    with weights.left_out() if weights else nullcontext():
        export_graphs(built, work, apart=True)
    tell("graphs traced")
    tokenizer = built.processor.tokenizer
    # Its weights are in the graphs, or in their files.
    del built
    gc.collect()
    shard = int(given.shard_mb * 1e6)
    card = Card(given.out, given.model.name, tokenizer, asked, reference, outputs, tell) if given.verify else None
    for dtype in given.dtypes:
        if weights:
            write_spliced(work, ready / "onnx", dtype, shard, tell, weights)
        else:
            write_precision(work, ready / "onnx", dtype, shard, tell)
        publish(ready, given.out)
        if card:
            card.add(dtype)


def tell_model(built, tell) -> None:
    parameters = sum(parameter.numel() for parameter in built.model.parameters())
    tell(f"{type(built.model).__name__}, {parameters / 1e6:.1f} million parameters")


def ask(built, given: argparse.Namespace, tell) -> tuple[list, list, dict]:
    """@returns what PyTorch was asked, what it said, and its outputs for the page's device test"""
    from verify import MOST, ask_pytorch, outputs, questions

    asked = questions(built, given.pictures, given.questions or MOST)
    reference = ask_pytorch(built.model, asked)
    tell(f"PyTorch was asked {len(asked)} questions")
    return asked, reference, outputs(built)


def only_verify(given: argparse.Namespace, tell) -> None:
    from checkpoint import load
    from verify import Card

    built = load(given.model, given.adapter)
    tell_model(built, tell)
    asked, reference, outputs = ask(built, given, tell)
    tokenizer = built.processor.tokenizer
    del built
    gc.collect()
    card = Card(given.out, given.model.name, tokenizer, asked, reference, outputs, tell)
    for dtype in given.dtypes:
        card.add(dtype)


if __name__ == "__main__":
    main()
