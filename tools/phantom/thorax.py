"""Thorax phantom for Chest and Lungs: the anatomy and findings that radiographs and CT share."""
from __future__ import annotations

import numpy as np

from geometry import Frame, Solid, smooth_noise
from lesions import Extent, draw_extent
from vocabulary import DISEASES, HEALTHY

LUNG_RADII = (0.37, 0.47, 0.82)
FOCAL = DISEASES["Lungs", "CT"]


def torso(rng: np.random.Generator, heart_scale: float) -> list[Solid]:
    """Skin to lungs, mediastinum, diaphragm, heart, great vessels, trachea."""
    k = rng.uniform(0.93, 1.07, 6)
    hs = heart_scale
    return [
        Solid("fat", (0, 0, 0), (0.99, 0.69, 2.6), inside="air"),
        Solid("muscle", (0, 0, 0), (0.92, 0.62, 2.5), inside="fat"),
        Solid("soft", (0, 0, -0.1), (0.86, 0.57, 1.6), inside="muscle"),
        Solid("lung", (-0.45, 0.02, -0.02), (LUNG_RADII[0] * k[0], *LUNG_RADII[1:]), "Right lung", (0, 5, 0)),
        Solid("lung", (0.45, 0.02, -0.02), (LUNG_RADII[0] * k[0], *LUNG_RADII[1:]), "Left lung", (0, -5, 0)),
        Solid("soft", (0, 0.0, 0.0), (0.13, 0.42, 1.2), inside="lung"),
        Solid("liver", (-0.42, 0.0, -1.03), (0.47, 0.52, 0.5 * k[1]), "Liver", inside="lung"),
        Solid("soft", (0.42, 0.0, -1.14), (0.45, 0.5, 0.5 * k[1]), inside="lung"),
        Solid("fat", (0.12, -0.13, -0.3), (0.36 * hs, 0.29 * hs, 0.37 * hs), "Heart", (0, 0, 25), inside="lung"),
        Solid("blood", (0.12, -0.13, -0.3), (0.34 * hs, 0.27 * hs, 0.35 * hs), "Heart", (0, 0, 25), inside="fat"),
        Solid("blood", (-0.03, -0.08, 0.2), (0.09, 0.09, 0.3), inside="soft"),
        Solid("blood", (0.08, 0.05, 0.4), (0.12, 0.22, 0.08), inside="soft"),
        Solid("blood", (0.13, 0.29, -0.2), (0.075, 0.075, 0.62), "Descending aorta", inside="soft"),
        Solid("air", (0.0, 0.1, 0.75), (0.055, 0.055, 0.5), "Trachea", inside="soft"),
    ]


def column(rng: np.random.Generator) -> list[Solid]:
    """Vertebrae one by one, so that discs show between them, and the spinous processes as one ridge."""
    start = rng.uniform(-0.1, 0.1)
    vertebrae = []
    for i in range(-7, 8):
        z = i * 0.2 + start
        vertebrae.append(Solid("marrow", (0, 0.43, z), (0.125, 0.11, 0.1), "Vertebra", inside="soft"))
    vertebrae.append(Solid("bone", (0, 0.6, 0), (0.04, 0.055, 1.4), "Vertebra", inside="soft"))
    return vertebrae


def rib_band(rng: np.random.Generator):
    """A function of body y and z, positive where a rib is; ribs slant downwards to the front."""
    phase, pitch, slope = rng.uniform(0, 6.28), rng.uniform(0.21, 0.26), rng.uniform(0.4, 0.65)

    def band(y, z):
        return np.cos((z + np.float32(slope) * y) * np.float32(2 * np.pi / pitch) + np.float32(phase))

    return band


def lung(side: int) -> Solid:
    return Solid("lung", (side * 0.45, 0.02, -0.02), LUNG_RADII)


def vessels(rng: np.random.Generator, frame: Frame) -> np.ndarray:
    """Branch-like ridges of two random fields."""
    n = smooth_noise(rng, frame.height, frame.width, 13)
    m = smooth_noise(rng, frame.height, frame.width, 26)
    return np.maximum(np.exp(-(n / 0.09) ** 2) * 0.9, np.exp(-(m / 0.10) ** 2) * 0.55)


def draw_finding(rng: np.random.Generator, region: str, modality: str, healthy: bool) -> tuple[str, Extent, float]:
    """Diagnosis, its extent, and the size of the heart, which is what cardiomegaly changes."""
    disease = HEALTHY if healthy else str(rng.choice(DISEASES[region, modality]))
    extent = draw_extent(rng)
    heart = float(rng.uniform(0.9, 1.06))
    if disease == "Cardiomegaly":
        heart = extent.between(1.2, 1.62)
    return disease, extent, heart


def focal_look(rng: np.random.Generator, disease: str, extent: Extent) -> tuple[str, str, float]:
    """Shape, margin and radius of a lung lesion: these decide the diagnosis."""
    smooth = str(rng.choice(["Round", "Oval"]))
    shape, margin = {"Lung carcinoma": ("Irregular", "Spiculated"), "Granuloma": (smooth, "Smooth"),
                     "Pneumonia": ("Irregular", "Ill-defined")}[disease]
    return shape, margin, extent.between(0.16, 0.34) if disease == "Pneumonia" else extent.between(0.07, 0.2)


def one_lung(structures: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Seen from the side nobody can tell right from left."""
    sides = [structures.pop(name) for name in ("Right lung", "Left lung") if name in structures]
    return {**structures, "Lung": np.logical_or.reduce(sides)} if sides else structures
