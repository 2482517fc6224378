"""Where the bundled phantom cube shows its findings: python tools/golden/phantom_lesions.py (from the repository's root)

Draws the cases of `tools/phantom/make_dataset.py` again, checks them against the bundled images (on other processors a few
pixels differ by one grey level), and writes the box (left, top, width, height in pixels) of every image with exactly one drawn
finding. A finding of fewer than 8 pixels is none.
"""
import io
import json
import sys
from pathlib import Path

import numpy as np
from PIL import Image
from scipy.ndimage import label

sys.path.insert(0, "tools/phantom")
import vocabulary as words  # noqa: E402
from case import COMBOS, TEST_SEEDS, Case  # noqa: E402
from make_dataset import choose_cases, png  # noqa: E402

CUBE, OUT = Path("public/datasets/phantom-cube"), Path("test/golden/phantom-lesions.json")
SMALLEST = 8


def box_of(case: Case) -> list[int] | None:
    if case.lesion is None:
        return None
    sizes = np.bincount(label(case.lesion)[0].ravel())[1:]
    if (sizes >= SMALLEST).sum() != 1:
        return None
    rows, columns = np.nonzero(case.lesion)
    return [int(columns.min()), int(rows.min()), int(np.ptp(columns)) + 1, int(np.ptp(rows)) + 1]


def pixels(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)))


used = iter(TEST_SEEDS)
boxes: dict[str, list[int]] = {}
for combo in COMBOS:
    for index, case in enumerate(choose_cases(combo, used), 1):
        path = f"{words.COMBINATIONS[combo]}/pictures/case_{index:02d}.png"
        apart = np.abs(pixels((CUBE / path).read_bytes()).astype(int) - pixels(png(case)))
        assert apart.max() <= 1 and (apart > 0).sum() < 20, path
        box = box_of(case)
        if box is not None:
            boxes[path] = box
OUT.write_text("{\n" + ",\n".join(f"  {json.dumps(path)}: {box}" for path, box in boxes.items()) + "\n}\n")
print(f"{len(boxes)} images with one finding")
