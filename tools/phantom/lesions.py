"""Focal lesions: shape and margin make the outline, size makes the grade."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geometry import Frame

GRADES = ("Mild", "Moderate", "Severe")


@dataclass(frozen=True)
class Extent:
    """Where in its range a finding lies; thirds of the range are the three grades, with no gap at the limits."""

    fraction: float

    @property
    def grade(self) -> str:
        return GRADES[min(int(self.fraction * 3), 2)]

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.fraction


def draw_extent(rng: np.random.Generator) -> Extent:
    return Extent(float(rng.random()))


@dataclass(frozen=True)
class Outline:
    """Relative depth inside the lesion (1 at its centre, 0 on its border, negative outside) and its coverage."""

    depth: np.ndarray
    cover: np.ndarray


def draw_outline(rng: np.random.Generator, frame: Frame, centre: tuple[float, float], radius: float,
                 shape: str, margin: str) -> Outline:
    """A star-shaped outline r(theta). Lobes are low harmonics, irregularity several, spicules narrow peaks."""
    u, v = frame.straight  # unwarped: what is called round is round
    du, dv = u - np.float32(centre[0]), v - np.float32(centre[1])
    turn = rng.uniform(0, np.pi)
    c, s = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    round_, oval, other = rng.uniform(1.0, 1.08), rng.uniform(1.35, 1.7), rng.uniform(1.05, 1.25)
    stretch = np.float32({"Round": round_, "Oval": oval}.get(shape, other))
    along, across = (c * du + s * dv) / np.sqrt(stretch), (c * dv - s * du) * np.sqrt(stretch)
    distance = np.hypot(along, across)
    theta = np.arctan2(across, along)
    reach = np.ones_like(theta)
    phase = rng.uniform(0, 2 * np.pi, 6)
    if shape == "Lobulated":
        lobes = int(rng.integers(3, 6))
        reach += np.float32(rng.uniform(0.36, 0.48) / lobes) * np.cos(lobes * theta + phase[0])
    elif shape == "Irregular":
        for order, size in ((2, 0.13), (3, 0.13), (5, 0.10), (7, 0.06)):
            reach += np.float32(size * rng.uniform(0.7, 1.2)) * np.cos(order * theta + phase[order % 6])
    if margin == "Spiculated":
        count = int(rng.integers(9, 15))
        spikes = np.maximum(np.cos(count * theta + phase[1] + 1.5 * np.cos(2 * theta + phase[2])), 0) ** 6
        uneven = 0.35 + 0.65 * np.cos(1.5 * theta + phase[3]) ** 2
        reach = 0.85 * reach + np.float32(rng.uniform(0.3, 0.8)) * spikes * uneven
    depth = 1 - distance / (np.float32(radius) * reach)
    softness = 0.55 if margin == "Ill-defined" else max(frame.pixel / radius, 0.05)
    return Outline(depth, np.clip(depth / np.float32(softness) + 0.5, 0, 1))
