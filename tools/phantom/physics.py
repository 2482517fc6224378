"""What each machine makes of a tissue.

CT: Hounsfield units through a display window. MRI: the spin-echo signal PD (1 - exp(-TR/T1)) exp(-TE/T2), with an
inversion pulse for FLAIR, |1 - 2 exp(-TI/T1) + exp(-TR/T1)| (Bernstein et al., Handbook of MRI Pulse Sequences),
a smooth coil field and Rician noise (Gudbjartsson & Patz 1995). X-ray: Beer-Lambert, I = I0 exp(-sum mu l), shown
inverted so that dense is bright. Ultrasound: fully developed speckle, Rayleigh amplitude (Burckhardt 1978), log
compressed, with attenuation accumulated along the beam.
"""
from __future__ import annotations

import numpy as np
from PIL import Image

from geometry import smooth_noise

# tissue: HU, proton density, T1 ms, T2 ms (about 1.5 T), mu per body unit for radiography
TISSUE = {
    "air": (-1000, 0.0, 800, 30, 0.0),
    "lung": (-820, 0.15, 900, 30, 0.25),
    "fat": (-95, 0.95, 260, 75, 0.85),
    "soft": (40, 0.75, 900, 50, 1.0),
    "muscle": (55, 0.75, 950, 42, 1.05),
    "bone": (850, 0.12, 500, 30, 2.6),
    "marrow": (280, 0.6, 420, 60, 1.6),
    "csf": (6, 1.0, 4000, 1800, 1.0),
    "gm": (39, 0.80, 1000, 102, 1.0),
    "wm": (28, 0.72, 560, 78, 1.0),
    "blood": (45, 0.9, 1300, 220, 1.05),
    "contrast": (330, 0.9, 300, 120, 1.6),
    "myocardium": (60, 0.78, 1000, 52, 1.05),
    "liver": (60, 0.75, 620, 45, 1.08),
    "gland": (35, 0.82, 1000, 75, 1.05),
    "fluid": (8, 1.0, 3000, 900, 1.0),
    "oedema": (17, 0.9, 1450, 150, 1.0),
    "tumour": (44, 0.85, 1350, 135, 1.05),
    "meningioma": (58, 0.8, 1080, 112, 1.05),
    "necrosis": (14, 0.95, 2400, 400, 1.0),
    "haemorrhage": (72, 0.8, 800, 70, 1.05),
    "calcium": (600, 0.1, 600, 30, 2.4),
}

WINDOWS = {"Lung window": (-550, 1500), "Soft-tissue window": (40, 350), "Bone window": (450, 1800),
           "Brain window": (38, 90), "Angiography window": (180, 700)}

# TR, TE, TI (0: none) in ms
SEQUENCES = {"T1-weighted": (520, 12, 0), "T2-weighted": (4500, 100, 0), "FLAIR": (9000, 115, 2450)}


def hounsfield(tissue: str) -> float:
    return TISSUE[tissue][0]


def attenuation(tissue: str) -> float:
    return TISSUE[tissue][4]


def spin_echo(sequence: str):
    """Signal of a tissue under one of SEQUENCES."""
    tr, te, ti = SEQUENCES[sequence]

    def signal(tissue: str) -> float:
        _, density, t1, t2, _ = TISSUE[tissue]
        recovery = 1 - np.exp(-tr / t1)
        if ti:
            recovery = abs(1 - 2 * np.exp(-ti / t1) + np.exp(-tr / t1))
        return density * recovery * np.exp(-te / t2)

    return signal


def show_ct(rng: np.random.Generator, hu: np.ndarray, window: str) -> np.ndarray:
    """Correlated quantum noise, sometimes a ring or a streak, then the window."""
    level, width = WINDOWS[window]
    h, w = hu.shape
    level += rng.normal(0, width * 0.03)
    width *= rng.uniform(0.88, 1.15)
    noise = rng.standard_normal((h, w), np.float32) * 0.6 + smooth_noise(rng, h, w, min(h, w) / 3) * 0.6
    hu = hu + np.float32(rng.uniform(2.0, 8.0 if width < 600 else 24.0)) * noise
    if rng.random() < 0.25:
        v, u = np.ogrid[0:h, 0:w]
        radius = np.hypot(u - w / 2, v - h / 2)
        hu = hu + np.float32(min(width, 500) * 0.05) * (np.abs(radius - rng.uniform(8, h / 2)) < 0.8)
    if rng.random() < 0.25:
        v, u = np.ogrid[0:h, 0:w]
        angle = rng.uniform(0, np.pi)
        line = (u - w * rng.uniform(0.3, 0.7)) * np.sin(angle) + (v - h * rng.uniform(0.3, 0.7)) * np.cos(angle)
        hu = hu + np.float32(min(width, 500) * 0.07) * np.cos(line / 3) * np.exp(-(line / 9) ** 2)
    return np.clip((hu - level) / width + 0.5, 0, 1)


def show_mri(rng: np.random.Generator, signal: np.ndarray) -> np.ndarray:
    """Coil field, Rician noise, and a display gain that lets the brightest few per cent saturate."""
    h, w = signal.shape
    field = np.exp(np.float32(rng.uniform(0.04, 0.14)) * smooth_noise(rng, h, w, 1.5))
    top = np.percentile(signal[::3, ::3], 96) + 1e-6
    clean = signal * field / np.float32(top)
    sigma = np.float32(rng.uniform(0.012, 0.05))
    real, imaginary = rng.standard_normal((2, h, w), np.float32)
    noisy = np.hypot(clean + sigma * real, sigma * imaginary)
    return np.clip(noisy * np.float32(rng.uniform(0.82, 1.0)), 0, 1)


def show_xray(rng: np.random.Generator, path: np.ndarray) -> np.ndarray:
    """Transmission with Poisson-like noise; display is the inverted logarithm with an S-shaped film curve."""
    h, w = path.shape
    intensity = np.exp(-path)
    photons = np.float32(rng.uniform(3000, 16000))
    intensity = intensity + np.sqrt(np.maximum(intensity, 1e-4) / photons) * rng.standard_normal((h, w), np.float32)
    density = -np.log(np.maximum(intensity, 2e-3))
    low, high = np.percentile(density[::3, ::3], (1, 99.3))
    shown = (density - low) / max(high - low, 1e-3)
    gain = np.float32(rng.uniform(2.6, 4.2))
    curve = 1 / (1 + np.exp(-gain * (shown - np.float32(rng.uniform(0.42, 0.55)))))
    low, high = curve.min(), curve.max()
    return np.clip((curve - low) / (high - low), 0, 1)


def show_ultrasound(rng: np.random.Generator, echo: np.ndarray, loss: np.ndarray, grain: float) -> np.ndarray:
    """Speckle and attenuation on a (depth, beam) grid. `echo` is reflectivity in decibels, `loss` decibels per row."""
    depth, beams = echo.shape
    coarse_d, coarse_b = int(depth / 1.2), max(int(beams / grain), 8)
    real = rng.standard_normal((2, coarse_d, coarse_b), np.float32)
    amplitude = np.hypot(*(np.asarray(Image.fromarray(part).resize((beams, depth), Image.BICUBIC)) for part in real))
    level = echo - np.cumsum(loss, axis=0) + 20 * np.log10(np.maximum(amplitude, 0.03))
    span = rng.uniform(48, 60)
    return np.clip((level + span - 4) / span, 0, 1)
