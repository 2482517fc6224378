"""Writes the bundled phantom cube: python tools/phantom/make_dataset.py --out public/datasets/phantom-cube"""
from __future__ import annotations

import argparse
import io
import json
import shutil
from collections import Counter
from pathlib import Path

import numpy as np

import vocabulary as words
from case import COMBOS, TEST_SEEDS, Case, make_case
from questions import Question

LOW = ("Modality Recognition", "View Recognition", "Imaging Protocols Recognition")
MIDDLE = ("Organ Recognition", "ROI Grounding")
HIGH = ("Abnormity Diagnosis", "Disease Diagnosis", "Severity Grading")
PER_COMBO = 20  # images of each region and modality, of which so many are healthy:
HEALTHY = 6
MIN_IMAGES, MIN_QUESTIONS, MAX_BYTES = 240, 1200, 8_000_000

NOTE = """# Phantom cube

{images} synthetic images and {questions} questions in MedRCube's layout: 5 regions, 4 modalities, 8 tasks.
It contains no patient data, scans or third-party text. Voxelwise's `tools/phantom` computed every image from seeds
{first} to {last}, which training images never use. Every answer is what the generator drew.
Grades are thirds of the range in which the generator varies a finding; `tools/phantom/README.md` explains them.

Licence: Apache-2.0, like Voxelwise. To the extent the law allows, the images and questions are also CC0 1.0.
Not for clinical use: results here say nothing about real patients.
"""


def pick(case: Case, rng: np.random.Generator) -> list[Question]:
    """Six questions, two low, one middle and three high, so that every image carries chains from low to high."""
    by_task: dict[str, list[Question]] = {}
    for question in case.questions:
        by_task.setdefault(question.task, []).append(question)
    one = {task: list_[int(rng.integers(len(list_)))] for task, list_ in by_task.items()}
    low = [task for task in LOW if task in one]
    keep = set(rng.permutation(low)[:2])
    keep |= {"ROI Grounding"} if "ROI Grounding" in one else {"Organ Recognition"}
    keep |= set(HIGH)
    return [question for task, question in one.items() if task in keep]


def choose_cases(combo: tuple[str, str], seeds) -> list[Case]:
    """The first cases of the seed stream that fill even quotas of diagnoses, in an order that tells nothing."""
    diseases = words.DISEASES[combo]
    quota = {disease: -(-(PER_COMBO - HEALTHY) // len(diseases)) for disease in diseases} | {words.HEALTHY: HEALTHY}
    chosen: list[Case] = []
    while len(chosen) < PER_COMBO:
        seed = next(seeds)
        case = make_case(seed, combo)
        if quota[case.attributes["disease"]] > 0:
            quota[case.attributes["disease"]] -= 1
            chosen.append(case)
    order = np.random.default_rng(seed).permutation(len(chosen))
    return [chosen[i] for i in order]


def png(case: Case) -> bytes:
    buffer = io.BytesIO()
    case.image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def entry(case: Case, question: Question, number: int, image: str) -> dict:
    options = {f"option_{letter}": option for letter, option in zip("ABCD", question.options)}
    return {
        "id": f"{case.folder}_{number}", "dataset": case.folder, "task": question.task, "modality": case.modality,
        "parts": case.region, "image_path": image, "question": question.question,
        "gt_answer": question.options[question.answer], **options, "correct_index": question.answer,
        "original_task": f"Phantom {question.task}", "restricted": False, "synthetic": True,
    }


def check(entries: list[dict]) -> None:
    """What the README and the issue promise of the set."""
    tasks: dict[str, set[str]] = {}
    for e in entries:
        options = [e[f"option_{letter}"] for letter in "ABCD" if f"option_{letter}" in e]
        assert 2 <= len(options) <= 4 and len(set(options)) == len(options), e
        assert options[e["correct_index"]] == e["gt_answer"], e
        tasks.setdefault(e["dataset"] + e["image_path"], set()).add(e["task"])
    assert len({e["id"] for e in entries}) == len(entries)
    assert len(tasks) >= MIN_IMAGES and len(entries) >= MIN_QUESTIONS
    for seen in tasks.values():
        assert seen & set(LOW) and seen & set(MIDDLE) and seen & set(HIGH), seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed-base", type=int, default=TEST_SEEDS.start)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    assert arguments.seed_base in TEST_SEEDS, "test images must come from test seeds"
    out: Path = arguments.out
    shutil.rmtree(out, ignore_errors=True)

    entries: list[dict] = []
    used = iter(range(arguments.seed_base, TEST_SEEDS.stop))
    for combo in COMBOS:
        folder = out / words.COMBINATIONS[combo]
        (folder / "pictures").mkdir(parents=True)
        mine: list[dict] = []
        for index, case in enumerate(choose_cases(combo, used), 1):
            image = f"pictures/case_{index:02d}.png"
            (folder / image).write_bytes(png(case))
            rng = np.random.default_rng([arguments.seed_base, len(entries) + len(mine)])
            for question in pick(case, rng):
                mine.append(entry(case, question, len(mine) + 1, image))
        (folder / "test.json").write_text(json.dumps(mine, indent=1) + "\n")
        entries += mine
    check(entries)
    images = len({e["dataset"] + e["image_path"] for e in entries})
    note = NOTE.format(images=images, questions=len(entries), first=arguments.seed_base, last=next(used) - 1)
    (out / "README.md").write_text(note)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    assert size < MAX_BYTES, size
    for field in ("task", "parts", "modality", "correct_index"):
        print(field, dict(sorted(Counter(str(e[field]) for e in entries).items())))
    print(f"{images} images, {len(entries)} questions, {size} bytes")


if __name__ == "__main__":
    main()
