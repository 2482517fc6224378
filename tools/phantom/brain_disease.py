"""Diseases of the head phantom: tumours, infarct, bleeding, fracture, metastases."""
from __future__ import annotations

import numpy as np

from geometry import Frame, Solid
from lesions import draw_extent, draw_outline
from scene import Slice, Study


def intracranial_site(rng: np.random.Generator, frame: Frame, low: float, high: float):
    """A point of the cerebral hemispheres at a fraction low..high of the way from the middle to the skull."""
    angle = rng.uniform(0, 2 * np.pi)
    if frame.down[2]:  # keep above the skull base where the plane shows it
        angle = rng.uniform(-np.pi * 0.95, -np.pi * 0.05)
    cu, cv = (0.67 if frame.right[0] else 0.83), (0.82 if frame.down[2] else 0.83)
    shrink = np.sqrt(max(1 - (frame.offset / 0.83) ** 2, 0.3))
    f = rng.uniform(low, high) * shrink
    return float(f * cu * np.cos(angle)), float(f * cv * np.sin(angle)), angle


def turned(theta: np.ndarray, angle: float) -> np.ndarray:
    """Angle between each direction and `angle`, 0..pi."""
    return np.abs((theta - np.float32(angle) + np.pi) % (2 * np.pi) - np.pi)


def add_disease(rng: np.random.Generator, scene: Slice, study: Study, disease: str) -> None:
    """Draws the disease into the scene and writes its truth into the study."""
    frame, extent = scene.frame, draw_extent(rng)
    study.disease, study.grade = disease, extent.grade
    # how far the lesion differs from what it replaces: faint ones are meant to be missed
    inside = frame.cover(Solid("csf", (0, 0, 0), (0.665, 0.83, 0.815))) * np.float32(rng.uniform(0.55, 1))

    def put(tissue, outline, roi="", strength=1.0):
        scene.blend(tissue, outline.cover * inside * np.float32(strength), roi)

    if disease == "Meningioma":
        study.margin = "Smooth"  # the skull cuts its outline, so no shape is claimed
        u, v, _ = intracranial_site(rng, frame, 0.8, 0.9)
        radius = extent.between(0.11, 0.3)
        put("csf", draw_outline(rng, frame, (u, v), radius * 1.1, "Round", "Smooth"), strength=0.5)
        shape = str(rng.choice(["Round", "Oval"]))
        put("meningioma", draw_outline(rng, frame, (u, v), radius, shape, "Smooth"), "Lesion")
    elif disease == "Glioma":
        study.shape, study.margin = "Irregular", "Ill-defined"
        u, v, _ = intracranial_site(rng, frame, 0.35, 0.62)
        radius = extent.between(0.12, 0.31)
        put("oedema", draw_outline(rng, frame, (u, v), radius * 1.5, "Irregular", "Ill-defined"), strength=0.8)
        core = draw_outline(rng, frame, (u, v), radius, "Irregular", "Ill-defined")
        put("tumour", core, "Lesion")
        scene.blend("necrosis", np.clip((core.depth - 0.4) * 6, 0, 1) * inside, "Lesion")
    elif disease == "Cerebral infarction":
        study.shape = "Wedge-shaped"
        _, _, angle = intracranial_site(rng, frame, 0.5, 0.5)
        spread = extent.between(0.16, 0.55)
        theta = np.arctan2(frame.v, frame.u)
        off = turned(theta, angle)
        radius = np.hypot(frame.u, frame.v)
        wedge = np.clip((np.float32(spread) - off) * radius / 0.05 + 0.5, 0, 1) * np.clip((radius - 0.32) / 0.08, 0, 1)
        scene.blend("oedema", wedge * inside * np.float32(0.85), "Lesion")
    elif disease == "Intracerebral haemorrhage":
        study.shape, study.margin = str(rng.choice(["Oval", "Irregular"])), "Smooth"
        u, v, _ = intracranial_site(rng, frame, 0.25, 0.55)
        radius = extent.between(0.10, 0.28)
        put("oedema", draw_outline(rng, frame, (u, v), radius * 1.25, study.shape, "Ill-defined"), strength=0.7)
        put("haemorrhage", draw_outline(rng, frame, (u, v), radius, study.shape, "Smooth"), "Lesion")
    elif disease == "Skull fracture":
        _, _, angle = intracranial_site(rng, frame, 0.9, 0.9)
        radius, theta = np.hypot(frame.u, frame.v), np.arctan2(frame.v, frame.u)
        off = turned(theta, angle) * radius
        within = frame.cover(Solid("soft", (0, 0, 0), (0.69, 0.855, 0.84)))
        shell = frame.cover(Solid("bone", (0, 0, 0), (0.75, 0.915, 0.9))) * (1 - within)
        gap = np.clip((np.float32(extent.between(0.012, 0.09)) - off) / frame.pixel + 0.5, 0, 1) * shell
        scene.blend("soft", gap, "Lesion")
    else:  # metastases: number decides, not size
        study.shape, study.margin = "Round", "Smooth"
        for _ in range(int(extent.between(2, 10.99))):
            u, v, _ = intracranial_site(rng, frame, 0.25, 0.85)
            radius = rng.uniform(0.05, 0.085)
            put("oedema", draw_outline(rng, frame, (u, v), radius * 1.6, "Round", "Ill-defined"), strength=0.7)
            put("tumour", draw_outline(rng, frame, (u, v), radius, "Round", "Smooth"), "Lesion")
