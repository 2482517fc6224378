"""Writes test/golden/corruptions.json: what the image corruptions give by NumPy, SciPy and Pillow.

Inputs are not stored: both sides draw them (`picture`). A case is [width, height, channels, corruption, strength,
hash], where hash is the first 16 hex digits of the SHA-256 of the result's bytes. The JPEG-like one is written here
with SciPy's transform; the script checks that Pillow's own JPEG (not subsampled) looks the same.

Usage: python tools/golden/corruptions.py
Made with numpy 2.4.6, scipy 1.17.1, pillow 13.0.0
"""

import hashlib
import io
import json
import pathlib

import numpy as np
from lab_statistics import Xoshiro128StarStar
from PIL import Image
from scipy import fft, ndimage, special

SEED = 7
SIZES = [(23, 17, 3), (40, 33, 1), (16, 9, 4), (1, 1, 1), (8, 64, 3), (336, 340, 1)]
SIGMA = [0.08, 0.12, 0.18, 0.26, 0.38]
BLUR = [1, 2, 3, 4, 6]
CONTRAST = [0.4, 0.3, 0.2, 0.1, 0.05]
QUALITY = [25, 18, 15, 10, 7]
SCALE = [0.6, 0.5, 0.4, 0.3, 0.25]

# ITU-T T.81, tables K.1 and K.2
LUMA = [16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87,
        80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92,
        95, 98, 112, 100, 103, 99]  # fmt: skip
CHROMA = np.full((8, 8), 99)
CHROMA[:4, :4] = [[17, 18, 24, 47], [18, 21, 26, 66], [24, 26, 56, 99], [47, 66, 99, 99]]
TO_YCC = np.array([[0.299, 0.587, 0.114], [-0.299 / 1.772, -0.587 / 1.772, 0.5], [0.5, -0.587 / 1.402, -0.114 / 1.402]])


def rounded(values):
    return np.floor(values + 0.5 + 1e-7)


def to_bytes(values):
    return np.clip(rounded(values), 0, 255).astype(np.uint8)


def picture(width, height, channels):
    """Waves of brightness with some noise, as whole numbers."""
    random = Xoshiro128StarStar.seeded(width * 1000 + height)
    out = np.zeros((height, width, channels), np.uint8)
    for y in range(height):
        for x in range(width):
            for c in range(channels):
                wave = abs((x * 5 + y * 3 + c * 50) % 256 - 128)
                out[y, x, c] = wave + random.below(60) + (60 if (x // 6 + y // 9) % 2 else 0)
    return out


def noise(colour, unit, strength):
    height, width, _ = colour.shape
    side = max(1, int(np.floor(unit + 0.5)))
    rows, columns = -(-height // side), -(-width // side)
    random = Xoshiro128StarStar.seeded(SEED)
    grains = special.ndtri([[random.unit() for _ in range(columns)] for _ in range(rows)]) * 255 * SIGMA[strength]
    field = np.kron(grains, np.ones((side, side)))[:height, :width]
    return to_bytes(colour + field[:, :, None])


def blur(colour, unit, strength):
    planes = [ndimage.gaussian_filter(plane.astype(float), unit * BLUR[strength], mode="nearest", truncate=4) for plane in colour.transpose(2, 0, 1)]
    return to_bytes(np.stack(planes, axis=2))


def contrast(colour, unit, strength):
    mean = colour.mean(axis=(0, 1), keepdims=True)
    return to_bytes(mean + CONTRAST[strength] * (colour - mean))


def transcode(plane, base, quality):
    height, width = plane.shape
    table = np.clip((np.array(base).reshape(8, 8) * (5000 // quality) + 50) // 100, 1, 255)
    padded = np.pad(plane.astype(float), ((0, -height % 8), (0, -width % 8)), mode="edge") - 128
    blocks = padded.reshape(padded.shape[0] // 8, 8, -1, 8).swapaxes(1, 2)
    waves = table * rounded(fft.dctn(blocks, axes=(2, 3), norm="ortho") / table)
    back = fft.idctn(waves, axes=(2, 3), norm="ortho").swapaxes(1, 2).reshape(padded.shape)
    return to_bytes(back + 128)[:height, :width]


def compression(colour, unit, strength):
    quality = QUALITY[strength]
    if colour.shape[2] == 1:
        out = transcode(colour[:, :, 0], LUMA, quality)[:, :, None]
    else:
        ycc = to_bytes(colour.astype(float) @ TO_YCC.T + [0, 128, 128])
        planes = [transcode(ycc[:, :, i], LUMA if i == 0 else CHROMA, quality).astype(float) for i in range(3)]
        out = to_bytes((np.stack(planes, axis=2) - [0, 128, 128]) @ np.linalg.inv(TO_YCC).T)
    compare_with_pillow(colour, out, quality)
    return out


def compare_with_pillow(colour, ours, quality):
    file = io.BytesIO()
    Image.fromarray(colour[:, :, 0] if colour.shape[2] == 1 else colour).save(file, "JPEG", quality=quality, subsampling=0)
    theirs = np.asarray(Image.open(file)).reshape(colour.shape).astype(int)
    # In a picture of a few blocks, one coefficient that is all but a half and rounds the other way is much.
    if colour[:, :, 0].size < 1000:
        return
    gap, loss = np.abs(theirs - ours).mean(), np.abs(theirs - colour.astype(int)).mean()
    print(colour.shape, quality, f"mean distance from Pillow's JPEG {gap:.3f}, of that from the image {loss:.1f}")
    assert gap < 0.05 * loss + 0.2


def low_resolution(colour, unit, strength):
    """With alpha too: Pillow weighs colours by it."""
    height, width, channels = colour.shape
    image = Image.fromarray(colour[:, :, 0] if channels == 1 else colour)
    small = [max(1, int(side * SCALE[strength])) for side in (width, height)]
    return np.asarray(image.resize(small, Image.BOX).resize((width, height), Image.BOX)).reshape(colour.shape)


CORRUPTIONS = {"noise": noise, "blur": blur, "contrast": contrast, "compression": compression, "low-resolution": low_resolution}


def main():
    cases = []
    for width, height, channels in SIZES:
        image = picture(width, height, channels)
        for name, corrupt in CORRUPTIONS.items():
            for strength in range(5):
                whole = name == "low-resolution"
                colour = image if whole else image[:, :, :3]
                out = corrupt(colour, min(width, height) / 224, strength)
                out = out if whole else np.concatenate([out, image[:, :, 3:]], axis=2)
                cases.append([width, height, channels, name, strength + 1, hashlib.sha256(out.tobytes()).hexdigest()[:16]])
    text = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    pathlib.Path("test/golden/corruptions.json").write_text(f'{{"seed":{SEED},"cases":[\n{text}\n]}}\n', encoding="ascii")


if __name__ == "__main__":
    main()
