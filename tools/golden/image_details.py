"""What Python's processors make of pictures at several image details, of families without a folder in test/golden/families.

Usage: python tools/golden/image_details.py test/golden/image-details.json
"""

import hashlib
import json
import sys
from pathlib import Path

for folder in ("families", "checkpoints"):
    sys.path.insert(0, str(Path(__file__).parents[1] / folder))

import torchvision_alone  # noqa: E402, F401
import numpy as np  # noqa: E402
from hulu_med import CLIP, LEAST, MOST, PATCH, hulu_pixels  # noqa: E402
from pictures import draw  # noqa: E402
from transformers.models.got_ocr2.image_processing_got_ocr2 import GotOcr2ImageProcessor  # noqa: E402
from transformers.models.video_llama_3.image_processing_pil_video_llama_3 import VideoLlama3ImageProcessorPil  # noqa: E402

TILE = 32
INTERNVL = {"size": {"height": TILE, "width": TILE}, "min_patches": 1, "max_patches": 6, "crop_to_patches": True}
#: Tokens of a tile.
LENGTH = 4
LLAMA = {"size": {"shortest_edge": 256, "longest_edge": 6400}, "patch_size": 8, "merge_size": 1, "temporal_patch_size": 1}


#: Hulu-Med's own processor bounds tokens; what it draws is made by VideoLLaMA 3's.
HULU = VideoLlama3ImageProcessorPil(patch_size=PATCH, **CLIP)


def row(family: str, detail: str, picture: str, values, tokens: int) -> dict:
    array = np.ascontiguousarray(values.numpy().astype(np.float32))
    digest = hashlib.sha256(array.tobytes()).hexdigest()
    return {"family": family, "detail": detail, "picture": picture, "shape": list(array.shape), "sha256": digest, "tokens": tokens}


def rows() -> list[dict]:
    found = []
    for picture in ("square", "wide", "tall"):
        for detail, more in (("own", {}), ("tiles:1", {"max_patches": 1}), ("tiles:4", {"max_patches": 4})):
            made = GotOcr2ImageProcessor(**INTERNVL | more)([draw(picture)], return_tensors="pt")
            values = made["pixel_values"]
            found.append(row("internvl", detail, picture, values, LENGTH * len(values)))
        for detail, most in (("own", 6400), ("pixels:1600", 1600), ("pixels:192", 192)):
            size = {"shortest_edge": min(256, most), "longest_edge": most}
            made = VideoLlama3ImageProcessorPil(**LLAMA | {"size": size})([draw(picture)], return_tensors="pt")
            grid = made["image_grid_thw"][0].tolist()
            found.append(row("video_llama_3", detail, picture, made["pixel_values"], grid[1] * grid[2]))
        for detail, most in (("own", MOST), ("pixels:1600", 1600 // PATCH**2), ("pixels:320", 320 // PATCH**2)):
            values = hulu_pixels(HULU, draw(picture), tokens=(min(LEAST, most), most))["pixel_values"]
            found.append(row("hulu_med", detail, picture, values, len(values)))
    return found


def plain(processor) -> dict:
    return {key: value for key, value in json.loads(processor.to_json_string()).items() if key != "data_format"}


hulu = {name: value for name, value in plain(HULU).items() if name not in ("size", "merge_size")}
settings = {
    "internvl": plain(GotOcr2ImageProcessor(**INTERNVL)),
    "video_llama_3": plain(VideoLlama3ImageProcessorPil(**LLAMA)),
    "hulu_med": {**hulu, "image_processor_type": "HulumedImageProcessor", "min_tokens": LEAST, "max_tokens": MOST},
}
lines = ",\n".join(json.dumps(one) for one in rows())
Path(sys.argv[1]).write_text(f'{{"settings": {json.dumps(settings)}, "rows": [\n{lines}\n]}}\n')
