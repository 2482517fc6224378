"""Painting solids into an image: later ones cover earlier ones, and a label map remembers which structure shows where."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

import numpy as np

from geometry import Frame, Solid


@dataclass
class Study:
    """One drawn examination: grey image 0..1, visible structures, and the truth about it."""

    image: np.ndarray
    structures: dict[str, np.ndarray]  # name -> mask
    view: str = "n/a"
    protocol: str = "n/a"
    disease: str = "No abnormality"
    grade: str = "Absent"
    shape: str = "n/a"
    margin: str = "n/a"


class Canvas:
    """Shared bookkeeping of structure labels."""

    def __init__(self, frame: Frame):
        self.frame = frame
        self.labels = np.zeros((frame.height, frame.width), np.uint8)
        self.names: dict[str, int] = {}

    def mark(self, alpha: np.ndarray, roi: str) -> None:
        label = self.names.setdefault(roi, len(self.names) + 1) if roi else 0
        self.labels[alpha > 0.5] = label

    def structures(self) -> dict[str, np.ndarray]:
        masks = {name: self.labels == label for name, label in self.names.items()}
        return {name: mask for name, mask in masks.items() if mask.any()}


class Slice(Canvas):
    """A tomographic slice: a pixel has the signal of the tissue seen in it."""

    def __init__(self, frame: Frame, signal: Callable[[str], float], background: str = "air"):
        super().__init__(frame)
        self.signal = signal
        self.image = np.full((frame.height, frame.width), signal(background), np.float32)

    def paint(self, *solids: Solid) -> None:
        for solid in solids:
            alpha = self.frame.cover(solid)
            if alpha.any():
                self.blend(solid.tissue, alpha, solid.roi)

    def blend(self, tissue: str, alpha: np.ndarray, roi: str = "") -> None:
        self.image += alpha * (np.float32(self.signal(tissue)) - self.image)
        self.mark(alpha, roi)


class Projection(Canvas):
    """A radiograph: a pixel holds the attenuation summed along its ray."""

    def __init__(self, frame: Frame, mu: Callable[[str], float]):
        super().__init__(frame)
        self.mu = mu
        self.image = np.zeros((frame.height, frame.width), np.float32)

    def paint(self, *solids: Solid) -> None:
        for solid in solids:
            chord = self.frame.chord(solid)
            self.add(self.mu(solid.tissue) - self.mu(solid.inside), chord)
            if solid.roi:
                self.mark((chord > 0.25 * min(solid.radii)).astype(np.float32), solid.roi)

    def add(self, contrast: float, length: np.ndarray) -> None:
        self.image += np.float32(contrast) * length
