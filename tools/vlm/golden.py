"""Reference answers and a numeric probe on the phantom test split.

Usage: python tools/vlm/golden.py CHECKPOINT_DIR MODEL_DIR DATASETS_DIR OUT_DIR

DATASETS_DIR holds `phantom-cube`; image paths in the goldens are relative to it.
"""

import hashlib
import json
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from transformers import Idefics3ForConditionalGeneration

from chat import LETTERS, multiple_choice_prompt, user_turn
from onnx_runner import OnnxVlm
from processor import make_processor
from tokenizer import load_tokenizer

DATASET = "phantom-cube"
MAX_NEW_TOKENS = 8
VARIANTS = ("fp32", "q8", "q4")
WORKERS = 2
PROBES = (("Brain", "MRI"), ("Chest", "X-ray"), ("Breast", "Ultrasound"), ("Heart", "CT"))
RECIPE = "python tools/vlm/golden.py CHECKPOINT_DIR public/models/phantom-vlm public/datasets test/golden/phantom-vlm"
README = """# What the phantom VLM answers, by its reference implementations

Made by `{recipe}` with {versions}.

- `answers-fp32.json`: greedy answers of PyTorch (`model.generate`, at most {tokens} new tokens, one sample at a time,
  the processor's PIL backend) on the whole test split of `public/datasets/phantom-cube`, folders by code point and then
  in file order. The recipe fails unless the fp32 ONNX files give the same answers in onnxruntime (CPU).
- `answers-q8.json`, `answers-q4.json`: the same from onnxruntime (CPU) with the `_quantized` and `_q4` files.
- `probe.json`: for four samples and one prompt without an image, PyTorch's own numbers: token ids, a digest of the
  pixels, the first image features, and the logits at the last prompt position.

Texts are as decoded, with the space that comes before the letter.
"""
PACKAGES = ("torch", "transformers", "tokenizers", "onnxruntime", "pillow", "numpy")


def load_samples(datasets: Path) -> list[dict]:
    """All samples, folders by code point and then in file order, with their options and full image path."""
    samples = []
    for file in sorted((datasets / DATASET).glob("*/test.json"), key=lambda p: p.parent.name):
        for sample in json.loads(file.read_text(encoding="utf-8")):
            options = [sample[f"option_{x}"] for x in LETTERS if f"option_{x}" in sample]
            path = f"{DATASET}/{file.parent.name}/{sample['image_path']}"
            samples.append({**sample, "options": options, "path": path})
    return samples


class Reference:
    """PyTorch and the processor, one sample at a time."""

    def __init__(self, checkpoint):
        self.tokenizer = load_tokenizer(checkpoint)
        self.processor = make_processor(self.tokenizer)
        self.model = Idefics3ForConditionalGeneration.from_pretrained(checkpoint, dtype="float32").eval()
        config = self.model.config.text_config
        self.stop = {"eos_token_id": config.eos_token_id, "pad_token_id": config.pad_token_id}

    def inputs(self, sample: dict, datasets: Path):
        prompt = multiple_choice_prompt(sample["question"], sample["options"])
        picture = sample.get("path")
        text = self.processor.apply_chat_template(user_turn(prompt, bool(picture)), add_generation_prompt=True)
        images = [[Image.open(datasets / picture)]] if picture else None
        return self.processor(text=[text], images=images, return_tensors="pt")

    def answer(self, inputs) -> str:
        ids = self.model.generate(**inputs, max_new_tokens=MAX_NEW_TOKENS, do_sample=False, **self.stop)
        return self.tokenizer.decode(ids[0, inputs["input_ids"].shape[1] :], skip_special_tokens=True)


def onnx_answer(runner: OnnxVlm, reference: Reference, inputs) -> str:
    features = runner.image_features(inputs["pixel_values"].numpy(), inputs["pixel_attention_mask"].numpy())
    ids = runner.generate(inputs["input_ids"].numpy(), features, reference.stop["eos_token_id"], MAX_NEW_TOKENS)
    return reference.tokenizer.decode(ids, skip_special_tokens=True)


@torch.no_grad()
def probe(reference: Reference, sample: dict, datasets: Path) -> dict:
    """Every number of one prompt that another implementation may want to compare."""
    inputs = reference.inputs(sample, datasets)
    outputs = reference.model(**inputs)
    logits = outputs.logits[0, -1]
    top = logits.topk(20)
    letters = {}
    for letter in LETTERS:
        for text in (f" {letter}", letter):
            (token,) = reference.tokenizer.encode(text, add_special_tokens=False)
            letters[text] = {"id": token, "logit": round(float(logits[token]), 6)}
    row = {
        "id": sample.get("id"),
        "image_path": sample.get("path"),
        "question": sample["question"],
        "options": sample["options"],
        "input_ids": inputs["input_ids"][0].tolist(),
    }
    if "pixel_values" in inputs:
        pixels = inputs["pixel_values"].numpy().astype(np.float32)
        features = torch.cat(list(outputs.image_hidden_states)).reshape(-1)
        row["pixel_values"] = {
            "shape": list(pixels.shape),
            "first_64_of_channel": [rounded(channel.reshape(-1)[:64]) for channel in pixels[0, 0]],
            "mean": round(float(pixels.mean(dtype=np.float64)), 6),
            "std": round(float(pixels.std(dtype=np.float64)), 6),
            "sha256": hashlib.sha256(np.ascontiguousarray(pixels).tobytes()).hexdigest(),
        }
        row["image_features_first_32"] = rounded(features[:32])
    row["top_20"] = {"ids": top.indices.tolist(), "logits": rounded(top.values)}
    row["letters"] = letters
    row["text"] = reference.answer(inputs)
    return row


def rounded(values) -> list[float]:
    return [round(float(v), 6) for v in values]


def write(path: Path, rows: list[dict]) -> None:
    """A JSON array, one row a line."""
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(rows)} rows in {path}", flush=True)


def write_readme(path: Path) -> None:
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    path.write_text(README.format(recipe=RECIPE, versions=versions, tokens=MAX_NEW_TOKENS), encoding="utf-8")


def prepare(checkpoint: Path, folder: Path, datasets: Path) -> None:
    """Gives a worker its models."""
    global answer_all_with
    torch.set_num_threads(1)
    reference = Reference(checkpoint)
    image_token = reference.model.config.image_token_id
    runners = {v: OnnxVlm(folder, v, image_token, threads=1) for v in VARIANTS}
    answer_all_with = (reference, runners, datasets)


def answer_all(sample: dict) -> dict[str, str]:
    """What PyTorch and every exported precision answer."""
    reference, runners, datasets = answer_all_with
    inputs = reference.inputs(sample, datasets)
    texts = {"torch": reference.answer(inputs)}
    return texts | {name: onnx_answer(runner, reference, inputs) for name, runner in runners.items()}


def main() -> None:
    checkpoint, folder, datasets, out = map(Path, sys.argv[1:5])
    out.mkdir(parents=True, exist_ok=True)
    reference = Reference(checkpoint)
    samples = load_samples(datasets)

    chosen = [next(s for s in samples if (s["parts"], s["modality"]) == combo) for combo in PROBES]
    findings = "Findings: Axial, Computed tomography. Which anatomical plane does this image show?"
    chosen.append({"question": findings, "options": ["Sagittal", "Coronal", "Axial"]})
    write(out / "probe.json", [probe(reference, s, datasets) for s in chosen])
    write_readme(out / "README.md")

    answers = {name: [] for name in ("torch", *VARIANTS)}
    with torch.multiprocessing.get_context("spawn").Pool(WORKERS, prepare, (checkpoint, folder, datasets)) as pool:
        for number, texts in enumerate(pool.imap(answer_all, samples, chunksize=8)):
            for name, text in texts.items():
                answers[name].append(text)
            if number % 200 == 0:
                print(f"{number}/{len(samples)}", flush=True)
    differ = [s["id"] for s, a, b in zip(samples, answers["torch"], answers["fp32"]) if a != b]
    assert not differ, f"ONNX fp32 answers other than PyTorch: {differ}"
    for name, source in (("fp32", "torch"), ("q8", "q8"), ("q4", "q4")):
        rows = [
            {"id": s["id"], "question": s["question"], "image_path": s["path"], "text": text}
            for s, text in zip(samples, answers[source])
        ]
        write(out / f"answers-{name}.json", rows)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
