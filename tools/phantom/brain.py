"""Head phantom: CT and MRI slices in three planes; its diseases are in brain_disease.py."""
from __future__ import annotations

import numpy as np

from brain_disease import add_disease
from geometry import Frame, Solid, smooth_noise
from physics import hounsfield, show_ct, show_mri, spin_echo
from scene import Slice, Study
from vocabulary import DISEASES

OFFSETS = {"Axial": (-0.02, 0.3), "Coronal": (-0.2, 0.3), "Sagittal": (0.03, 0.14)}


def head(rng: np.random.Generator) -> list[Solid]:
    """Skin, skull, cerebrospinal fluid, folded cortex, white matter, deep nuclei, ventricles, hindbrain, face."""
    k = rng.uniform(0.92, 1.08, 8)
    vent = rng.uniform(0.8, 1.35)
    fold = float(rng.uniform(0.05, 0.075))
    return [
        Solid("muscle", (0, 0.28, -1.3), (0.42, 0.45, 0.75)),
        Solid("muscle", (0, -0.42, -0.75), (0.5, 0.46, 0.55)),
        Solid("fat", (0, 0, 0), (0.78, 0.95, 0.93)),
        Solid("bone", (0, 0, 0), (0.745, 0.91, 0.895), "Skull"),
        Solid("marrow", (0, 0, 0), (0.715, 0.88, 0.865), "Skull"),
        Solid("bone", (0, 0, 0), (0.70, 0.865, 0.85), "Skull"),
        Solid("csf", (0, 0, 0), (0.67, 0.835, 0.82)),
        Solid("gm", (0, 0, 0.02), (0.655, 0.815, 0.79), "Cerebral cortex"),
        Solid("wm", (0.31, 0, 0.03), (0.25, 0.57, 0.54), "White matter", rough=fold * 2),
        Solid("wm", (-0.31, 0, 0.03), (0.25, 0.57, 0.54), "White matter", rough=fold * 2),
        Solid("csf", (0, 0, 0.4), (0.014, 0.8, 0.42)),
        Solid("wm", (0, 0, 0.1), (0.24, 0.42, 0.2), "White matter"),
        Solid("gm", (0.22, -0.06, -0.02), (0.11 * k[0], 0.2, 0.14), "Basal ganglia", (0, 0, -14)),
        Solid("gm", (-0.22, -0.06, -0.02), (0.11 * k[1], 0.2, 0.14), "Basal ganglia", (0, 0, 14)),
        Solid("csf", (0.1, -0.08, 0.11), (0.055 * vent, 0.3 * k[2], 0.12), "Lateral ventricle", (8, 0, -12)),
        Solid("csf", (-0.1, -0.08, 0.11), (0.055 * vent, 0.3 * k[2], 0.12), "Lateral ventricle", (8, 0, 12)),
        Solid("csf", (0.17, 0.28, 0.06), (0.06 * vent, 0.17, 0.11), "Lateral ventricle", (0, 0, -28)),
        Solid("csf", (-0.17, 0.28, 0.06), (0.06 * vent, 0.17, 0.11), "Lateral ventricle", (0, 0, 28)),
        Solid("csf", (0, 0.02, -0.06), (0.022 * vent, 0.12, 0.1)),
        Solid("csf", (0, 0.43, -0.5), (0.52, 0.33, 0.27)),
        Solid("gm", (0, 0.44, -0.52), (0.49, 0.3, 0.23), "Cerebellum"),
        Solid("wm", (0, 0.42, -0.52), (0.3, 0.17, 0.12), "Cerebellum", rough=0.3),
        Solid("csf", (0, 0.14, -0.6), (0.18, 0.16, 0.34)),
        Solid("wm", (0, 0.12, -0.62), (0.13, 0.12, 0.34), "Brainstem"),
        Solid("air", (0, -0.72, -0.62), (0.22, 0.16, 0.2)),
        Solid("csf", (0.3, -0.72, -0.42), (0.14, 0.14, 0.14)),
        Solid("csf", (-0.3, -0.72, -0.42), (0.14, 0.14, 0.14)),
    ]


def draw_brain(rng: np.random.Generator, modality: str, healthy: bool) -> Study:
    disease = str(rng.choice(DISEASES["Brain", modality]))
    view = str(rng.choice(list(OFFSETS)))
    height, width = (int(x) for x in rng.integers(144, 193, 2))
    span = float(rng.uniform(0.98, 1.12))
    down = 0.15 if view != "Axial" else 0.0
    frame = Frame(rng, height, width, view, float(rng.uniform(*OFFSETS[view])), span,
                  (float(rng.normal(0, 0.03)), float(rng.normal(down, 0.03))), float(rng.normal(0, 6)), 0.022)
    if modality == "MRI":
        protocol = str(rng.choice(["T1-weighted", "T2-weighted", "FLAIR"]))
        signal = spin_echo(protocol)
    else:
        # a fracture hides in soft windows and the brain in the bone window, so each is shown where it can be seen
        soft = rng.choice(["Brain window", "Soft-tissue window"], p=[0.75, 0.25])
        fracture = disease == "Skull fracture" or (healthy and rng.random() < 0.3)
        protocol, signal = "Bone window" if fracture else str(soft), hounsfield
    scene = Slice(frame, signal)
    scene.paint(*head(rng))
    add_sulci(rng, scene)
    study = Study(scene.image, {}, view, protocol)
    if not healthy:
        add_disease(rng, scene, study, disease)
    texture = 1 + np.float32(0.03) * smooth_noise(rng, height, width, 30)
    study.image = show_mri(rng, scene.image * texture) if modality == "MRI" else show_ct(rng, scene.image, protocol)
    study.structures = scene.structures()
    if protocol == "Bone window":  # nobody can see the brain's parts in it
        study.structures = {name: mask for name, mask in study.structures.items() if name in ("Skull", "Lesion")}
    return study


def add_sulci(rng: np.random.Generator, scene: Slice) -> None:
    """Fluid-filled furrows in the outer rind of the hemispheres."""
    x, y, z = scene.frame.body()
    radius = np.sqrt((x / 0.655) ** 2 + (y / 0.815) ** 2 + ((z - 0.02) / 0.79) ** 2)
    rind = np.clip((radius - 0.74) / 0.1, 0, 1) * np.clip((1 - radius) / 0.03, 0, 1) * np.clip((z + 0.3) / 0.1, 0, 1)
    furrow = np.exp(-(smooth_noise(rng, *x.shape, 17) / 0.14) ** 2)
    scene.image += rind * furrow * np.float32(rng.uniform(0.5, 0.9)) * (np.float32(scene.signal("csf")) - scene.image)
