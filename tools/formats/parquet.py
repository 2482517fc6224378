"""Writes packages/tables/test/golden/parquet: small parquet files as pyarrow writes them in many ways, and what is in them.

Usage: python tools/formats/parquet.py    (needs pyarrow)
"""

import base64
import hashlib
import json
import random
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

OUT = Path(__file__).parents[2] / "packages/tables/test/golden/parquet"
ROWS = 40


def image(n: int) -> bytes:
    """Not a picture, but what begins as one: 100 to 400 bytes."""
    rng = random.Random(n)
    return b"\x89PNG\r\n\x1a\n" + rng.randbytes(100 + rng.randrange(300))


def told(cell):
    """As a reader gives it: an image as the hash of its bytes, or as its path where there are none."""
    if isinstance(cell, bytes):
        return {"sha256": hashlib.sha256(cell).hexdigest()}
    if isinstance(cell, list):
        return [told(item) for item in cell]
    if isinstance(cell, dict) and set(cell) <= {"bytes", "path"}:
        return told(cell.get("bytes")) if cell.get("bytes") is not None else cell.get("path")
    if isinstance(cell, dict):
        return {name: told(item) for name, item in cell.items()}
    return cell


def both(n):
    return {"bytes": image(n), "path": f"{n}.png" if n % 2 else None}


struct = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
turned = pa.struct([("path", pa.string()), ("bytes", pa.binary())])
texts = [f"Which plane is shown, é {n}?" * (1 + n % 3) if n % 11 else None for n in range(ROWS)]

columns = {
    "question": (pa.string(), texts),
    "n": (pa.int64(), [n * 10**14 for n in range(ROWS)]),
    "share": (pa.float64(), [n / 7 for n in range(ROWS)]),
    "right": (pa.bool_(), [None if n == 3 else n % 3 == 0 for n in range(ROWS)]),
    "options": (pa.list_(pa.string()), [None if n == 2 else ["a", None, "ü"][: n % 4] for n in range(ROWS)]),
    "label": (
        pa.struct([("part", pa.string()), ("levels", pa.list_(pa.string()))]),
        [None if n % 9 == 8 else {"part": "head", "levels": ["x"] * (n % 3)} for n in range(ROWS)],
    ),
    "image": (struct, [both(n) for n in range(ROWS)]),
    "image_2": (turned, [None if n % 3 else both(100 + n) for n in range(ROWS)]),
    "image_3": (struct, [None] * ROWS),
    "outside": (struct, [{"bytes": None, "path": f"images/{n}.png"} for n in range(ROWS)]),
    "only_bytes": (pa.struct([("bytes", pa.binary())]), [{"bytes": image(200 + n % 4)} for n in range(ROWS)]),
    "only_path": (pa.struct([("path", pa.string())]), [{"path": f"{n}.png"} for n in range(ROWS)]),
    "raw": (pa.binary(), [image(300 + n) for n in range(ROWS)]),
    "large": (pa.large_binary(), [None if n % 5 else image(400 + n) for n in range(ROWS)]),
    "images": (pa.list_(struct), [None if n == 7 else [both(500 + 10 * n + k) for k in range(n % 4)] for n in range(ROWS)]),
    "raws": (pa.list_(pa.binary()), [[image(1000 + 10 * n + k) for k in range(n % 3)] for n in range(ROWS)]),
    "base64": (pa.string(), [base64.b64encode(image(2000 + n)).decode() if n % 2 else str(n - 1) for n in range(ROWS)]),
}

features = {name: {"_type": "Image"} for name in ("image", "image_2", "image_3", "outside")}
features |= {"images": {"feature": {"_type": "Image"}, "_type": "List"}, "question": {"dtype": "string", "_type": "Value"}}
huggingface = {"huggingface": json.dumps({"info": {"features": features}})}

ways = {
    "snappy": {"compression": "snappy"},
    "none-plain": {"compression": "none", "use_dictionary": False, "write_page_index": True, "data_page_size": 300, "write_batch_size": 2},
    "zstd": {"compression": "zstd", "row_group_size": 7},
    "gzip": {"compression": "gzip", "data_page_version": "2.0", "data_page_size": 300, "write_batch_size": 2},
    "v2-none": {"compression": "none", "data_page_version": "2.0", "use_dictionary": False, "write_statistics": False},
    "small-pages": {"compression": "snappy", "data_page_size": 1, "write_batch_size": 1, "use_dictionary": False, "write_statistics": False},
    "delta": {
        "compression": "snappy",
        "use_dictionary": False,
        "column_encoding": {"question": "DELTA_BYTE_ARRAY", "base64": "DELTA_LENGTH_BYTE_ARRAY", "n": "DELTA_BINARY_PACKED", "share": "BYTE_STREAM_SPLIT", "raw": "DELTA_LENGTH_BYTE_ARRAY"},
    },
    "huggingface": {"compression": "snappy", "use_dictionary": False, "row_group_size": 9},
    "brotli": {"compression": "brotli"},
    "lz4": {"compression": "lz4"},
}


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    table = pa.table({name: pa.array(cells, type=kind) for name, (kind, cells) in columns.items()})
    for name, options in ways.items():
        own = table.replace_schema_metadata(huggingface if name == "huggingface" else None)
        pq.write_table(own, OUT / f"{name}.parquet", **options)
    rows = [{name: told(cells[n]) for name, (_, cells) in columns.items()} for n in range(ROWS)]
    for n, row in enumerate(rows):
        if n % 2:
            row["base64"] = told(image(2000 + n))
    (OUT / "rows.json").write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
