"""Stage 2: vision encoder and connector learn to turn pictures into the attribute vectors that stage 1 reads.

It needs nothing of stage 1 and may run beside it.

Usage: python tools/vlm/pretrain_vision.py CASES_DIR TOKENIZER_DIR OUT_DIR SECONDS
"""

import json
import os
import sys
import time
from pathlib import Path

import numpy as np
import torch

from architecture import make_model, save
from forward import NAMES, Prototypes, image_tokens_of
from prerender import Cases
from schedule import make_optimiser, set_rate
from tokenizer import load_tokenizer

IMAGES = 32
PEAK_RATE = 1e-3


@torch.no_grad()
def attribute_accuracy(model, prototypes, cases: Cases, limit: int = 300) -> dict[str, float]:
    right = []
    for first in range(0, min(limit, len(cases)), 100):
        indices = range(first, min(first + 100, len(cases)))
        with torch.autocast("cpu", torch.bfloat16):
            tokens = image_tokens_of(model, cases.pixels(indices))
        right.append(prototypes.loss(tokens, cases.label_codes(indices))[1])
    return dict(zip(NAMES, np.round(torch.cat(right).float().mean(0).numpy(), 3).tolist()))


def main() -> None:
    cases_dir, tokenizer_dir, out, seconds = sys.argv[1], sys.argv[2], Path(sys.argv[3]), float(sys.argv[4])
    tokenizer = load_tokenizer(tokenizer_dir)
    model = make_model(tokenizer, seed=2)
    prototypes = Prototypes.random(model.config.text_config.hidden_size)
    modules = (model.model.vision_model, model.model.connector)
    optimiser = make_optimiser([p for m in modules for p in m.parameters()], PEAK_RATE, decay=0.05)
    validation, train = Cases(cases_dir, "validation"), Cases(cases_dir, "train")
    rng = np.random.default_rng(12)
    out.mkdir(parents=True, exist_ok=True)
    curve = open(out / "curve.jsonl", "w")
    start, step, losses, right, order = time.time(), 0, [], [], []
    while time.time() - start < seconds:
        if len(order) < IMAGES:
            train.refresh()
            order = list(rng.permutation(len(train)))
        indices, order = order[:IMAGES], order[IMAGES:]
        set_rate(optimiser, PEAK_RATE, step, (time.time() - start) / seconds)
        with torch.autocast("cpu", torch.bfloat16):
            tokens = image_tokens_of(model, train.pixels(indices, rng))
        loss, hits = prototypes.loss(tokens, train.label_codes(indices))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        losses.append(loss.item())
        right.append(hits.float().mean(0))
        step += 1
        if step % 100 == 0:
            line = {
                "step": step,
                "seconds": round(time.time() - start),
                "cases": len(train),
                "loss": round(float(np.mean(losses)), 4),
                "train": dict(zip(NAMES, np.round(torch.stack(right).mean(0).numpy(), 3).tolist())),
            }
            if step % 400 == 0:
                line["validation"] = attribute_accuracy(model, prototypes, validation)
                save(model, tokenizer, out)
            print(json.dumps(line), file=curve, flush=True)
            losses, right = [], []
    save(model, tokenizer, out)
    print(json.dumps(attribute_accuracy(model, prototypes, validation)), file=curve, flush=True)


if __name__ == "__main__":
    torch.set_num_threads(int(os.environ.get("THREADS", 2)))
    main()
