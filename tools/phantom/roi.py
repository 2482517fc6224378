"""The red mask of region-of-interest questions: a tint and an outline thick enough to survive resizing to 128 pixels."""
from __future__ import annotations

import numpy as np
from PIL import Image
from scipy.ndimage import binary_closing, binary_dilation, binary_opening

RED = np.array([235, 25, 25], np.float32)


def visible(structures: dict[str, np.ndarray]) -> list[str]:
    """Structures neither tiny nor filling the image."""
    return sorted(name for name, mask in structures.items() if 0.003 < mask.mean() < 0.5)


def overlay(rng: np.random.Generator, grey: np.ndarray, mask: np.ndarray) -> Image.Image:
    mask = binary_closing(mask, iterations=2) | mask
    opened = binary_opening(mask, iterations=2)
    if opened.sum() > 0.6 * mask.sum():  # drop slivers, but not a structure that is itself thin
        mask = opened
    width = max(1, round(min(mask.shape) / 110))
    line = binary_dilation(mask, iterations=width) & ~mask
    rgb = np.repeat(grey[..., None] * np.float32(255), 3, axis=2)
    tint = np.float32(rng.uniform(0.1, 0.25))
    rgb[mask] += (RED - rgb[mask]) * tint
    rgb[line] += (RED - rgb[line]) * np.float32(0.95)
    return Image.fromarray(np.rint(rgb).astype(np.uint8), "RGB")
