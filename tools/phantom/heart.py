"""Heart phantom in its own axes (x towards the left ventricle, z towards the apex): CT, MRI and ultrasound views."""
from __future__ import annotations

import numpy as np

from geometry import Frame, Solid, smooth_noise
from lesions import draw_extent
from physics import TISSUE, hounsfield, show_ct, show_mri, spin_echo
from probe import Beams
from scene import Slice, Study
from sonogram import Sonogram
from vocabulary import DISEASES, HEALTHY

# cutting plane and where it lies
VIEWS = {"Four-chamber": ("Coronal", (-0.05, 0.05)), "Short-axis": ("Axial", (0.05, 0.3)),
         "Two-chamber": ("Sagittal", (0.2, 0.3))}


def heart(rng: np.random.Generator, cavity: float, wall: float, septum: float, fluid: float, sac: str,
          lining: str) -> list[Solid]:
    """Sac, right heart, left ventricle with its wall, atria, valves, papillary muscles. `cavity` and `wall` are the
    left ventricle's half width and thickness, `septum` what the septum is thicker by, `fluid` the depth of the sac."""
    k = rng.uniform(0.93, 1.07, 6)
    outer = cavity + wall
    left = 0.02 + outer
    shells = [((-0.22, -0.04, 0.1), (0.42 * k[0], 0.38, 0.6)), ((left - 0.04, 0, 0.16), (outer, outer, 0.68)),
              ((-0.28, 0.0, -0.5), (0.33 * k[1], 0.3, 0.31)), ((0.27, 0.03, -0.52), (0.32 * k[2], 0.29, 0.3))]
    grown = [Solid(lining, c, tuple(r + fluid + 0.035 for r in radii)) for c, radii in shells]
    grown += [Solid(sac, c, tuple(r + fluid for r in radii), "Lesion" if fluid > 0.04 else "") for c, radii in shells]
    cavity_z = 0.56 - (wall - 0.09)
    return grown + [
        Solid("myocardium", *shells[0], "Myocardium"),
        Solid("blood", (-0.24, -0.04, 0.08), (0.37 * k[0], 0.33, 0.53), "Right ventricle"),
        Solid("myocardium", *shells[2]),
        Solid("blood", (-0.28, 0.0, -0.5), (0.29 * k[1], 0.27, 0.28), "Right atrium"),
        Solid("myocardium", *shells[1], "Myocardium"),
        Solid("myocardium", (left - 0.04 - septum, 0, 0.16), (outer, outer * 0.9, 0.6), "Myocardium"),
        Solid("blood", (left - 0.03, 0, 0.1), (cavity, cavity, cavity_z), "Left ventricle"),
        Solid("myocardium", *shells[3]),
        Solid("blood", (0.27, 0.03, -0.52), (0.285 * k[2], 0.26, 0.265), "Left atrium"),
        Solid("myocardium", (0.12, 0, -0.28), (0.12, 0.2, 0.018), turn=(0, -18, 0)),
        Solid("myocardium", (0.36, 0, -0.28), (0.1, 0.2, 0.018), turn=(0, 22, 0)),
        Solid("myocardium", (-0.38, 0, -0.27), (0.1, 0.2, 0.018), turn=(0, -18, 0)),
        Solid("myocardium", (-0.16, 0, -0.27), (0.09, 0.2, 0.018), turn=(0, 22, 0)),
        Solid("myocardium", (left + 0.04, -cavity * 0.55, 0.14), (0.045, 0.05, 0.2)),
        Solid("myocardium", (left + 0.04, cavity * 0.55, 0.14), (0.045, 0.05, 0.2)),
    ]


def surroundings(rng: np.random.Generator) -> list[Solid]:
    """Chest wall, lungs, liver, spine and aorta around the heart, long in the depth of every view."""
    turn = float(rng.uniform(0, 360))
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))

    def beside(tissue, x, y, a, b):
        px, py = c * x - s * y, s * x + c * y
        return Solid(tissue, (px, py, py), (a, b, b))  # y = z: seen by the planes along either axis

    return [Solid("fat", (0, 0, 0), (1.75, 1.75, 1.75)), Solid("muscle", (0, 0, 0), (1.6, 1.6, 1.6)),
            Solid("lung", (0, 0, 0), (1.42, 1.42, 1.42)), beside("soft", 0.75, 0, 0.62, 0.45),
            beside("liver", -0.2, 1.05, 0.75, 0.6), beside("bone", 1.15, 0.2, 0.2, 0.2),
            beside("marrow", 1.15, 0.2, 0.17, 0.17), beside("blood", 0.9, -0.25, 0.11, 0.11)]


def bright_blood(tissue: str) -> float:
    """Balanced steady state at its best flip angle, PD / (1 + T1/T2), with fresh blood flowing in."""
    _, density, t1, t2, _ = TISSUE[tissue]
    return density / (1 + t1 / t2) * (2.0 if tissue == "blood" else 1.0)


def black_blood(tissue: str) -> float:
    """Double-inversion spin echo: moving blood leaves no signal."""
    return 0.02 if tissue == "blood" else spin_echo("T1-weighted")(tissue)


def enhanced(tissue: str) -> float:
    return hounsfield({"blood": "contrast"}.get(tissue, tissue)) + (45 if tissue == "myocardium" else 0)


def plain(tissue: str) -> float:
    return 34.0 if tissue == "blood" else hounsfield(tissue) + (8 if tissue == "myocardium" else 0)


def draw_heart(rng: np.random.Generator, modality: str, healthy: bool) -> Study:
    disease = HEALTHY if healthy else str(rng.choice(DISEASES["Heart", modality]))
    extent = draw_extent(rng)
    cavity, wall = float(rng.uniform(0.2, 0.255)), float(rng.uniform(0.08, 0.105))
    septum, fluid = 0.0, 0.0
    if disease == "Dilated cardiomyopathy":
        cavity, wall = extent.between(0.29, 0.42), float(rng.uniform(0.055, 0.075))
    elif disease == "Hypertrophic cardiomyopathy":
        wall, septum = extent.between(0.14, 0.2), extent.between(0.01, 0.07)
        cavity = float(rng.uniform(0.14, 0.19))
    elif disease == "Pericardial effusion":
        fluid = extent.between(0.055, 0.2)
    view = str(rng.choice(list(VIEWS)))
    plane, offsets = VIEWS[view]
    offset = float(rng.uniform(*offsets))
    height, width = (int(x) for x in rng.integers(144, 193, 2))
    if modality == "Ultrasound":
        study = sonography(rng, view, plane, offset, (cavity, wall, septum, fluid), height, width)
    else:
        study = tomography(rng, modality, view, plane, offset, (cavity, wall, septum, fluid), height, width)
    study.disease = disease
    if not healthy:
        study.grade = extent.grade
    return study


SIGNALS = {"MRI": {"Bright-blood cine": bright_blood, "Black-blood": black_blood},
           "CT": {"Contrast-enhanced": enhanced, "Non-contrast": plain}}


def tomography(rng, modality, view, plane, offset, shape, height, width) -> Study:
    protocol = str(rng.choice(list(SIGNALS[modality])))
    signal = SIGNALS[modality][protocol]
    tilt = float(rng.uniform(20, 70)) if view != "Short-axis" else float(rng.uniform(-25, 25))
    middle = (0.05 if plane != "Sagittal" else 0.0, 0.0)
    frame = Frame(rng, height, width, plane, offset, float(rng.uniform(0.95, 1.25)),
                  (middle[0] + float(rng.normal(0, 0.06)), float(rng.normal(0, 0.06))), tilt, 0.025)
    scene = Slice(frame, signal)
    scene.paint(*surroundings(rng), *heart(rng, *shape, "fluid" if shape[3] > 0.04 else "fat", "fat"))
    if modality == "MRI":
        image = show_mri(rng, scene.image * (1 + np.float32(0.04) * smooth_noise(rng, height, width, 30)))
    else:
        image = show_ct(rng, scene.image, "Soft-tissue window" if protocol == "Non-contrast" else "Angiography window")
    return Study(image, scene.structures(), view, protocol)


def sonography(rng, view, plane, offset, shape, height, width) -> Study:
    """Apical windows look from the apex down, the parasternal window across the short axis."""
    reach = float(rng.uniform(1.75, 2.05))
    start = -1.02 if view != "Short-axis" else -0.8
    lateral = 0.05 if view != "Two-chamber" else 0.0
    shift = lateral + float(rng.normal(0, 0.05)), start + float(rng.normal(0, 0.04))
    frame = Beams(rng, "Phased array", reach, plane, offset, shift, float(rng.normal(0, 6)), 0.025)
    scene = Sonogram(frame, "soft")
    scene.paint(*heart(rng, *shape, "fluid" if shape[3] > 0.04 else "soft", "pericardium"))
    scene.image += np.float32(2.5) * frame.folds
    if rng.random() < 0.5:  # a rib at the edge of the sector shadows some beams
        edge = int(rng.integers(6, 22))
        columns = slice(0, edge) if rng.random() < 0.5 else slice(-edge, None)
        scene.loss[20:60, columns] += 0.5
    image, masks = scene.finish(rng, height, width)
    return Study(image, masks, view)
