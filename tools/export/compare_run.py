"""Asks PyTorch what a run asked, and says in what its answers differ.

Usage: python tools/export/compare_run.py CHECKPOINT DATASET RUN.json [RUN.json ...] [--reference FILE] [--threads N]

CHECKPOINT is what was exported, DATASET the folder that was asked about, RUN.json the page's (or the command's) own file of a run
that was scored by the options' probabilities. Prints one line of JSON a run: of how many questions the letter differs, and the largest
and the median difference of an option's log-probability. FILE keeps what PyTorch said, so that no question is asked of it twice.
"""

import argparse
import hashlib
import json
import os
import sys
from pathlib import Path

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "families")]

import numpy as np  # noqa: E402
import torch  # noqa: E402
from cases import Case  # noqa: E402
from checkpoint import load  # noqa: E402
from PIL import Image  # noqa: E402
from record import forget_positions, inputs_of  # noqa: E402

#: Characters of a token that may spell an answer, white space included.
LONGEST = 5


def asked(path: Path) -> tuple[dict, list[dict]]:
    file = json.loads(path.read_text(encoding="utf-8"))
    records = [one for one in file["records"] if one["status"] == "answered" and (one.get("score") or {}).get("choices")]
    if not records:
        sys.exit(f"{path}: no answer has the probabilities of its options; run it with the scoring of choices")
    return file["run"], records


def spellings(tokenizer) -> dict[str, list[int]]:
    """Every token that is read as an answer standing alone, as src/engine/protocol/choices.ts has it."""
    found: dict[str, list[int]] = {}
    for token in range(len(tokenizer)):
        text = tokenizer.decode([token])
        if 0 < len(text) <= LONGEST:
            found.setdefault(text.replace("▁", " ").strip().upper(), []).append(token)
    return found


@torch.no_grad()
def option_logprobs(built, folder: Path, record: dict, spelt: dict[str, list[int]]) -> dict[str, float]:
    sample = record["sample"]
    rooted = [path for path in [sample.get("image"), *sample.get("furtherImages", [])] if path]
    # The first part of a path is the folder's own name.
    images = [Image.open(folder.joinpath(*Path(path).parts[1:])).convert("RGB") for path in rooted]
    inputs = inputs_of(built, Case("", tuple("picture" for _ in images), record["prompt"]), images)
    forget_positions(built.model)
    logits = built.model(**inputs).logits[0, -1].double()
    total = torch.logsumexp(logits, 0)
    return {
        choice["letter"]: float(torch.logsumexp(logits[spelt[choice["letter"].upper()]], 0) - total)
        for choice in record["score"]["choices"]
    }


def compare(records: list[dict], reference: list[dict[str, float]]) -> dict:
    apart, changed, margins = [], 0, []
    for record, expected in zip(records, reference):
        found = {choice["letter"]: choice["logprob"] for choice in record["score"]["choices"]}
        apart += [abs(found[letter] - expected[letter]) for letter in expected]
        best, next_best = sorted(expected.values(), reverse=True)[:2]
        if max(found, key=found.get) != max(expected, key=expected.get):
            changed += 1
            margins.append(best - next_best)
    return {
        "questions": len(records),
        "lettersChanged": changed,
        "largest": float(f"{max(apart):.2g}"),
        "median": float(f"{np.median(apart):.2g}"),
        **({"widestMarginLost": float(f"{max(margins):.2g}")} if margins else {}),
    }


class Reference:
    """What PyTorch says of each question: asked once, and kept in a file where one is given."""

    def __init__(self, checkpoint: Path, folder: Path, kept: Path | None):
        self.checkpoint, self.folder, self.kept = checkpoint, folder, kept
        self.model = None
        of = {"checkpoint": fingerprint(checkpoint), "dataset": folder.name}
        self.said = {"of": of, "answers": {}}
        if kept and kept.exists():
            self.said = json.loads(kept.read_text(encoding="utf-8"))
            if self.said["of"] != of:
                sys.exit(f"{kept}: it was made of another checkpoint or data set; give another file")

    def of(self, record: dict) -> dict[str, float]:
        sample = record["sample"]
        # The prompt has the letters of its options in the order in which they were asked.
        key = f"{sample['index']} {hashlib.sha256(record['prompt'].encode()).hexdigest()[:16]}"
        answers = self.said["answers"]
        if key not in answers:
            if self.model is None:
                built = load(self.checkpoint, None)
                self.model = built, spellings(built.processor.tokenizer)
            answers[key] = option_logprobs(self.model[0], self.folder, record, self.model[1])
            if self.kept:
                self.kept.write_text(json.dumps(self.said), encoding="utf-8")
        return answers[key]


def fingerprint(checkpoint: Path) -> str:
    """Of the names and sizes of its files, and of what its settings say."""
    found = sorted((path.name, path.stat().st_size) for path in checkpoint.iterdir() if path.is_file())
    return hashlib.sha256(repr(found).encode() + (checkpoint / "config.json").read_bytes()).hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(prog="compare_run.py", description=__doc__.split("\n")[0])
    parser.add_argument("checkpoint", type=Path, help="folder of what was exported")
    parser.add_argument("dataset", type=Path, help="folder that was asked about")
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN.json")
    parser.add_argument("--reference", type=Path, help="file that keeps what PyTorch said")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads(), help="of the processor")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    reference = Reference(given.checkpoint, given.dataset, given.reference)
    for file in given.runs:
        run, records = asked(file)
        found = compare(records, [reference.of(record) for record in records])
        settings = run["settings"]
        what = {"dataset": run["dataset"]["name"], "dtype": settings["dtype"], "device": settings["device"]}
        print(json.dumps(what | found), flush=True)


if __name__ == "__main__":
    main()
