"""Lung ultrasound: ribs with shadows and the pleural line, then what lies beneath: reverberations of air (A-lines),
comet tails of wet septa (B-lines), fluid, or consolidated lung (Lichtenstein, BLUE protocol)."""
from __future__ import annotations

import numpy as np

from geometry import smooth_noise
from lesions import draw_extent, draw_outline
from probe import Beams
from scene import Study
from sonogram import Sonogram
from vocabulary import DISEASES, HEALTHY


def draw_lung_ultrasound(rng: np.random.Generator, modality: str, healthy: bool) -> Study:
    disease = HEALTHY if healthy else str(rng.choice(DISEASES["Lungs", modality]))
    extent = draw_extent(rng)
    height, width = (int(x) for x in rng.integers(144, 193, 2))
    protocol = str(rng.choice(["Linear array", "Convex array", "Phased array"], p=[0.4, 0.4, 0.2]))
    frame = Beams(rng, protocol, float(rng.uniform(1.5, 1.8)), tilt=float(rng.normal(0, 3)), warp=0.02)
    scene = Sonogram(frame, "muscle")
    u, v = frame.u, frame.v
    scene.mark(np.ones_like(v), "Chest wall")
    line = float(rng.uniform(0.3, 0.45))

    def glow(depth: float, thick: float):
        return np.exp(-((v - np.float32(depth)) / np.float32(thick)) ** 2)

    scene.image += 6 * np.exp(-(np.sin(v * 30 + 0.7 * frame.folds) / 0.35) ** 2)  # fascia of the chest wall
    beneath = np.clip((v - np.float32(line)) / 0.02, 0, 1)
    scene.blend("lung", beneath, "Lung")
    scene.image += beneath * (2.5 * smooth_noise(rng, *v.shape, 9) - 4)
    if disease in (HEALTHY, "Pneumonia"):
        for order in range(2, 5):
            strength = (20 - 3 * order) * (1 if disease == HEALTHY else 0.3)
            scene.image += np.float32(strength) * glow(order * line, 0.018)
    if disease == "Pulmonary oedema":
        for _ in range(int(extent.between(2, 8.99))):
            beam = rng.uniform(0.05, 0.95) * u.shape[1]
            thick = rng.uniform(1.2, 3.0)
            ray = np.exp(-((np.arange(u.shape[1], dtype=np.float32) - np.float32(beam)) / np.float32(thick)) ** 2)
            scene.image += np.float32(rng.uniform(15, 24)) * ray * beneath
    elif disease == "Pleural effusion":
        depth = extent.between(0.14, 0.75)
        surface = np.float32(line + depth) + 0.06 * smooth_noise(rng, *v.shape, 2.5)
        fluid = beneath * np.clip((surface - v) / 0.02, 0, 1)
        scene.blend("fluid", fluid, "Lesion")
        scene.attenuate(-6, fluid)
        scene.image += 22 * np.exp(-((v - surface) / 0.025) ** 2)
    elif disease == "Pneumonia":
        centre = (float(rng.uniform(-0.3, 0.3)), line + 0.05)
        outline = draw_outline(rng, frame, centre, extent.between(0.2, 0.6), "Irregular", "Smooth")
        cover = outline.cover * beneath
        scene.blend("consolidation", cover, "Lesion")
        scene.image += 16 * cover * (smooth_noise(rng, *v.shape, 18) > 1.4)  # air left in the bronchi
        scene.image += 10 * np.exp(-(outline.depth / 0.06) ** 2) * beneath
    scene.image += 24 * glow(line, 0.018)
    scene.mark(glow(line, 0.03), "Pleural line")
    spacing, start = rng.uniform(0.8, 1.05), rng.uniform(-0.8, 0.0)
    for k in range(3):
        rib = draw_outline(rng, frame, (start + k * spacing, line - 0.12), 0.09, "Oval", "Smooth")
        scene.blend("bone", rib.cover, "Rib")
        scene.attenuate(110, rib.cover)
    image, masks = scene.finish(rng, height, width)
    return Study(image, masks, "n/a", protocol, disease, "Absent" if healthy else extent.grade)
