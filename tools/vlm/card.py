"""Writes the phantom VLM's model card from its goldens, its files and the note on its training.

Usage: python tools/vlm/card.py CHECKPOINT_DIR MODEL_DIR DATASETS_DIR GOLDEN_DIR
How the published weights came about is written by hand in curves/training.md, beside the curves.
"""

import json
import math
import re
import sys
from collections import defaultdict
from pathlib import Path

from transformers import Idefics3ForConditionalGeneration

from chat import LETTERS
from golden import load_samples
from onnx_graph import BLOCK

CARD = """---
license: apache-2.0
library_name: transformers.js
pipeline_tag: image-text-to-text
tags:
- idefics3
- onnx
- synthetic
- medical-imaging-benchmark-demo
---
# phantom-vlm

A very small vision-language model that ships with Voxelwise, so that the evaluator can be tried and tested without a
download. It has the architecture and file layout of SmolVLM (Idefics3). It was trained from scratch on a CPU, on the
synthetic *phantom cube* (`tools/phantom`).

**It has never seen a real medical image and has no medical use.** Its accuracy shows how well it reads drawings of
ellipses and speckle. It answers multiple-choice prompts with a letter and can do nothing else.

## Architecture
{architecture}

## Files
The onnx-community layout: three graphs in three precisions, selected in transformers.js by `dtype` (`fp32`, `q8`, `q4`).

{files}

q8 and q4 are weight-only (`MatMulNBits`, blocks of {block}, symmetric, float32 activations), so an answer does not depend
on how a prompt is split for the key-value cache. Biases, norms, the patch convolution and position tables stay float32.
The embedding table of both has int8 rows with one scale each.
The decoder accepts any past (also none), several new tokens at once, and batches padded on either side.

## Prompt
The MedRCube prompt in SmolVLM's chat template, image first. The answer is one token, a space and the letter (` B`),
then `<end_of_utterance>`.

## Training
{training}

Nothing was chosen on the test split. Architecture, rates and stopping times were set by wall clock and validation seeds.

## Accuracy on the test split
`public/datasets/phantom-cube`, greedy answers, MedRCube's judge. Interval: Wilson, 95 %. Chance: the mean of
1 / number of options. fp32 is PyTorch; fp32 ONNX gives the same text for every sample.

{accuracy}

Agreement of the answer text with fp32: q8 {agree_q8}, q4 {agree_q4}.

## Making it again
`tools/README.md` has the recipe, one command per step. Training budgets are wall-clock seconds, so another machine gives
another model.

## Licence
Apache-2.0.
"""

TRAINING_NOTE = Path(__file__).resolve().parent / "curves" / "training.md"
LEVELS = {
    "low": ("Modality Recognition", "View Recognition", "Imaging Protocols Recognition"),
    "middle": ("Organ Recognition", "ROI Grounding"),
    "high": ("Abnormity Diagnosis", "Disease Diagnosis", "Severity Grading"),
}


def judged_letter(text: str) -> str:
    """The official judge's reading of an answer."""
    found = re.search(r"\b([A-D])\b", text.upper())
    return found.group(1) if found else ""


def right_letter(sample: dict) -> str:
    letters = [x for x in LETTERS if sample.get(f"option_{x}") == sample["gt_answer"]]
    return letters[-1] if letters else ""


def wilson(right: int, n: int, z: float = 1.959964) -> tuple[float, float]:
    share, spread = right / n, z * z / n
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(share * (1 - share) / n + spread / (4 * n))
    return middle - half, middle + half


def accuracy_table(samples: list[dict], answers: dict[str, list[str]]) -> str:
    """One line a slice; fp32 with its interval, q8 and q4 bare."""
    groups = defaultdict(list)
    for index, sample in enumerate(samples):
        level = next(name for name, tasks in LEVELS.items() if sample["task"] in tasks)
        for key in (
            (0, "all"),
            (1, f"level: {level}"),
            (2, f"task: {sample['task']}"),
            (3, f"modality: {sample['modality']}"),
            (4, f"region: {sample['parts']}"),
        ):
            groups[key].append(index)
    lines = ["| slice | n | accuracy | 95 % interval | chance | q8 | q4 |", "|---|--:|--:|--:|--:|--:|--:|"]
    for (_, name), indices in sorted(groups.items()):
        n = len(indices)
        right = {
            variant: sum(judged_letter(texts[i]) == right_letter(samples[i]) for i in indices)
            for variant, texts in answers.items()
        }
        low, high = wilson(right["fp32"], n)
        chance = sum(1 / len(samples[i]["options"]) for i in indices) / n
        figures = [right["fp32"] / n, right["q8"] / n, right["q4"] / n]
        a, q8, q4 = (f"{100 * f:.1f} %" for f in figures)
        lines.append(f"| {name} | {n} | {a} | {100 * low:.1f}–{100 * high:.1f} | {100 * chance:.1f} % | {q8} | {q4} |")
    return "\n".join(lines)


def architecture_of(checkpoint: Path) -> str:
    model = Idefics3ForConditionalGeneration.from_pretrained(checkpoint)
    vision, text = model.config.vision_config, model.config.text_config
    count = lambda module: sum(p.numel() for p in module.parameters())  # noqa: E731
    inner = model.model
    return (
        f"`Idefics3ForConditionalGeneration`, {count(model):,} parameters in all.\n\n"
        f"- Vision: {vision.image_size} × {vision.image_size} pixels, patches of {vision.patch_size}, "
        f"{vision.num_hidden_layers} layers of width {vision.hidden_size} (MLP {vision.intermediate_size}), "
        f"{vision.num_attention_heads} heads; {count(inner.vision_model):,} parameters.\n"
        f"- Connector: pixel shuffle by {model.config.scale_factor} to {inner.image_seq_len} image tokens, one linear map; "
        f"{count(inner.connector):,} parameters.\n"
        f"- Text: Llama, {text.num_hidden_layers} layers of width {text.hidden_size} (MLP {text.intermediate_size}), "
        f"{text.num_attention_heads} heads of {text.head_dim}, {text.max_position_embeddings} positions, tied embeddings; "
        f"{count(inner.text_model):,} parameters.\n"
        f"- Tokenizer: byte-level BPE, {text.vocab_size} tokens, SmolLM2's pre-tokenizer, SmolVLM's special tokens; any "
        "text can be encoded."
    )


def main() -> None:
    checkpoint, folder, datasets, golden = map(Path, sys.argv[1:5])
    samples = load_samples(datasets)
    answers = {}
    for variant in ("fp32", "q8", "q4"):
        rows = json.loads((golden / f"answers-{variant}.json").read_text(encoding="utf-8"))
        assert [(r["id"], r["question"]) for r in rows] == [(s["id"], s["question"]) for s in samples]
        answers[variant] = [row["text"] for row in rows]
    agreement = {
        variant: f"{sum(a == b for a, b in zip(answers['fp32'], answers[variant]))} of {len(samples)}"
        for variant in ("q8", "q4")
    }
    files = ["| file | MB |", "|---|--:|"]
    files += [f"| {p.name} | {p.stat().st_size / 1e6:.2f} |" for p in sorted((folder / "onnx").iterdir())]
    card = CARD.format(
        architecture=architecture_of(checkpoint),
        files="\n".join(files),
        block=BLOCK,
        training=TRAINING_NOTE.read_text(encoding="utf-8").strip(),
        accuracy=accuracy_table(samples, answers),
        agree_q8=agreement["q8"],
        agree_q4=agreement["q4"],
    )
    (folder / "README.md").write_text(card, encoding="utf-8")
    print(card)


if __name__ == "__main__":
    main()
