"""The ultrasound counterpart of a slice: echo level and beam loss of every sample, then speckle and scan conversion."""
from __future__ import annotations

import numpy as np

from physics import show_ultrasound
from probe import Beams
from scene import Slice

# backscatter in decibels below the display's top
ECHO = {"air": -8, "lung": -30, "fat": -27, "soft": -24, "muscle": -27, "bone": -4, "myocardium": -21, "blood": -50,
        "fluid": -54, "gland": -14, "pericardium": -7, "skin": -8, "pleura": 2, "consolidation": -22, "liver": -20,
        "cyst": -56, "fibroadenoma": -31, "carcinoma": -38}


class Sonogram(Slice):
    def __init__(self, frame: Beams, background: str):
        super().__init__(frame, ECHO.__getitem__, background)
        self.loss = np.full_like(self.image, 8.0 / self.image.shape[0])

    def attenuate(self, decibels_per_unit: float, cover: np.ndarray) -> None:
        """More loss casts a shadow behind the covered part, negative loss leaves an enhancement."""
        self.loss += cover * np.float32(decibels_per_unit * self.frame.reach / self.image.shape[0])

    def finish(self, rng: np.random.Generator, height: int, width: int):
        shown = show_ultrasound(rng, self.image, self.loss, float(rng.uniform(1.3, 2.2)))
        return self.frame.convert(shown, self.structures(), height, width)
