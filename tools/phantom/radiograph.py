"""Chest radiographs: the thorax projected from behind or from the side, with or without its bones."""
from __future__ import annotations

import numpy as np

from geometry import Frame, Solid, smooth_noise
from lesions import Extent, draw_outline
from physics import attenuation, show_xray
from scene import Projection, Study
from thorax import FOCAL, LUNG_RADII, column, draw_finding, focal_look, lung, one_lung, rib_band, torso, vessels
from vocabulary import HEALTHY

PLANES = {"Posteroanterior": "Coronal", "Lateral": "Sagittal"}
CONTRAST = {"Lung carcinoma": 0.62, "Granuloma": 0.85, "Pneumonia": 0.55}


def draw_radiograph(rng: np.random.Generator, region: str, modality: str, healthy: bool) -> Study:
    disease, extent, heart = draw_finding(rng, region, modality, healthy)
    height, width = (int(x) for x in rng.integers(144, 193, 2))
    view = str(rng.choice(list(PLANES), p=[0.6, 0.4]))
    protocol = str(rng.choice(["Conventional radiograph", "Bone-suppressed radiograph"]))
    frontal = view == "Posteroanterior"
    frame = Frame(rng, height, width, PLANES[view], 0.0, float(rng.uniform(0.93, 1.08)),
                  (float(rng.normal(0, 0.03)), float(rng.normal(0.02, 0.04))), float(rng.normal(0, 3)), 0.02)
    scale = np.float32(2.3 if frontal else 1.7)
    scene = Projection(frame, lambda tissue: scale * attenuation(tissue))
    scene.paint(*torso(rng, heart))
    scene.paint(*(Solid("soft", (side * 0.98, 0, 0.85), (0.22, 0.2, 0.5), inside="air") for side in (-1, 1)))  # shoulders
    if protocol == "Conventional radiograph":
        add_bones(rng, scene)
    scene.add(0.2, vessels(rng, frame) * np.clip(frame.chord(lung(-1)) + frame.chord(lung(1)), 0, 1))
    study = Study(scene.image, {}, view, protocol, disease, "Absent" if disease == HEALTHY else extent.grade)
    if disease in FOCAL:
        add_focus(rng, scene, study, extent)
    elif disease == "Pleural effusion":
        add_effusion(rng, scene, extent, frontal)
    elif disease == "Pneumothorax":
        add_pneumothorax(rng, scene, extent)
    study.image = show_xray(rng, scene.image)
    study.structures = scene.structures() if frontal else one_lung(scene.structures())
    study.structures.pop("Descending aorta", None)  # lost in the heart's and the spine's shadow
    return study


def add_bones(rng: np.random.Generator, scene: Projection) -> None:
    """Spine, ribs, clavicles."""
    before = scene.labels.copy()
    scene.paint(*column(rng))
    np.copyto(scene.labels, before, where=before > 0)  # what lies in front keeps its outline
    add_ribs_projected(rng, scene)
    for side in (-1, 1):
        scene.paint(Solid("bone", (side * 0.45, -0.2, 0.8), (0.38, 0.05, 0.04), turn=(0, side * 12, 0), inside="soft"))


def add_ribs_projected(rng: np.random.Generator, scene: Projection) -> None:
    """Both crossings of every ray with the thoracic shell, each weighted by its obliquity."""
    frame = scene.frame
    frontal = bool(frame.right[0])
    half, depth = (0.87, 0.58) if frontal else (0.58, 0.87)
    ratio = np.clip(frame.u / np.float32(half), -0.999, 0.999)
    root = np.sqrt(1 - ratio * ratio)
    weight = np.minimum(1 / (root + 0.12), 4) * (np.abs(frame.u) < half)
    z = -frame.v
    taper = np.clip((z + 1.0) / 0.15, 0, 1) * np.clip((1.0 - z) / 0.15, 0, 1)
    band = rib_band(rng)
    for side in (-1, 1):
        y = np.float32(side * depth) * root if frontal else frame.u
        height = z if frontal else z + np.float32(0.03 * side)
        scene.add(0.042 * scene.mu("bone"), weight * taper * np.clip(band(y, height) * 4 - 1.2, 0, 1))


def lung_site(rng: np.random.Generator, frame: Frame) -> tuple[float, float]:
    """A point in a lung, on the plane of the frame."""
    side = rng.choice([-1, 1])
    x, y, z = side * rng.uniform(0.36, 0.58), rng.uniform(-0.22, 0.25), rng.uniform(-0.2, 0.42)
    if side > 0 and z < 0.1:
        x += 0.1
    point = np.array([x, y, z])
    return float(point @ frame.right), float(point @ frame.down)


def add_focus(rng: np.random.Generator, scene: Projection, study: Study, extent: Extent) -> None:
    frame, disease = scene.frame, study.disease
    study.shape, study.margin, radius = focal_look(rng, disease, extent)
    outline = draw_outline(rng, frame, lung_site(rng, frame), radius, study.shape, study.margin)
    ball = np.sqrt(np.clip(1 - (1 - np.clip(outline.depth, 0, 1)) ** 2, 0, 1)) * outline.cover
    strength = CONTRAST[disease] * rng.uniform(0.8, 1.15)
    if disease == "Pneumonia":
        ball = ball * (1 + 0.35 * smooth_noise(rng, frame.height, frame.width, 14))
    scene.add(strength, ball)
    scene.mark(outline.cover, "Lesion")


def add_effusion(rng: np.random.Generator, scene: Projection, extent: Extent, frontal: bool) -> None:
    """Fluid up to a level; its meniscus climbs towards the chest wall."""
    frame, side = scene.frame, rng.choice([-1, 1])
    level = extent.between(-0.48, 0.1)
    across = frame.u * np.float32(side) if frontal else np.abs(frame.u)
    surface = np.float32(level) + np.float32(0.3) * np.clip((across - 0.35) / 0.45, -1, 1) ** 2 * (across > 0.35)
    fluid = np.clip((surface - (-frame.v)) / 0.05 + 0.5, 0, 1)
    where = (frame.u * np.float32(side) > 0.1) if frontal else np.ones_like(frame.u, bool)
    fluid = fluid * np.clip(frame.chord(lung(side)) * 2, 0, 1) * where
    scene.add(1.1 if frontal else 0.7, fluid)
    scene.mark(fluid, "Lesion")


def add_pneumothorax(rng: np.random.Generator, scene: Projection, extent: Extent) -> None:
    """A shrunken, denser lung inside a rim of free air."""
    frame, side = scene.frame, rng.choice([-1, 1])
    shrink = 1 - extent.between(0.1, 0.42)
    small = Solid("lung", (side * (0.45 - 0.37 * (1 - shrink)), 0.02, -0.02 - 0.82 * (1 - shrink) * 0.5),
                  tuple(r * shrink for r in LUNG_RADII))
    outer, inner = frame.chord(lung(side)), frame.chord(small)
    gap = np.clip(outer * 3, 0, 1) * (1 - np.clip(inner * 4, 0, 1))
    scene.add(-0.34, gap)
    scene.add(0.2, np.clip(inner * 2, 0, 1))
    scene.mark(gap, "Lesion")
