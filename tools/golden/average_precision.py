"""Writes test/golden/average-precision.json: the average precision of boxes by pycocotools.

Run from the repository's root: python3 tools/golden/average_precision.py (needs pycocotools; made with 2.0.11)

Each case has a few images with right boxes and said ones. Scores of the said ones differ, are partly equal, or are all equal, as
where a reply gives none. Of equal scores pycocotools keeps the order of the images, then of the boxes.
"""

import contextlib
import io
import json
from pathlib import Path

import numpy as np
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

THRESHOLDS = {"30": [0.3], "50": [0.5], "50-95": [round(0.5 + 0.05 * i, 2) for i in range(10)]}
random = np.random.default_rng(20261125)


def box():
    left, top = random.integers(0, 80, 2)
    width, height = random.integers(5, 40, 2)
    return [int(left), int(top), int(left + width), int(top + height)]


def near(right):
    return [int(value + random.integers(-6, 7)) for value in right]


def image(scores):
    right = [box() for _ in range(random.integers(0, 4))]
    said = [near(each) for each in right if random.random() < 0.7] + [box() for _ in range(random.integers(0, 3))]
    said = [each for each in said if each[2] > each[0] and each[3] > each[1]]
    random.shuffle(said)
    value = {"all": lambda: 1.0, "some": lambda: float(random.integers(1, 4)) / 4, "none": lambda: round(float(random.random()), 6)}
    return {"right": right, "said": [{"box": each, "score": value[scores]()} for each in said]}


def extent(corners):
    left, top, right, bottom = corners
    return [left, top, right - left, bottom - top]


def average_precision(images, thresholds):
    annotations = [
        {"id": 0, "image_id": i, "category_id": 1, "bbox": extent(each), "iscrowd": 0, "area": extent(each)[2] * extent(each)[3]}
        for i, of in enumerate(images)
        for each in of["right"]
    ]
    for number, annotation in enumerate(annotations):
        annotation["id"] = number + 1
    said = [
        {"image_id": i, "category_id": 1, "bbox": extent(each["box"]), "score": each["score"]}
        for i, of in enumerate(images)
        for each in of["said"]
    ]
    with contextlib.redirect_stdout(io.StringIO()):
        truth = COCO()
        truth.dataset = {"images": [{"id": i} for i in range(len(images))], "categories": [{"id": 1}], "annotations": annotations, "info": {}}
        truth.createIndex()
        evaluation = COCOeval(truth, truth.loadRes(said) if said else COCO(), "bbox")
        evaluation.params.iouThrs = np.array(thresholds)
        evaluation.params.areaRng = [[0, 1e10]]
        evaluation.params.areaRngLbl = ["all"]
        evaluation.params.maxDets = [100]
        evaluation.evaluate()
        evaluation.accumulate()
    precision = evaluation.eval["precision"]
    return float(np.mean(precision))


def main():
    cases = []
    while len(cases) < 60:
        images = [image(["all", "some", "none"][len(cases) % 3]) for _ in range(random.integers(1, 12))]
        if not any(of["right"] for of in images) or not any(of["said"] for of in images):
            continue
        cases.append({"images": images, "expected": {name: average_precision(images, at) for name, at in THRESHOLDS.items()}})
    lines = ",\n".join(json.dumps(case) for case in cases)
    Path("test/golden/average-precision.json").write_text(f"[\n{lines}\n]\n", encoding="ascii")


if __name__ == "__main__":
    main()
