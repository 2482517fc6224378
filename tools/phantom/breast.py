"""Breast phantom: mammograms (two projections), MRI (two planes), hand-held ultrasound."""
from __future__ import annotations

import numpy as np

from geometry import Frame, Solid, smooth_noise
from lesions import Extent, draw_extent, draw_outline
from physics import attenuation, show_mri, show_xray, spin_echo
from probe import Beams
from scene import Projection, Slice, Study
from sonogram import Sonogram
from vocabulary import DISEASES, HEALTHY


DENSITY = {"Breast cyst": 0.3, "Fibroadenoma": 0.36, "Breast carcinoma": 0.5}
ECHO_TISSUE = {"Breast cyst": "cyst", "Fibroadenoma": "fibroadenoma", "Breast carcinoma": "carcinoma"}
# decibels a body unit: fluid lets the beam pass, a carcinoma swallows it
BEAM_LOSS = {"Breast cyst": -16, "Fibroadenoma": -2, "Breast carcinoma": 42}


def appearance(rng: np.random.Generator, disease: str) -> tuple[str, str]:
    """Shape and margin decide: round and smooth a cyst, oval or lobed and smooth a fibroadenoma, spiculated a carcinoma."""
    return {"Breast cyst": ("Round", "Smooth"), "Fibroadenoma": (str(rng.choice(["Oval", "Lobulated"])), "Smooth"),
            "Breast carcinoma": ("Irregular", "Spiculated")}[disease]


def draw_breast(rng: np.random.Generator, modality: str, healthy: bool) -> Study:
    disease = HEALTHY if healthy else str(rng.choice(DISEASES["Breast", modality]))
    extent = draw_extent(rng)
    height, width = (int(x) for x in rng.integers(144, 193, 2))
    shape, margin = ("n/a", "n/a") if healthy else appearance(rng, disease)
    draw = {"X-ray": mammogram, "MRI": resonance, "Ultrasound": sonography}[modality]
    study = draw(rng, disease, extent, shape, margin, height, width)
    study.disease, study.shape, study.margin = disease, shape, margin
    if not healthy:
        study.grade = extent.grade
    return study


def mammogram(rng, disease, extent: Extent, shape, margin, height, width) -> Study:
    view = str(rng.choice(["Craniocaudal", "Mediolateral oblique"]))
    oblique = view == "Mediolateral oblique"
    frame = Frame(rng, height, width, "Coronal", 0.0, float(rng.uniform(0.92, 1.08)), tilt=float(rng.normal(0, 4)),
                  warp=0.03)
    edge = -width / min(height, width)
    scene = Projection(frame, lambda tissue: 2.2 * attenuation(tissue))
    long, half = rng.uniform(1.25, 1.5), rng.uniform(0.62, 0.82)
    drop = -0.12 if oblique else 0.0
    breast = Solid("fat", (edge - 0.05, 0, drop), (long, 0.4, half), turn=(0, 10 if oblique else 0, 0), inside="air")
    scene.paint(breast)
    tip = edge - 0.05 + long
    scene.paint(Solid("soft", (tip - 0.01, 0, drop - (0.2 if oblique else 0)), (0.07, 0.1, 0.06), "Nipple", inside="air"))
    gland = frame.chord(Solid("gland", (edge + 0.42 * long, 0, drop - 0.05 * oblique), (0.42 * long, 0.3, 0.68 * half)))
    density = rng.uniform(0.5, 1.25)
    weave = np.clip(0.45 + 0.45 * smooth_noise(rng, height, width, 6) + 0.3 * smooth_noise(rng, height, width, 16), 0, 1.5)
    scene.add(0.6 * density, gland * weave)
    scene.mark((gland > 0.2).astype(np.float32), "Fibroglandular tissue")
    if oblique:
        tail = Solid("fat", (edge - 0.1, 0, 0.9), (0.75, 0.22, 0.9), turn=(0, -14, 0), inside="air")  # towards the armpit
        muscle = Solid("muscle", (edge - 0.1, 0, 1.0), (rng.uniform(0.45, 0.6), 0.5, 1.3), "Pectoral muscle",
                       (0, -14, 0), inside="fat")
        scene.paint(tail, muscle)
        scene.add(0.15, frame.chord(muscle))
    if disease != HEALTHY:
        centre = (float(edge + rng.uniform(0.3, 0.68) * long), float(-drop + rng.uniform(-0.45, 0.45) * half))
        outline = draw_outline(rng, frame, centre, extent.between(0.09, 0.24), shape, margin)
        ball = np.sqrt(np.clip(1 - (1 - np.clip(outline.depth, 0, 1)) ** 2, 0, 1)) * outline.cover
        scene.add(DENSITY[disease] * rng.uniform(0.75, 1.3), ball)
        if disease == "Breast carcinoma" and rng.random() < 0.5:
            specks = rng.random((height, width), np.float32) < 0.03
            scene.add(0.5, specks * (outline.depth > 0.1))
        scene.mark(outline.cover, "Lesion")
    study = Study(show_xray(rng, scene.image), scene.structures(), view)
    if rng.random() < 0.5:  # the other side's breast
        study.image = study.image[:, ::-1]
        study.structures = {name: mask[:, ::-1] for name, mask in study.structures.items()}
    return study


# fat-suppressed T1 after gadolinium: what takes up contrast shines
ENHANCED = {"air": 0.0, "lung": 0.05, "fat": 0.12, "muscle": 0.3, "soft": 0.3, "bone": 0.08, "marrow": 0.15, "gland": 0.38,
            "blood": 0.85, "fluid": 0.1, "fibroadenoma": 0.85, "carcinoma": 0.95}
LESION_TISSUE = {"Breast cyst": "fluid", "Fibroadenoma": "oedema", "Breast carcinoma": "tumour"}


def resonance(rng, disease, extent: Extent, shape, margin, height, width) -> Study:
    view = str(rng.choice(["Axial", "Sagittal"]))
    protocol = str(rng.choice(["T1-weighted", "T2-weighted", "Contrast-enhanced T1-weighted"]))
    enhanced = protocol.startswith("Contrast")
    signal = ENHANCED.__getitem__ if enhanced else spin_echo(protocol)
    side = int(rng.choice([-1, 1]))
    axial = view == "Axial"
    offset = float(rng.uniform(-0.08, 0.08)) + (0 if axial else side * 0.46)
    span = float(rng.uniform(0.92, 1.08) if axial else rng.uniform(0.62, 0.78))
    shift = float(rng.normal(0 if axial else -0.25, 0.03)), float(rng.normal(-0.2 if axial else 0, 0.03))
    frame = Frame(rng, height, width, view, offset, span, shift, float(rng.normal(0, 4)), 0.03)
    scene = Slice(frame, signal)
    size = rng.uniform(0.9, 1.1)
    for s in (-1, 1):
        scene.paint(Solid("gland", (s * 0.46, -0.32, 0), (0.4 * size, 0.52 * size, 0.48 * size)),
                    Solid("fat", (s * 0.46, -0.32, 0), (0.375 * size, 0.495 * size, 0.455 * size), "Subcutaneous fat"),
                    Solid("gland", (s * 0.46, -0.82 * size, 0), (0.05, 0.07, 0.05), "Nipple"))
    scene.paint(Solid("fat", (0, 0.5, 0), (1.08, 0.62, 2)),
                Solid("muscle", (0, 0.55, 0), (1.03, 0.58, 2), "Pectoral muscle"),
                Solid("bone", (0, 0.6, 0), (0.92, 0.54, 2)), Solid("muscle", (0, 0.6, 0), (0.88, 0.5, 2)),
                Solid("lung", (-0.5, 0.65, 0), (0.34, 0.42, 1.5)), Solid("lung", (0.5, 0.65, 0), (0.34, 0.42, 1.5)),
                Solid("blood", (0.15, 0.45, 0), (0.33, 0.27, 0.4)))
    for s in (-1, 1):
        scene.paint(Solid("gland", (s * 0.46, -0.42, 0), (0.22 * size, 0.3 * size, 0.27 * size),
                          "Fibroglandular tissue", rough=0.28))
    if disease != HEALTHY:
        middle = np.array([side * 0.46, -0.4, 0.0])
        reach = np.array([0.17, 0.22, 0.2])
        point = middle + rng.uniform(-1, 1, 3) * reach
        outline = draw_outline(rng, frame, (float(point @ frame.right), float(point @ frame.down)),
                               extent.between(0.06, 0.19), shape, margin)
        tissue = LESION_TISSUE[disease]
        if enhanced and tissue != "fluid":
            tissue = "fibroadenoma" if disease == "Fibroadenoma" else "carcinoma"
        scene.blend(tissue, outline.cover, "Lesion")
        if disease == "Breast carcinoma":  # the rim takes up more than the core
            scene.blend("muscle", np.clip((outline.depth - 0.45) * 5, 0, 1) * np.float32(0.6), "Lesion")
    texture = 1 + np.float32(0.05) * smooth_noise(rng, height, width, 26)
    return Study(show_mri(rng, scene.image * texture), scene.structures(), view, protocol)


def sonography(rng, disease, extent: Extent, shape, margin, height, width) -> Study:
    protocol = str(rng.choice(["Linear array", "Convex array"]))
    frame = Beams(rng, protocol, float(rng.uniform(1.45, 1.75)), tilt=float(rng.normal(0, 3)), warp=0.03)
    scene = Sonogram(frame, "fat")
    v = frame.v
    top, bottom = rng.uniform(0.28, 0.42), rng.uniform(0.95, 1.15)

    def band(low, high):
        return np.clip((v - np.float32(low)) / 0.03 + 0.5, 0, 1) * np.clip((np.float32(high) - v) / 0.03 + 0.5, 0, 1)

    scene.blend("fat", band(0.07, top), "Subcutaneous fat")
    scene.blend("gland", band(top, bottom), "Fibroglandular tissue")
    scene.blend("muscle", band(bottom + 0.05, 3), "Pectoral muscle")
    scene.blend("bone", band(bottom + 0.02, bottom + 0.05) * np.float32(0.6))
    scene.image += 5 * np.exp(-(np.sin(v * 38 + frame.folds) / 0.4) ** 2) * band(bottom + 0.05, 3)  # muscle fibres
    scene.image += 9 * np.exp(-(smooth_noise(rng, *v.shape, 7) / 0.12) ** 2) * band(0.07, top)  # septa between fat lobules
    scene.image += np.float32(3) * smooth_noise(rng, *v.shape, 12)
    scene.blend("skin", band(-1, 0.07), "Skin")
    if disease != HEALTHY:
        radius = extent.between(0.12, 0.33)
        centre = (float(rng.uniform(-0.35, 0.35)), float(rng.uniform(0.55, 0.85)))
        outline = draw_outline(rng, frame, centre, radius, shape, margin)
        scene.blend(ECHO_TISSUE[disease], outline.cover, "Lesion")
        scene.attenuate(BEAM_LOSS[disease] * rng.uniform(0.5, 1.2), outline.cover)
    image, masks = scene.finish(rng, height, width)
    return Study(image, masks, "n/a", protocol)
