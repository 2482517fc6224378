"""Asks PyTorch what a run asked, and says in what its answers differ.

Usage: python tools/export/compare_run.py CHECKPOINT DATASET RUN.json [RUN.json ...]

CHECKPOINT is what was exported, DATASET the folder that was asked about, RUN.json the page's (or the command's) own file of a run
that was scored by the options' probabilities. Prints one line of JSON a run: of how many questions the letter differs, and the largest
and the median difference of an option's log-probability.
"""

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


def main() -> None:
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    checkpoint, folder, *files = map(Path, sys.argv[1:])
    built = load(checkpoint, None)
    spelt = spellings(built.processor.tokenizer)
    known: dict[tuple, dict[str, float]] = {}
    for file in files:
        run, records = asked(file)
        for record in records:
            key = (record["sample"]["index"], record["prompt"])
            if key not in known:
                known[key] = option_logprobs(built, folder, record, spelt)
        reference = [known[record["sample"]["index"], record["prompt"]] for record in records]
        settings = run["settings"]
        print(json.dumps({"dtype": settings["dtype"], "device": settings["device"], **compare(records, reference)}), flush=True)


if __name__ == "__main__":
    main()
