"""Draws training and validation cases once, in shards, at the size the real processor makes of them.

Usage: python tools/vlm/prerender.py OUT_DIR TRAIN_CASES VALIDATION_CASES [WORKERS]
"""

import json
import multiprocessing
import os
import sys
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch

import corpus  # noqa: F401  (puts the generator on the path)
from case import TRAIN_SEEDS, VALIDATION_SEEDS, make_case
from questions import Question

from forward import encode_labels
from processor import IMAGE_PROCESSOR_SETTINGS, Idefics3ImageProcessorPil

SHARD = 500


def draw_shard(job) -> str:
    """One file of pictures (uint8, [n, 3, H, W]) with label codes, and one of questions beside it."""
    path, seeds = job
    if path.exists():
        return path.name
    resize = Idefics3ImageProcessorPil(**{**IMAGE_PROCESSOR_SETTINGS, "do_rescale": False, "do_normalize": False})
    cases = [make_case(seed) for seed in seeds]
    pictures = np.stack([np.asarray(resize(c.image)["pixel_values"][0][0]) for c in cases])
    assert pictures.min() >= 0 and pictures.max() <= 255
    codes = np.array([encode_labels(c.attributes) for c in cases], np.int64)
    about = [{"region": c.region, "modality": c.modality, "questions": [asdict(q) for q in c.questions]} for c in cases]
    path.with_suffix(".json").write_text(json.dumps(about))
    unfinished = path.with_suffix(".partial")
    with open(unfinished, "wb") as file:
        np.savez(file, pictures=pictures.astype(np.uint8), codes=codes)
    os.replace(unfinished, path)
    return path.name


class Cases:
    """All shards of a split that exist so far."""

    def __init__(self, folder, split: str):
        self.folder, self.split = Path(folder), split
        self.seen = set()
        self.pictures, self.codes, self.about = [], [], []
        self.refresh()

    def refresh(self) -> None:
        """Takes in shards written since; training may begin before the last is drawn."""
        for path in sorted(self.folder.glob(f"{self.split}-*.npz")):
            if path.name not in self.seen:
                self.seen.add(path.name)
                shard = np.load(path)
                self.pictures.extend(torch.from_numpy(shard["pictures"]))
                self.codes.extend(torch.from_numpy(shard["codes"]))
                for about in json.loads(path.with_suffix(".json").read_text()):
                    about["questions"] = [Question(**{**q, "options": tuple(q["options"])}) for q in about["questions"]]
                    self.about.append(about)

    def __len__(self) -> int:
        return len(self.pictures)

    def pixels(self, indices, augment: np.random.Generator | None = None) -> torch.Tensor:
        """Normalised pixels as the processor gives them; for training slightly moved and with other contrast."""
        pictures = torch.stack([self.pictures[i] for i in indices]).float() / 255
        if augment is not None:
            contrast = torch.from_numpy(augment.uniform(0.9, 1.1, (len(pictures), 1, 1, 1))).float()
            shift = torch.from_numpy(augment.uniform(-0.04, 0.04, (len(pictures), 1, 1, 1))).float()
            pictures = (pictures * contrast + shift).clamp(0, 1)
            moves = augment.integers(0, 9, (len(pictures), 2))
            padded = torch.nn.functional.pad(pictures, (4, 4, 4, 4), mode="replicate")
            size = pictures.shape[-1]
            pictures = torch.stack([p[:, y : y + size, x : x + size] for p, (y, x) in zip(padded, moves)])
        return (pictures - 0.5) / 0.5

    def label_codes(self, indices) -> torch.Tensor:
        return torch.stack([self.codes[i] for i in indices])


def main() -> None:
    out, train, validation = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    workers = int(sys.argv[4]) if len(sys.argv) > 4 else 2
    out.mkdir(parents=True, exist_ok=True)
    jobs = [
        (out / f"{split}-{first:06d}.npz", seeds[first : min(first + SHARD, count)])
        for split, seeds, count in (("validation", VALIDATION_SEEDS, validation), ("train", TRAIN_SEEDS, train))
        for first in range(0, count, SHARD)
    ]
    with multiprocessing.Pool(workers) as pool:
        for done, name in enumerate(pool.imap(draw_shard, jobs), 1):
            print(f"{done}/{len(jobs)} {name}", flush=True)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
