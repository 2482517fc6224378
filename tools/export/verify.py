"""Asks PyTorch and the exported sessions the same questions, and writes what they differ in: voxelwise.json."""

import json
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import torch
import transformers
from built import Refused
from cases import LETTERS, Case, question
from pictures import SIZES, draw
from PIL import Image
from record import forget_positions, inputs_of
from sessions import Asked, Sessions, asked_of

#: Questions unless another number is given: eight pictures.
MOST = 40
ASKED = (
    question("Which imaging modality is shown?", "CT", "MRI", "Ultrasound", "X-ray"),
    question("Which part of the body is shown?", "Head", "Chest", "Abdomen", "Knee"),
    question("In which plane is the image taken?", "Axial", "Sagittal", "Coronal", "It is a projection"),
    question("Is there a bright round lesion in the image?", "Yes", "No"),
    question("Which finding is the most likely one?", "A fracture", "An effusion", "A mass", "None of these"),
)
ENDINGS = (".png", ".jpg", ".jpeg")


def pictures(folder: Path | None, most: int) -> list[Image.Image]:
    """So many of a folder, evenly drawn from it; the ones that are drawn here unless a folder is given."""
    if folder is None:
        return [draw(name) for name in SIZES][:most]
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS)
    if not paths:
        raise Refused(f"--pictures: {folder} has no picture ({', '.join(ENDINGS)})")
    return [Image.open(path).convert("RGB") for path in paths[:: max(1, len(paths) // most)][:most]]


def questions(built, folder: Path | None, most: int = MOST) -> list[Asked]:
    """At most so many prompts as PyTorch and the sessions get them, those of a picture one after the other."""
    wanted = -(-most // len(ASKED))
    shown = [[picture] for picture in pictures(folder, wanted)] if built.vision else [[]]
    return [
        asked_of(built, inputs_of(built, Case("", tuple("picture" for _ in images), text), images))
        for images in shown
        for text in ASKED
    ][:most]


def wave(number: int) -> Image.Image:
    """A picture of the page's device test, as src/engine/runtime/device-numbers.ts draws it."""
    width, height = ((96, 96), (120, 80))[number]
    y, x, c = np.mgrid[0:height, 0:width, 0:3]
    levels = np.abs((x * (5 + 2 * c + number) + y * (3 + c * (1 + number))) % 511 - 255)
    return Image.fromarray(levels.astype(np.uint8), "RGB")


def outputs(built) -> dict:
    """What PyTorch answers to the page's device test: the log-probability of each letter's token."""
    shown = [(0, ASKED[0]), (1, ASKED[0]), (0, ASKED[1])] if built.vision else [(None, ASKED[0]), (None, ASKED[1])]
    asked = []
    for number, text in shown:
        images = [] if number is None else [wave(number)]
        asked.append(asked_of(built, inputs_of(built, Case("", tuple("picture" for _ in images), text), images)))
    tokens = [token_of(built.processor.tokenizer, letter) for letter in LETTERS]
    prompts = []
    for (number, text), logits in zip(shown, ask_pytorch(built.model, asked)):
        exact = torch.log_softmax(torch.from_numpy(logits.astype(np.float64)), -1)
        options = [round(float(exact[token]), 6) for token in tokens]
        prompts.append({"text": text, "picture": number, "options": options})
    return {"tokens": tokens, "prompts": prompts}


@contextmanager
def encoding_once(model):
    """Has a picture that is asked about again and again encoded once, where the model has a method of its own for that."""
    inner = model.model
    encode = getattr(inner, "get_image_features", None)
    if encode is None:
        yield
        return
    last, features = None, None

    def kept(*given, **named):
        nonlocal last, features
        wanted = [*given, *sorted(named.items())]
        if last is None or not same(wanted, last):
            last, features = wanted, encode(*given, **named)
        return features

    inner.get_image_features = kept
    try:
        yield
    finally:
        del inner.get_image_features


def same(one, other) -> bool:
    """Of arguments that tensors are among."""
    if isinstance(one, (list, tuple)):
        return isinstance(other, (list, tuple)) and len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, torch.Tensor):
        return isinstance(other, torch.Tensor) and torch.equal(one, other)
    return one is other or (not isinstance(other, torch.Tensor) and bool(one == other))


@torch.no_grad()
def ask_pytorch(model, asked: list[Asked]) -> list[np.ndarray]:
    """Logits at each answer's position."""
    logits = []
    with encoding_once(model):
        for one in asked:
            forget_positions(model)
            logits.append(model(**one.inputs).logits[0, -1].float().numpy())
    return logits


def token_of(tokenizer, letter: str) -> int:
    return tokenizer.encode(letter, add_special_tokens=False)[-1]


def letters(tokenizer, logits: np.ndarray) -> int:
    return int(np.argmax([logits[token_of(tokenizer, letter)] for letter in LETTERS]))


class Card:
    """Agreement of a folder's precisions with PyTorch. The file is written again after every precision."""

    def __init__(self, out: Path, name: str, tokenizer, asked: list[Asked], reference: list[np.ndarray], outputs: dict, tell):
        """@param name of the model @param reference what PyTorch said to `asked` @param outputs of the device test"""
        self.out, self.tokenizer, self.asked, self.reference, self.tell = out, tokenizer, asked, reference, tell
        self.card = {
            "format": 1,
            "model": name,
            "reference": f"PyTorch {torch.__version__.split('+')[0]}, transformers {transformers.__version__}, 32 bits",
            "questions": len(asked),
            "precisions": {},
            "outputs": outputs,
        }

    def add(self, dtype: str) -> None:
        """Asks the sessions of one precision."""
        sessions = Sessions(self.out / "onnx", dtype)
        found = [sessions.logits(one) for one in self.asked]
        pairs = list(zip(found, self.reference))
        apart = max(float(np.abs(a - b).max()) for a, b in pairs)
        changed = sum(letters(self.tokenizer, a) != letters(self.tokenizer, b) for a, b in pairs)
        self.card["precisions"][dtype] = {"logits": float(f"{apart:.2g}"), "lettersChanged": changed}
        path = self.out / "voxelwise.json"
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(self.card, indent=2) + "\n", encoding="utf-8")
        fresh.replace(path)
        self.tell(f"{dtype}: logits at most {apart:.2g} apart, {changed} of {len(self.asked)} letters changed")
