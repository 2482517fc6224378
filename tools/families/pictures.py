"""The pictures that the cases show: smooth shapes with a little noise, few colours, so that PNG stays small."""

from pathlib import Path

import numpy as np
from PIL import Image

SIZES = {"square": (96, 96), "wide": (200, 60), "tall": (50, 150), "small": (20, 14), "second": (90, 120)}


def draw(name: str) -> Image.Image:
    """A seeded picture: two waves and a disc, quantised to 24 steps."""
    width, height = SIZES[name]
    rng = np.random.default_rng(sorted(SIZES).index(name))
    y, x = np.mgrid[0:height, 0:width] / max(width, height)
    planes = []
    for _ in range(3):
        a, b, c = rng.uniform(3, 12, 3)
        disc = (x - rng.uniform(0.2, 0.6)) ** 2 + (y - rng.uniform(0.1, 0.4)) ** 2 < 0.03
        planes.append(np.sin(a * x + b * y) + 0.6 * np.cos(c * y) + 1.5 * disc)
    levels = np.stack(planes, -1)
    levels = (levels - levels.min()) / np.ptp(levels)
    levels = np.round(levels * 24) / 24
    return Image.fromarray((levels * 255).astype(np.uint8), "RGB")


def write_pictures(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in SIZES:
        draw(name).save(folder / f"{name}.png", optimize=True)
