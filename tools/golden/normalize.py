"""Writes packages/pixels/test/golden/pillow/normalize.json: the 256 sample values through transformers' own rescale and normalize.

Each case has the settings of some preprocessor_config.json and, per channel, the SHA-256 (first 16 hex digits) of
the 256 little-endian float32 values, with a few of them in full to make a failure readable.

Usage: python tools/golden/normalize.py
"""

import hashlib
import json
import pathlib

import numpy as np
import transformers
from transformers.image_transforms import normalize, rescale

CASES = {
    "half": (1 / 255, [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]),
    "clip": (1 / 255, [0.48145466, 0.4578275, 0.40821073], [0.26862954, 0.26130258, 0.27577711]),
    "imagenet": (0.00392156862745098, [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]),
    "rescale only": (1 / 255, None, None),
    "offset": (1 / 127.5, [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]),
    "normalize only": (None, [127.5, 120.25, 100.1], [64.3, 60.7, 50.9]),
}


def main():
    image = np.broadcast_to(np.arange(256, dtype=np.uint8), (3, 1, 256))
    cases = []
    for name, (factor, mean, std) in CASES.items():
        values = image
        if factor is not None:
            values = rescale(values, factor, data_format="channels_first", input_data_format="channels_first")
        if mean is not None:
            values = normalize(values, mean, std, data_format="channels_first", input_data_format="channels_first")
        assert values.dtype == np.float32
        planes = [np.ascontiguousarray(plane[0], dtype="<f4") for plane in values]
        cases.append({
            "name": name, "rescaleFactor": factor, "mean": mean, "std": std,
            "hashes": [hashlib.sha256(plane.tobytes()).hexdigest()[:16] for plane in planes],
            "at_1_100_254": [[float(plane[i]) for i in (1, 100, 254)] for plane in planes],
        })  # fmt: skip
    out = pathlib.Path(__file__).parents[2] / "packages/pixels/test/golden/pillow/normalize.json"
    made_by = f"transformers {transformers.__version__}, numpy {np.__version__}"
    out.write_text(json.dumps({"made_by": made_by, "cases": cases}, indent=1) + "\n")
    print(f"{len(cases)} cases in {out}")


if __name__ == "__main__":
    main()
