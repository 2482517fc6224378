"""Goldens: PyTorch's own numbers for every case, with the family's real processor."""

import hashlib
import json
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import torch

from cases import CASES, LETTERS, detail_cases, messages, turn_rows
from pictures import draw

NEW_TOKENS = 8
#: Between the best logit and the next, at every greedy step: rounding must not decide.
MARGIN = 5e-3


class CloseCall(Exception):
    """Rounding could change the greedy text: another seed is needed."""


def rounded(values, digits: int = 6) -> list[float]:
    return [round(float(value), digits) for value in values]


def pixels_of(built, name: str, count: int) -> dict:
    """What the image processor makes of one picture of a prompt that has `count`."""
    picture = draw(name)
    if built.pixels:
        return built.pixels(built.processor.image_processor, picture, count)
    return dict(built.processor.image_processor(images=[picture], return_tensors="pt"))


def tensor_row(tensor: torch.Tensor) -> dict:
    array = np.ascontiguousarray(tensor.numpy().astype(np.float32))
    flat = array.reshape(-1)
    return {
        "shape": list(array.shape),
        "sha256": hashlib.sha256(array.tobytes()).hexdigest(),
        "first": rounded(flat[:24], 7),
        "middle": rounded(flat[len(flat) // 2 :][:24], 7),
        "mean": round(float(flat.mean(dtype=np.float64)), 7),
        "std": round(float(flat.std(dtype=np.float64)), 7),
    }


def grid_row(inputs: dict) -> dict:
    """The small integer inputs that go with the pixels."""
    keep = ("image_grid_thw", "spatial_shapes", "image_sizes")
    return {key: inputs[key].tolist() for key in keep if key in inputs}


def features_row(features: torch.Tensor) -> dict:
    flat = features.reshape(-1)
    return {
        "shape": list(features.shape),
        "first": rounded(flat[:24]),
        "last": rounded(flat[-24:]),
        "mean": round(float(flat.mean()), 6),
        "std": round(float(flat.std()), 6),
    }


def model_inputs(built, case):
    return inputs_of(built, case, [draw(name) for name in case.images])


def inputs_of(built, case, images):
    """A prompt with these images as the family's processor makes it."""
    if built.prepare:
        return built.prepare(built.processor, case, images)
    # By way of the tokenizer: some processors would ask their video processor first.
    tokenizer = built.processor.tokenizer
    template = {"chat_template": built.processor.chat_template, "tokenize": False}
    said = messages(case)
    if built.vision is None:
        # Templates of language models put a turn's content together with other texts.
        said = [{**turn, "content": "".join(part["text"] for part in turn["content"])} for turn in said]
    text = tokenizer.apply_chat_template(said, add_generation_prompt=True, **template)
    # A template that writes the beginning-of-text token itself must not get two, as Python's pipeline has it.
    bos = tokenizer.bos_token
    extra = {"add_special_tokens": False} if bos and text.startswith(bos) else {}
    if built.vision is None:
        return tokenizer([text], **extra, return_tensors="pt")
    arguments = {"images": images} if images else {}
    return built.processor(text=[text], **arguments, **extra, return_tensors="pt")


@contextmanager
def shown_at(built, settings: dict):
    """The image processor with these settings in place of its own."""
    processor = built.processor.image_processor if settings else None
    before = {name: getattr(processor, name) for name in settings}
    for name, value in settings.items():
        setattr(processor, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(processor, name, value)


@torch.no_grad()
def record_case(built, case) -> dict:
    inputs = model_inputs(built, case)
    ids = inputs["input_ids"][0]
    forget_positions(built.model)
    logits = built.model(**inputs).logits[0, -1].float()
    probabilities = logits.log_softmax(-1)
    tokenizer = built.processor.tokenizer
    letters = [tokenizer.encode(letter, add_special_tokens=False)[-1] for letter in LETTERS]
    forget_positions(built.model)
    out = built.model.generate(
        **inputs,
        max_new_tokens=NEW_TOKENS,
        do_sample=False,
        output_logits=True,
        output_scores=True,
        return_dict_in_generate=True,
    )
    new = out.sequences[0, len(ids) :].tolist()
    tops = [step[0].float().topk(2).values for step in out.scores]
    margin = min(float(top[0] - top[1]) for top in tops)
    if margin < MARGIN:
        raise CloseCall(f"{case.name}: a greedy choice hangs on {margin:.1e}")
    assert torch.allclose(out.logits[0][0].float(), logits, atol=1e-4), "generate and forward differ"
    pictures = []
    for name in case.images:
        prepared = pixels_of(built, name, len(case.images))
        pictures.append(
            {
                "name": name,
                "pixel_values": tensor_row(prepared["pixel_values"]),
                **grid_row(prepared),
                "features": features_row(built.features(built.model, prepared)),
            }
        )
    stops = generation_stops(built.model)
    return {
        "name": case.name,
        "images": pictures,
        "text": case.text,
        **({"turns": turn_rows(case)} if case.turns else {}),
        **({"detail": case.detail} if case.detail else {}),
        "input_ids": ids.tolist(),
        "logits": rounded(logits),
        "letters": {"ids": letters, "log_probabilities": rounded(probabilities[letters])},
        "greedy": {"ids": new, "text": tokenizer.decode([i for i in new if i not in stops], skip_special_tokens=True)},
    }


def forget_positions(model) -> None:
    """M-RoPE models keep the offset of the last prompt."""
    if hasattr(model.model, "rope_deltas"):
        model.model.rope_deltas = None


def generation_stops(model) -> set[int]:
    stops = model.generation_config.eos_token_id
    return set(stops if isinstance(stops, list) else [stops])


def record(built, path: Path, keep: bool = False) -> list[str]:
    """Writes `path`; with `keep`, rows that it has already stay, and must be what is computed now, but for rounding."""
    known = {row["name"]: row for row in json.loads(path.read_text("utf-8"))["cases"]} if keep else {}
    rows, skipped = [], {}
    for case in (*CASES, *detail_cases(path.parent.name)):
        if case.name in built.skip:
            skipped[case.name] = built.skip[case.name]
            continue
        row = record_decided(built, case)
        before = known.get(case.name, row)
        if not alike(before, row):
            raise CloseCall(f"{case.name}: is not what it was, so another seed made it")
        rows.append(before)
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    parameters = sum(parameter.numel() for parameter in built.model.parameters())
    head = json.dumps({"parameters": parameters, "skipped": skipped}, ensure_ascii=False)[1:-1]
    path.write_text(f'{{{head}, "cases": [\n{lines}\n]}}\n', encoding="utf-8")
    return [row["name"] for row in rows if row["name"] not in known]


def record_decided(built, case) -> dict:
    """Of a case of several turns or places, or of a detail, another wording is taken where this one is a close call."""
    for n in range(20 if case.turns or case.detail else 1):
        try:
            with shown_at(built, case.settings):
                return record_case(built, case.numbered(n))
        except CloseCall as call:
            last = call
    raise last


def alike(a, b) -> bool:
    """The same, save that another processor rounds otherwise."""
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(alike(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(alike, a, b))
    return abs(a - b) < 1e-4 if isinstance(a, float) and isinstance(b, float) else a == b
