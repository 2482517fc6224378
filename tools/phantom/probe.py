"""Ultrasound probes: the (depth, beam) grid they sample and its scan conversion to the picture on the screen."""
from __future__ import annotations

import numpy as np
from scipy.ndimage import map_coordinates

from geometry import Frame

DEPTHS, BEAMS = 176, 128
ARRAYS = {  # half opening in degrees, radius of the face
    "Linear array": (0, 0.0), "Convex array": (32, 0.75), "Phased array": (42, 0.03),
}


class Beams(Frame):
    """A frame whose rows are depths and whose columns are beams; u, v are still positions in the body."""

    def __init__(self, rng: np.random.Generator, array: str, reach: float, plane: str = "Coronal", offset: float = 0.0,
                 shift: tuple[float, float] = (0.0, 0.0), tilt: float = 0.0, warp: float = 0.02):
        half, face = ARRAYS[array]
        self.array, self.reach = array, reach
        self.half = np.radians(half * rng.uniform(0.9, 1.1))
        self.face = face * rng.uniform(0.85, 1.15)
        self.breadth = rng.uniform(0.8, 1.0)
        self.pixel = reach / DEPTHS
        radius = np.linspace(0, reach, DEPTHS, dtype=np.float32)[:, None]
        beam = np.linspace(-1, 1, BEAMS, dtype=np.float32)[None]
        if self.half:
            u = (radius + np.float32(self.face)) * np.sin(beam * np.float32(self.half))
            v = (radius + np.float32(self.face)) * np.cos(beam * np.float32(self.half)) - np.float32(self.face)
        else:
            u, v = np.broadcast_arrays(beam * np.float32(self.breadth), radius)
        c, s = np.float32(np.cos(np.radians(tilt))), np.float32(np.sin(np.radians(tilt)))
        self.place(rng, c * u + s * v + np.float32(shift[0]), -s * u + c * v + np.float32(shift[1]), plane, offset, warp)

    def screen(self, height: int, width: int):
        """Row and column on the beam grid of every screen pixel."""
        pixel = np.float32((self.reach + self.face * (1 - np.cos(self.half))) * 1.06 / height)
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        x = (x - (width - 1) / 2) * pixel
        y = (y - 0.03 * height) * pixel
        if not self.half:
            return y / self.reach * (DEPTHS - 1), (x / self.breadth + 1) / 2 * (BEAMS - 1)
        y = y + np.float32(self.face * np.cos(self.half))
        radius, angle = np.hypot(x, y), np.arctan2(x, y)
        return (radius - self.face) / self.reach * (DEPTHS - 1), (angle / self.half + 1) / 2 * (BEAMS - 1)

    def convert(self, image: np.ndarray, masks: dict[str, np.ndarray], height: int, width: int):
        row, column = self.screen(height, width)
        picture = map_coordinates(image, (row, column), order=1, cval=0.0)
        inside = (row >= 0) & (row <= DEPTHS - 1) & (column >= 0) & (column <= BEAMS - 1)
        r = np.clip(np.rint(row), 0, DEPTHS - 1).astype(np.intp)
        c = np.clip(np.rint(column), 0, BEAMS - 1).astype(np.intp)
        return picture, {name: mask[r, c] & inside for name, mask in masks.items()}
