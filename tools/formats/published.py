"""Writes test/golden/published: one small data set in the forms in which `datasets` and VLMEvalKit publish it.

    pip install datasets==5.2.0 pillow && pip install --no-deps ms-vlmeval==0.0.20    (VLMEvalKit, with what it imports)
    python tools/formats/published.py

Twelve questions, four of them of the training split, with images of 8 x 8 pixels in PNG and JPEG. `rows.json` holds what each
form has to be read as: the questions of the test split, with the SHA-256 of each image's file.
"""

import base64
import hashlib
import io
import json
import shutil
from pathlib import Path

import datasets
import pandas as pd
from PIL import Image

OUT = Path(__file__).parents[2] / "test/golden/published"
COUNT = 12
OPTIONS = [["liver", "spleen", "kidney, left"], ["yes, it is", "no"], ["CT", "MRI", "X-ray", "ultrasound"]]


def image(n: int) -> bytes:
    file = io.BytesIO()
    picture = Image.new("RGB", (8, 8), (20 * n, 255 - 20 * n, 99))
    picture.putpixel((n % 8, 3), (255, 255, 255))
    picture.save(file, "PNG" if n % 2 else "JPEG")
    return file.getvalue()


def name(n: int) -> str:
    return f"{n}.{'png' if n % 2 else 'jpg'}"


def row(n: int) -> dict:
    options = OPTIONS[n % 3]
    return {
        "id": f"q{n}",
        "question": f'What is "shown" in {n}, é?\nLook closely.',
        "options": options,
        "answer": "ABCD"[n % len(options)],
        "organ": ["abdomen", "chest"][n % 2],
    }


rows = [row(n) for n in range(COUNT)]
test = list(range(4, COUNT))


def plain() -> datasets.Dataset:
    return datasets.Dataset.from_list(rows)


def with_images(kind: str) -> datasets.DatasetDict:
    """`one`: a column of images; `several`: a list of them in each row."""
    cells = [{"bytes": image(n), "path": name(n)} for n in range(COUNT)]
    if kind == "one":
        made = plain().add_column("image", cells).cast_column("image", datasets.Image())
    else:
        lists = [[cell, cells[0]] for cell in cells]
        made = plain().add_column("images", lists).cast_column("images", datasets.List(datasets.Image()))
    return datasets.DatasetDict({"train": made.select(range(4)), "test": made.select(test)})


def hub(folder: Path, kind: str, shards: int) -> None:
    """As `push_to_hub` lays files out: `data/<split>-<shard>-of-<shards>.parquet`."""
    (folder / "data").mkdir(parents=True)
    for split, part in with_images(kind).items():
        for shard in range(shards):
            path = folder / "data" / f"{split}-{shard:05d}-of-{shards:05d}.parquet"
            part.shard(shards, shard, contiguous=True).to_parquet(path)


def image_folder(folder: Path, ending: str) -> None:
    """What `load_dataset("imagefolder")` reads: a table beside the images, its column `file_name`."""
    for split, places in (("train", range(4)), ("test", test)):
        (folder / split).mkdir(parents=True)
        for n in places:
            (folder / split / name(n)).write_bytes(image(n))
        table = [{"file_name": name(n), **rows[n]} for n in places]
        made = datasets.Dataset.from_list(table)
        if ending == "csv":
            made.to_csv(folder / split / "metadata.csv")
        elif ending == "parquet":
            made.to_parquet(folder / split / "metadata.parquet")
        else:
            made.to_json(folder / split / "metadata.jsonl")
    loaded = datasets.load_dataset("imagefolder", data_dir=str(folder), cache_dir=str(folder.parent / "cache"))
    assert len(loaded["test"]) == len(test), loaded


def tables(folder: Path) -> None:
    """Rows without images, as `to_json` and `to_csv` write them."""
    folder.mkdir(parents=True)
    for split, places in (("train", range(4)), ("test", test)):
        made = plain().select(places)
        made.to_json(folder / f"{split}.jsonl")
    (folder.parent / "to-json-array").mkdir()
    plain().select(test).to_json(folder.parent / "to-json-array/test.json", lines=False)
    (folder.parent / "to-csv").mkdir()
    plain().select(test).to_csv(folder.parent / "to-csv/test.csv")


def vlmevalkit() -> list[str]:
    """The tables that VLMEvalKit downloads, by its own writer: base64, a list of it, an image by another row's index; and
    predictions as its inference saves them. Gives the SHA-256 of each image as its encoder writes it."""
    from vlmeval.smp import dump, encode_image_file_to_base64

    scratch = OUT / "scratch"
    scratch.mkdir()
    encoded = []
    for n in test:
        path = scratch / name(n)
        path.write_bytes(image(n))
        encoded.append(encode_image_file_to_base64(str(path)))
    base = [
        {
            "index": i,
            "question": rows[n]["question"],
            **dict(zip("ABCD", rows[n]["options"])),
            "answer": rows[n]["answer"],
            "category": rows[n]["organ"],
        }
        for i, n in enumerate(test)
    ]
    for form in ("one", "several", "referenced"):
        cells = {
            "one": encoded,
            "several": [[each, encoded[0]] for each in encoded],
            "referenced": [each if i == 0 else ("0" if i == 3 else each) for i, each in enumerate(encoded)],
        }[form]
        folder = OUT / f"vlmevalkit-{form}"
        folder.mkdir()
        dump(pd.DataFrame([{**each, "image": cell} for each, cell in zip(base, cells)]), str(folder / "Organs.tsv"))
    shutil.rmtree(scratch)
    folder = OUT / "vlmevalkit-predictions"
    folder.mkdir()
    said = [{**each, "prediction": "B" if i % 2 else f"{each['answer']}. I am sure."} for i, each in enumerate(base)]
    dump(pd.DataFrame(said), str(folder / "mock_Organs.xlsx"))
    return [hashlib.sha256(base64.b64decode(each)).hexdigest() for each in encoded]


def main() -> None:
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    hub(OUT / "hub", "one", 1)
    hub(OUT / "hub-shards", "several", 2)
    for ending in ("jsonl", "csv", "parquet"):
        image_folder(OUT / f"imagefolder-{ending}", ending)
    tables(OUT / "to-json")
    shutil.rmtree(OUT / "cache", ignore_errors=True)
    digests = {n: hashlib.sha256(image(n)).hexdigest() for n in range(COUNT)}
    told = [{**rows[n], "image": digests[n]} for n in test]
    try:
        for told_row, digest in zip(told, vlmevalkit()):
            told_row["encoded"] = digest
    except ImportError as missing:
        print("VLMEvalKit is not installed:", missing)
    shared = {"versions": {"datasets": datasets.__version__, "ms-vlmeval": "0.0.20"}, "first": digests[0], "rows": told}
    (OUT / "rows.json").write_text(json.dumps(shared, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
