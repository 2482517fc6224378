"""Image planes and analytic solids.

Anatomy is a list of ellipsoids in body coordinates (x: image right in frontal views, y: towards the back,
z: towards the head), as in the Shepp-Logan phantom. On a plane an ellipsoid's implicit function is a quadratic
in the plane's two coordinates, and so is the discriminant that gives the chord of a ray crossing it; one set
of six coefficients therefore serves a slice or a projection.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image

PLANES = {  # right, down and depth directions of the image in body coordinates
    "Axial": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "Coronal": ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
    "Sagittal": ((0, 1, 0), (0, 0, -1), (1, 0, 0)),
}


def smooth_noise(rng: np.random.Generator, height: int, width: int, cells: float) -> np.ndarray:
    """Band-limited noise of unit deviation: `cells` random nodes over the shorter side, bicubic between them."""
    step = min(height, width) / cells
    nodes = rng.standard_normal((int(height / step) + 3, int(width / step) + 3)).astype(np.float32)
    image = Image.fromarray(nodes).resize((width, height), Image.BICUBIC)
    return np.asarray(image) * np.float32(1.35)


@dataclass(frozen=True)
class Solid:
    """An ellipsoid of one tissue; `roi` names the structure it belongs to, `rough` folds its surface."""

    tissue: str
    centre: tuple[float, float, float]
    radii: tuple[float, float, float]
    roi: str = ""
    turn: tuple[float, float, float] = (0.0, 0.0, 0.0)  # degrees about x, y, z
    rough: float = 0.0
    inside: str = "soft"  # the tissue it displaces, for projections


def rotation(turn: tuple[float, float, float]) -> np.ndarray:
    a, b, c = np.radians(turn)
    rx = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    ry = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    rz = np.array([[np.cos(c), -np.sin(c), 0], [np.sin(c), np.cos(c), 0], [0, 0, 1]])
    return rz @ ry @ rx


class Frame:
    """A sampled image plane: body coordinates of every pixel, gently warped so that no two bodies are alike."""

    def __init__(self, rng: np.random.Generator, height: int, width: int, plane: str, offset: float = 0.0,
                 span: float = 1.0, shift: tuple[float, float] = (0.0, 0.0), tilt: float = 0.0, warp: float = 0.02):
        self.pixel = 2 * span / min(height, width)
        v, u = np.mgrid[0:height, 0:width].astype(np.float32)
        u = (u - (width - 1) / 2) * self.pixel
        v = (v - (height - 1) / 2) * self.pixel
        c, s = np.float32(np.cos(np.radians(tilt))), np.float32(np.sin(np.radians(tilt)))
        self.place(rng, c * u + s * v + np.float32(shift[0]), -s * u + c * v + np.float32(shift[1]), plane, offset, warp)

    def place(self, rng: np.random.Generator, u: np.ndarray, v: np.ndarray, plane: str, offset: float, warp: float) -> None:
        self.height, self.width = height, width = u.shape
        self.right, self.down, self.depth = (np.array(axis, float) for axis in PLANES[plane])
        self.offset = offset
        self.straight = u, v
        self.u = u + np.float32(warp) * smooth_noise(rng, height, width, 2.5)
        self.v = v + np.float32(warp) * smooth_noise(rng, height, width, 2.5)
        self.uu, self.uv, self.vv = self.u * self.u, self.u * self.v, self.v * self.v
        self.folds = np.clip(smooth_noise(rng, height, width, 22), -1.3, 1.3)

    def _quadratic(self, c: list[float]) -> np.ndarray:
        c = [np.float32(x) for x in c]
        return c[0] * self.uu + c[1] * self.uv + c[2] * self.vv + c[3] * self.u + c[4] * self.v + c[5]

    def _linear(self, solid: Solid):
        """Solid coordinates as a u + b v + d t + c: the ellipsoid is where their square sum is below one."""
        m = rotation(solid.turn).T / np.array(solid.radii)[:, None]
        return m @ self.right, m @ self.down, m @ self.depth, -m @ np.array(solid.centre)

    def cover(self, solid: Solid) -> np.ndarray:
        """How much of every pixel the slice of the solid covers, 0..1."""
        a, b, d, c = self._linear(solid)
        c = c + d * self.offset
        s = self._quadratic([a @ a, 2 * a @ b, b @ b, 2 * a @ c, 2 * b @ c, c @ c])
        np.sqrt(np.maximum(s, 0, out=s), out=s)
        if solid.rough:
            s = s + np.float32(solid.rough) * self.folds
        edge = np.float32(min(solid.radii) / self.pixel)
        return np.clip((1 - s) * edge + np.float32(0.5), 0, 1)

    def chord(self, solid: Solid) -> np.ndarray:
        """Length inside the solid of the ray through every pixel, along the plane's depth."""
        a, b, d, c = self._linear(solid)
        k = d @ d

        def form(p, q):  # of the discriminant (d.q)^2 - k (q.q - 1), with q = a u + b v + c
            return (d @ p) * (d @ q) - k * (p @ q)

        disc = self._quadratic([form(a, a), 2 * form(a, b), form(b, b), 2 * form(a, c), 2 * form(b, c),
                                form(c, c) + k])
        return np.sqrt(np.maximum(disc, 0)) * np.float32(2 / k)

    def body(self):
        """Body coordinates x, y, z of every pixel."""
        return tuple(self.u * np.float32(r) + self.v * np.float32(d) + np.float32(o * self.offset)
                     for r, d, o in zip(self.right, self.down, self.depth))
