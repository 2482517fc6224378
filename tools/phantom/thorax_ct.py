"""Thoracic CT: slices of the thorax in three planes and three windows."""
from __future__ import annotations

import numpy as np
from scipy.ndimage import distance_transform_edt

from geometry import Frame, Solid
from lesions import Extent, draw_outline
from physics import hounsfield, show_ct
from scene import Slice, Study
from thorax import FOCAL, LUNG_RADII, column, draw_finding, focal_look, one_lung, rib_band, torso, vessels
from vocabulary import HEALTHY

OFFSETS = {"Axial": (-0.45, 0.1), "Coronal": (-0.12, 0.1), "Sagittal": (0.3, 0.5)}
# where a large heart can be told from a normal one
HEART_OFFSETS = {"Axial": (-0.45, -0.1), "Coronal": (-0.2, 0.02), "Sagittal": (0.26, 0.4)}


def draw_thorax_ct(rng: np.random.Generator, region: str, modality: str, healthy: bool) -> Study:
    disease, extent, heart = draw_finding(rng, region, modality, healthy)
    height, width = (int(x) for x in rng.integers(144, 193, 2))
    view = str(rng.choice(list(OFFSETS)))
    # every finding shows in every window, but free air only where lung and air differ
    windows = ["Lung window", "Soft-tissue window", "Bone window"]
    protocol = "Lung window" if disease == "Pneumothorax" else str(rng.choice(windows))
    offset = float(rng.uniform(*(HEART_OFFSETS if disease == "Cardiomegaly" else OFFSETS)[view]))
    side = int(rng.choice([-1, 1]))
    if view == "Sagittal" and disease != "Cardiomegaly":
        offset *= side
    span = float(rng.uniform(0.86, 1.05) if view != "Axial" else rng.uniform(0.74, 0.9))
    frame = Frame(rng, height, width, view, offset, span, (float(rng.normal(0, 0.03)), float(rng.normal(0, 0.03))),
                  float(rng.normal(0, 4)), 0.02)
    scene = Slice(frame, hounsfield)
    scene.paint(*torso(rng, heart))
    scene.paint(*column(rng))
    add_ribs_sliced(rng, scene)
    lungs = aerated(scene)
    scene.image += vessels(rng, frame) * 420 * lungs
    study = Study(scene.image, {}, view, protocol, disease, "Absent" if disease == HEALTHY else extent.grade)
    if disease in FOCAL:
        add_focus(rng, scene, study, extent, lungs)
    elif disease == "Pleural effusion":
        add_effusion(scene, extent, lungs, view, side)
    elif disease == "Pneumothorax":
        add_pneumothorax(scene, extent, lungs, side)
    study.image = show_ct(rng, scene.image, protocol)
    study.structures = one_lung(scene.structures()) if view == "Sagittal" else scene.structures()
    return study


def add_ribs_sliced(rng: np.random.Generator, scene: Slice) -> None:
    frame = scene.frame
    x, y, z = frame.body()
    radius = np.sqrt((x / np.float32(0.89)) ** 2 + (y / np.float32(0.595)) ** 2)
    band = rib_band(rng)
    alpha = np.clip((0.045 - np.abs(radius - 1)) / 0.02, 0, 1) * np.clip(band(y, z) * 4 - 0.6, 0, 1)
    scene.blend("bone", alpha * (np.abs(z) < 1.05))


def aerated(scene: Slice) -> np.ndarray:
    """1 where there is lung: dark, and inside the rib cage."""
    frame = scene.frame
    x, y, _ = frame.body()
    lungs = (scene.image < -400) & (np.hypot(frame.u, frame.v) < 1.3) & ((x / 0.93) ** 2 + (y / 0.63) ** 2 < 1)
    return lungs.astype(np.float32)


def add_focus(rng: np.random.Generator, scene: Slice, study: Study, extent: Extent, lungs: np.ndarray) -> None:
    study.shape, study.margin, radius = focal_look(rng, study.disease, extent)
    outline = draw_outline(rng, scene.frame, inside_point(rng, lungs, scene.frame), radius, study.shape, study.margin)
    cover = outline.cover * np.maximum(lungs, outline.depth > 0.1)
    scene.blend("soft", cover * np.float32(rng.uniform(0.85, 1) if study.disease == "Pneumonia" else 1), "Lesion")
    if study.disease == "Granuloma":
        scene.blend("calcium", np.clip((outline.depth - 0.55) * 8, 0, 1), "Lesion")


def add_effusion(scene: Slice, extent: Extent, lungs: np.ndarray, view: str, side: int) -> None:
    """Fluid sinks to the back of a lying patient, and to the base where the plane shows it."""
    x, y, z = scene.frame.body()
    toward = np.float32(side) * x if view != "Sagittal" else np.ones_like(x)
    gravity = y if view == "Axial" else -z
    low, high = (0.35, -0.1) if view == "Axial" else (0.45, -0.1)
    level = np.float32(extent.between(low, high)) - 0.25 * np.clip((np.abs(x) - 0.45) / 0.4, 0, 1) ** 2
    scene.blend("fluid", np.clip((gravity - level) / 0.03 + 0.5, 0, 1) * lungs * (toward > 0), "Lesion")


def add_pneumothorax(scene: Slice, extent: Extent, lungs: np.ndarray, side: int) -> None:
    """A shrunken, denser lung inside a rim of free air. Sagittal planes lie on the affected side."""
    shrink = 1 - extent.between(0.12, 0.45)
    small = Solid("lung", (side * (0.45 - 0.3 * (1 - shrink)), 0.02 + 0.2 * (1 - shrink), -0.02 - 0.2 * (1 - shrink)),
                  tuple(r * shrink for r in LUNG_RADII))
    cover = scene.frame.cover(small)
    here = np.float32(side) * scene.frame.body()[0] > 0.05
    scene.blend("air", lungs * (1 - cover) * here, "Lesion")
    scene.image += 130 * cover * lungs * here


def inside_point(rng: np.random.Generator, mask: np.ndarray, frame: Frame) -> tuple[float, float]:
    """A random point well inside a mask, in plane coordinates."""
    depth = distance_transform_edt(mask[::2, ::2])
    rows, columns = np.nonzero(depth > 0.45 * depth.max())
    i = int(rng.integers(len(rows)))
    return float(frame.u[2 * rows[i], 2 * columns[i]]), float(frame.v[2 * rows[i], 2 * columns[i]])
