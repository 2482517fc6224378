"""Writes packages/pixels/test/golden/pillow/resample.json: what Pillow's Image.resize gives for many sizes and all filters.

Inputs are not stored. Both sides cut them from one pool of bytes made by a 32-bit xorshift, so a case is a row
[width, height, channels, new width, new height, filter, offset in the pool, hard, hash], where `hard` says that
samples are pushed to 0 or 255 (overshoot everywhere), and hash is the first 16 hex digits of the SHA-256 of the
result's bytes.

Usage: python tools/golden/pillow_resample.py
"""

import hashlib
import json
import pathlib

import PIL
from PIL import Image

POOL = 1 << 18
SEED = 0x9E3779B9
FILTERS = {"nearest": 0, "lanczos": 1, "bilinear": 2, "bicubic": 3, "box": 4, "hamming": 5}
MODES = {1: "L", 3: "RGB", 4: "RGBA"}

# Sizes chosen for what they reach, not for looks.
CHOSEN = [
    ((1, 1), (1, 7)), ((1, 1), (16, 16)), ((7, 1), (1, 1)), ((1, 7), (1, 1)), ((1, 64), (3, 5)), ((64, 1), (5, 3)),
    ((16, 16), (1, 1)), ((16, 16), (16, 1)), ((16, 16), (1, 16)), ((16, 16), (17, 16)), ((16, 16), (16, 17)),
    ((300, 2), (2, 300)), ((2, 300), (300, 2)), ((400, 3), (7, 3)), ((3, 400), (3, 7)), ((255, 127), (256, 128)),
    ((128, 128), (64, 64)), ((128, 128), (384, 384)), ((37, 41), (38, 40)), ((97, 89), (89, 97)),
    ((200, 150), (56, 56)), ((150, 200), (56, 56)), ((224, 200), (98, 98)), ((120, 180), (28, 28)),
    # either side of the rule that picks which pass comes first: rows lost against twice the columns lost
    ((60, 100), (50, 80)), ((60, 101), (50, 80)), ((60, 99), (50, 80)), ((50, 90), (60, 89)), ((50, 90), (50, 70)),
    ((40, 120), (80, 30)), ((120, 40), (30, 80)), ((90, 170), (32, 32)),
]  # fmt: skip


def xorshift(state):
    state ^= (state << 13) & 0xFFFFFFFF
    state ^= state >> 17
    state ^= (state << 5) & 0xFFFFFFFF
    return state


def make_pool():
    pool, state = bytearray(POOL), SEED
    for i in range(POOL):
        state = xorshift(state)
        pool[i] = state >> 24
    return bytes(pool)


def sizes():
    """The chosen sizes, then some without a plan: sides 1 to 96, from the pool's own generator."""
    yield from CHOSEN
    state = 12345
    for _ in range(40):
        sides = []
        for _ in range(4):
            state = xorshift(state)
            sides.append(1 + (state >> 8) % 96)
        yield (sides[0], sides[1]), (sides[2], sides[3])


def main():
    pool = make_pool()
    harden = bytes(0 if i < 128 else 255 for i in range(256))
    cases = []
    for index, ((width, height), new) in enumerate(sizes()):
        for name, number in FILTERS.items():
            for channels, mode in MODES.items():
                if channels == 4 and index % 4:
                    continue
                length = width * height * channels
                offset = (index * 7919 + number * 104729) % (POOL - length)
                hard = (index + number + channels) % 3 == 0
                data = pool[offset : offset + length]
                if hard:
                    data = data.translate(harden)
                result = Image.frombytes(mode, (width, height), data).resize(new, number).tobytes()
                digest = hashlib.sha256(result).hexdigest()[:16]
                cases.append([width, height, channels, *new, name, offset, int(hard), digest])
    out = pathlib.Path(__file__).parents[2] / "packages/pixels/test/golden/pillow/resample.json"
    rows = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    head = json.dumps({"made_by": f"Pillow {PIL.__version__}", "pool": POOL, "seed": SEED})[:-1]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(f'{head}, "cases": [\n{rows}\n]}}\n')
    print(f"{len(cases)} cases in {out}, {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
