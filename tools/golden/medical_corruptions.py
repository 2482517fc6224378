"""Writes test/golden/medical-corruptions.json: what the corruptions by modality give by medmnistc itself, with Pillow and OpenCV.

The input is not stored: both sides draw it (`picture` of corruptions.py). A case is [profile, corruption, strength, hash] on a
picture of 224 x 224 in colour; hash is the first 16 hex digits of the SHA-256 of the result's bytes. A random corruption is
[corruption, parameters, images, means, deviations]: over that many images, of the share of changed values, and of the mean and the
standard deviation of the changes of an image. Motion blur has none: it needs ImageMagick. Gamma and Gaussian blur are
torchvision's formulas in NumPy. OpenCV computes the defocus by a Fourier transform, whose rounding errors decide where a whole
number is cut off: the hash is that of the exact sum, and the script checks that OpenCV's differs by one level, there only.
The script also checks the strengths of src/features/medical/engine/tables.ts against the package's registry.

Usage: PYTHONPATH=FOLDER_OF_MEDMNISTC python tools/golden/medical_corruptions.py
(pip download medmnistc==0.1.0 --no-deps, unzipped; torchvision and Wand are not needed)
Made with medmnistc 0.1.0, numpy 2.4.6, pillow 13.0.0, opencv-python-headless 4.14.0.94, scikit-image 0.26.0
"""

import hashlib
import json
import pathlib
import random
import re
import sys
import types

import numpy as np
from PIL import Image


def adjust_gamma(image, gamma, gain):
    """torchvision.transforms._functional_pil.adjust_gamma"""
    return image.point([int((255 + 1 - 1e-3) * gain * pow(value / 255.0, gamma)) for value in range(256)] * 3)


def gaussian_blur(image, kernel_size):
    """torchvision.transforms.functional.gaussian_blur of a kernel's size alone"""
    sigma = 0.3 * ((kernel_size - 1) * 0.5 - 1) + 0.8
    half = (kernel_size - 1) // 2
    weights = np.exp(-0.5 * (np.arange(-half, half + 1) / sigma) ** 2)
    weights /= weights.sum()
    values = np.pad(np.asarray(image, float), ((half, half), (half, half), (0, 0)), mode="reflect")
    rows = sum(weight * values[:, i : values.shape[1] - 2 * half + i] for i, weight in enumerate(weights))
    both = sum(weight * rows[i : rows.shape[0] - 2 * half + i] for i, weight in enumerate(weights))
    return np.floor(both + 0.5 + 1e-7).astype(np.uint8)


def stand_in(name, **members):
    module = types.ModuleType(name)
    module.__dict__.update(members)
    sys.modules[name] = module
    return module


functional = stand_in("torchvision.transforms.functional", adjust_gamma=adjust_gamma, gaussian_blur=gaussian_blur)
transforms = stand_in("torchvision.transforms", functional=functional)
stand_in("torchvision", transforms=transforms)
stand_in("wand")
stand_in("wand.image", Image=object)
stand_in("wand.api", library=None)

from corruptions import picture  # noqa: E402
from medmnistc.corruptions.filter import disk  # noqa: E402
from medmnistc.corruptions.registry import CORRUPTIONS_DS  # noqa: E402

PROFILES = {"xray": "chestmnist", "ct": "organamnist", "ultrasound": "breastmnist", "oct": "octmnist", "fundus": "retinamnist",
            "pneumonia": "pneumoniamnist", "tissue": "tissuemnist", "skin": "dermamnist", "pathology": "pathmnist", "blood": "bloodmnist"}
NAMES = {"pixelate": "pixelate", "jpeg_compression": "jpeg", "gaussian_noise": "gaussian", "speckle_noise": "speckle",
         "impulse_noise": "impulse", "shot_noise": "shot", "gaussian_blur": "gaussian-blur", "defocus_blur": "defocus",
         "motion_blur": "motion", "brightness_up": "brightness-up", "brightness_down": "brightness-down",
         "contrast_up": "contrast-up", "contrast_down": "contrast-down", "gamma_corr_up": "gamma-up",
         "gamma_corr_down": "gamma-down", "saturate": "saturate", "black_corner": "black-corner",
         "zoom_blur": "zoom", "characters": "characters", "stain_deposit": "stain", "bubble": "bubble"}
# Images of each random corruption. Noise draws every value for itself, so few are enough.
IMAGES = {"gaussian": 4, "speckle": 4, "impulse": 4, "shot": 4, "motion": 0, "characters": 1000, "stain": 1000, "bubble": 1000}


def exact_defocus(image, radius, blur):
    """The disc of ones smoothed and averaged without single precision, cut off."""
    reach = 8 if radius <= 8 else radius
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = ((x**2 + y**2) <= radius**2).astype(float)
    weights = np.exp(-0.5 * (np.arange(-1, 2) / blur) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        padded = np.pad(disc, [(1, 1) if axis == i else (0, 0) for i in (0, 1)], mode="reflect")
        disc = sum(weight * np.take(padded, np.arange(i, i + len(disc)), axis) for i, weight in enumerate(weights))
    disc /= disc_count(x, y, radius)
    assert np.abs(disc - disk(radius, blur)).max() < 1e-6
    padded = np.pad(image.astype(float), ((reach, reach), (reach, reach), (0, 0)), mode="reflect")
    high, wide, _ = image.shape
    return sum(disc[i, j] * padded[i : i + high, j : j + wide] for i in range(len(disc)) for j in range(len(disc)))


def disc_count(x, y, radius):
    return ((x**2 + y**2) <= radius**2).sum()


def parameters(corruption, operator, strength):
    """As in tables.ts: what `apply` computes itself is written out there."""
    value = operator.severity_params[strength]
    if corruption == "zoom":
        step = round(value[1] - value[0], 6)
        end = round(1.11 + 0.05 * strength, 6)
        assert np.array_equal(value, np.arange(1, end, step)), (end, step, value)
        return [end, step]
    if corruption == "stain":
        return [value, operator.inks[str(max(3, strength))].shape[1]]
    return list(value) if isinstance(value, tuple) else value


def spread(image, operator, strength, count):
    random.seed(1)
    np.random.seed(1)
    operator.rng = np.random.default_rng(1)
    rows = []
    for _ in range(count):
        change = np.asarray(operator.apply(Image.fromarray(image), strength)).astype(int) - image
        rows.append([np.mean(change != 0), change.mean(), change.std()])
    return [[float(f"{value:.6g}") for value in of(np.array(rows), axis=0)] for of in (np.mean, np.std)]


def main():
    text = pathlib.Path("src/features/medical/engine/tables.ts").read_text(encoding="utf-8")
    image = picture(224, 224, 3)
    cases, spreads = [], {}
    for profile, dataset in PROFILES.items():
        pattern = r"const organs = {(.*?)\n}" if profile == "ct" else rf"\n  {profile}: {{(.*?)\n  }},"
        block = re.search(pattern, text, re.DOTALL)
        table = {key: json.loads(re.sub(r",\s*\]", "]", value)) for key, value in
                 re.findall(r"'medical-([a-z-]+)': (\[(?:[^\[\]]|\[[^\]]*\])*\])", block.group(1))}
        known = {NAMES[key]: operator for key, operator in CORRUPTIONS_DS[dataset].items()}
        assert set(table) == set(known), (profile, set(table) ^ set(known))
        for corruption, operator in known.items():
            wanted = [parameters(corruption, operator, strength) for strength in range(5)]
            assert np.allclose(np.array(table[corruption], float), np.array(wanted, float)), (profile, corruption)
            for strength in range(5):
                if corruption in IMAGES:
                    key = (corruption, json.dumps(np.atleast_1d(wanted[strength]).tolist()))
                    count = IMAGES[corruption]
                    if count > 0 and key not in spreads:
                        spreads[key] = [count, *spread(image, operator, strength, count)]
                    continue
                out = operator.apply(Image.fromarray(image), strength)
                if corruption == "defocus":
                    value = exact_defocus(image, *operator.severity_params[strength])
                    exact = np.floor(np.clip(value + 1e-6, 0, 255)).astype(np.uint8)
                    gap = np.abs(out.astype(int) - exact)
                    near = np.abs(value - np.round(value)) < 1e-3
                    assert gap.max() <= 1 and not gap[~near].any(), (profile, strength, gap.max(), gap[~near].sum())
                    out = exact
                cases.append([profile, f"medical-{corruption}", strength + 1, hashlib.sha256(np.ascontiguousarray(out).tobytes()).hexdigest()[:16]])
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    rows = [[f"medical-{corruption}", json.loads(given), *found] for (corruption, given), found in spreads.items()]
    more = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    pathlib.Path("test/golden/medical-corruptions.json").write_text(f'{{"cases":[\n{lines}\n],\n"random":[\n{more}\n]}}\n', encoding="ascii")
    print(len(cases), "cases,", len(rows), "random")


if __name__ == "__main__":
    main()
