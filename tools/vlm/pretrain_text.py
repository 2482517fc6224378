"""Stage 1: the language model learns to read questions and choose letters, with attribute vectors for images.

Usage: python tools/vlm/pretrain_text.py TOKENIZER_DIR OUT_DIR SECONDS
"""

import json
import os
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from architecture import make_model, save
from corpus import imagine, stated, with_stranger
from forward import Prototypes, answer_logits, encode_labels, letter_accuracy
from rows import Collator, choice_row, words_row
from schedule import make_optimiser, set_rate
from tokenizer import load_tokenizer
from wiring import wire, word_prototypes

ROWS = 48
PEAK_RATE = 1e-3


def draw_rows(rng: np.random.Generator, count: int):
    """Rows on imagined cases: mostly the official prompt, some answered in words, some without an image."""
    rows, codes = [], []
    while len(rows) < count:
        attributes, questions = imagine(rng)
        codes.append(encode_labels(attributes))
        for i in rng.permutation(len(questions))[:3]:
            question, image, kind = questions[i], len(codes) - 1, rng.random()
            if rng.random() < 0.1:
                question = with_stranger(question, rng)
            if kind < 0.15:
                rows.append(words_row(question, image))
            elif kind < 0.3:
                rows.append(choice_row(stated(question, attributes, rng), None))
            else:
                rows.append(choice_row(question, image))
    return rows[:count], torch.tensor(codes)


def main() -> None:
    tokenizer_dir, out, seconds = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    tokenizer = load_tokenizer(tokenizer_dir)
    model = make_model(tokenizer, seed=1)
    wire(model, tokenizer)
    prototypes = Prototypes(word_prototypes(model, tokenizer))
    collate = Collator(tokenizer)
    letters = torch.tensor([tokenizer.encode(f" {x}", add_special_tokens=False)[0] for x in "ABCD"])
    optimiser = make_optimiser(model.model.text_model.parameters(), PEAK_RATE)
    rng = np.random.default_rng(11)
    out.mkdir(parents=True, exist_ok=True)
    torch.save(prototypes.state_dict(), out / "prototypes.pt")
    curve = open(out / "curve.jsonl", "w")
    start, step, recent = time.time(), 0, []
    while time.time() - start < seconds:
        set_rate(optimiser, PEAK_RATE, step, (time.time() - start) / seconds)
        rows, codes = draw_rows(rng, ROWS)
        with torch.autocast("cpu", torch.bfloat16):
            logits, labels = answer_logits(model, collate(rows), prototypes.stand_in(codes, noise=0.5))
        logits = logits.float()
        loss = functional.cross_entropy(logits, labels)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        recent.append((loss.item(), letter_accuracy(logits, labels, letters).float().mean().item()))
        step += 1
        if step % 20 == 0:
            mean_loss, accuracy = np.mean(recent, 0)
            means = {"loss": round(float(mean_loss), 4), "letters": round(float(accuracy), 4)}
            line = {"step": step, "seconds": round(time.time() - start), **means}
            print(json.dumps(line), file=curve, flush=True)
            recent = []
        if step % 200 == 0:
            save(model, tokenizer, out)
    save(model, tokenizer, out)


if __name__ == "__main__":
    torch.set_num_threads(int(os.environ.get("THREADS", 2)))
    main()
