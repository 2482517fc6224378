"""One case of the phantom cube: a seed in, an image with its truth and its questions out."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image

import vocabulary as words
from brain import draw_brain
from breast import draw_breast
from heart import draw_heart
from lung_ultrasound import draw_lung_ultrasound
from questions import Question, ask
from radiograph import draw_radiograph
from roi import overlay, visible
from scene import Study
from thorax_ct import draw_thorax_ct
from vocabulary import ATTRIBUTES

__all__ = ["ATTRIBUTES", "COMBOS", "Case", "Question", "TEST_SEEDS", "TRAIN_SEEDS", "VALIDATION_SEEDS", "make_case"]

TRAIN_SEEDS = range(0, 1_000_000)
VALIDATION_SEEDS = range(1_000_000, 1_100_000)
TEST_SEEDS = range(2_000_000, 2_100_000)

HEALTHY_SHARE = 0.36
OUTLINED_SHARE = 0.5


@dataclass(frozen=True)
class Case:
    image: Image.Image
    region: str
    modality: str
    folder: str
    attributes: dict[str, str]
    questions: tuple[Question, ...]
    lesion: np.ndarray | None  # where a focal finding shows


COMBOS = tuple(words.COMBINATIONS)


def draw(rng: np.random.Generator, region: str, modality: str, healthy: bool) -> Study:
    if region == "Brain":
        return draw_brain(rng, modality, healthy)
    if region == "Breast":
        return draw_breast(rng, modality, healthy)
    if region == "Heart":
        return draw_heart(rng, modality, healthy)
    if modality == "Ultrasound":
        return draw_lung_ultrasound(rng, modality, healthy)
    if modality == "X-ray":
        return draw_radiograph(rng, region, modality, healthy)
    return draw_thorax_ct(rng, region, modality, healthy)


def make_case(seed: int, combo: tuple[str, str] | None = None) -> Case:
    """The case of a seed, always the same; its combination is drawn too unless given."""
    rng = np.random.default_rng(seed)
    drawn = COMBOS[int(rng.integers(len(COMBOS)))]
    region, modality = combo or drawn
    study = draw(rng, region, modality, bool(rng.random() < HEALTHY_SHARE))
    grey = np.clip(study.image, 0, 1)
    candidates = visible(study.structures)
    if candidates and rng.random() < OUTLINED_SHARE:
        # the lesion more often than its share of the structures
        lesion = words.LESION in candidates and rng.random() < 0.3
        roi = words.LESION if lesion else candidates[int(rng.integers(len(candidates)))]
        image = overlay(rng, grey, study.structures[roi])
    else:
        roi = words.NONE
        image = Image.fromarray(np.rint(grey * 255).astype(np.uint8), "L")
    attributes = {
        "modality": modality, "region": region, "organ": words.ORGANS[region], "view": study.view,
        "protocol": study.protocol, "roi": roi, "abnormal": "No" if study.disease == words.HEALTHY else "Yes",
        "disease": study.disease, "grade": study.grade, "shape": study.shape, "margin": study.margin,
    }
    return Case(image, region, modality, words.COMBINATIONS[region, modality], attributes,
                ask(rng, region, modality, attributes), study.structures.get(words.LESION))
