"""Stage 3: vision and language together on the benchmark's own prompt, with the attribute loss kept as a guide.

Usage: python tools/vlm/train.py CASES_DIR TEXT_DIR VISION_DIR OUT_DIR SECONDS
"""

import json
import sys
import time
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from torch import distributed
from torch.nn import functional
from transformers import Idefics3ForConditionalGeneration

from architecture import save
from corpus import imagine, stated, with_stranger
from forward import Prototypes, answer_logits, image_tokens_of, letter_accuracy
from prerender import Cases
from rows import Collator, choice_row, words_row
from schedule import make_optimiser, set_rate
from tokenizer import load_tokenizer

WORKERS = 2  # processes of one thread each: on busy cores far faster than two threads
IMAGES = 32
QUESTIONS = 2
TEXT_ROWS = 4
PEAK_RATE = 6e-4
ATTRIBUTE_WEIGHT = 0.5
VALIDATION_CASES = 200


def draw_rows(cases: Cases, indices, rng: np.random.Generator):
    """A few questions of each picture, and some questions that need none."""
    rows = []
    for image, index in enumerate(indices):
        questions = cases.about[index]["questions"]
        for i in rng.permutation(len(questions))[:QUESTIONS]:
            question = with_stranger(questions[i], rng) if rng.random() < 0.05 else questions[i]
            rows.append(words_row(question, image) if rng.random() < 0.04 else choice_row(question, image))
    for _ in range(TEXT_ROWS):
        attributes, questions = imagine(rng)
        question = questions[int(rng.integers(len(questions)))]
        rows.append(choice_row(stated(question, attributes, rng), None))
    return rows


@torch.no_grad()
def join_stages(text_dir, vision_dir) -> tuple[Idefics3ForConditionalGeneration, Prototypes]:
    """The language model of stage 1 with the vision encoder and connector of stage 2.

    Stage 2 aimed at random prototypes. They are linearly independent, so one linear map takes them to those of
    stage 1, and it is folded into the connector.
    """
    model = Idefics3ForConditionalGeneration.from_pretrained(text_dir, dtype="float32")
    seeing = Idefics3ForConditionalGeneration.from_pretrained(vision_dir, dtype="float32")
    model.model.vision_model = seeing.model.vision_model
    model.model.connector = seeing.model.connector
    prototypes = Prototypes.load(Path(text_dir) / "prototypes.pt")
    hidden = model.config.text_config.hidden_size
    aimed, wanted = torch.cat(Prototypes.random(hidden).tables), torch.cat(prototypes.tables)
    ridge = 1e-3 * aimed.square().sum() / hidden * torch.eye(hidden)
    translate = torch.linalg.solve(aimed.T @ aimed + ridge, aimed.T @ wanted).T
    projection = model.model.connector.modality_projection.proj
    projection.weight.copy_(translate @ projection.weight)
    return model, prototypes


@torch.no_grad()
def validate(model, collate: Collator, cases: Cases, letters: torch.Tensor) -> dict[str, float]:
    """Share of right letters by task, and over all questions."""
    right = defaultdict(list)
    for first in range(0, min(VALIDATION_CASES, len(cases)), 20):
        indices = range(first, min(first + 20, len(cases)))
        rows = [choice_row(q, i) for i, index in enumerate(indices) for q in cases.about[index]["questions"]]
        with torch.autocast("cpu", torch.bfloat16):
            logits, labels = answer_logits(model, collate(rows), image_tokens_of(model, cases.pixels(indices)))
        for row, hit in zip(rows, letter_accuracy(logits, labels, letters).tolist()):
            right[row.task].append(hit)
            right["all"].append(hit)
    return {task: round(float(np.mean(hits)), 4) for task, hits in sorted(right.items())}


def share_gradients(model) -> None:
    """Averages gradients over the workers."""
    gradients = [p.grad for p in model.parameters() if p.grad is not None]
    flat = torch._utils._flatten_dense_tensors(gradients)
    distributed.all_reduce(flat)
    flat /= distributed.get_world_size()
    for gradient, mean in zip(gradients, torch._utils._unflatten_dense_tensors(flat, gradients)):
        gradient.copy_(mean)


def work(rank: int, cases_dir: str, text_dir: str, vision_dir: str, out: Path, seconds: float) -> None:
    """One of the workers: all hold the same weights and see different cases; the first keeps the books."""
    torch.set_num_threads(1)
    distributed.init_process_group("gloo", init_method=f"file://{out}/meeting", rank=rank, world_size=WORKERS)
    tokenizer = load_tokenizer(text_dir)
    model, prototypes = join_stages(text_dir, vision_dir)
    collate = Collator(tokenizer)
    letters = torch.tensor([tokenizer.encode(f" {x}", add_special_tokens=False)[0] for x in "ABCD"])
    optimiser = make_optimiser(model.parameters(), PEAK_RATE, decay=0.05)
    train = Cases(cases_dir, "train")
    share, rng = IMAGES // WORKERS, np.random.default_rng([13, rank])
    keeps_books = rank == 0
    if keeps_books:
        validation = Cases(cases_dir, "validation")
        curve = open(out / "curve.jsonl", "w")
    clock = torch.zeros(1, dtype=torch.float64)
    start, step, order, recent = time.time(), 0, [], []
    while True:
        clock[0] = (time.time() - start) / seconds
        distributed.broadcast(clock, 0)
        if clock.item() >= 1:
            break
        if len(order) < share:
            order = list(rng.permutation(range(rank, len(train), WORKERS)))
        indices, order = order[:share], order[share:]
        set_rate(optimiser, PEAK_RATE, step, clock.item(), floor=0.02)
        with torch.autocast("cpu", torch.bfloat16):
            tokens = image_tokens_of(model, train.pixels(indices, rng))
            logits, labels = answer_logits(model, collate(draw_rows(train, indices, rng)), tokens)
        logits = logits.float()
        answer_loss = functional.cross_entropy(logits, labels)
        attribute_loss, _ = prototypes.loss(tokens, train.label_codes(indices))
        (answer_loss + ATTRIBUTE_WEIGHT * attribute_loss).backward()
        share_gradients(model)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        hits = letter_accuracy(logits, labels, letters).float().mean().item()
        recent.append((answer_loss.item(), attribute_loss.item(), hits))
        step += 1
        if keeps_books and step % 50 == 0:
            means = dict(zip(("loss", "attribute_loss", "letters"), np.round(np.mean(recent, 0), 4).tolist()))
            line = {"step": step, "seconds": round(time.time() - start), **means}
            if step % 400 == 0:
                line["validation"] = validate(model, collate, validation, letters)
                save(model, tokenizer, out)
            print(json.dumps(line), file=curve, flush=True)
            recent = []
    if keeps_books:
        save(model, tokenizer, out)
        last = {"step": step, "seconds": round(time.time() - start)}
        last["validation"] = validate(model, collate, validation, letters)
        print(json.dumps(last), file=curve, flush=True)
    distributed.destroy_process_group()


def main() -> None:
    cases_dir, text_dir, vision_dir, out, seconds = *sys.argv[1:4], Path(sys.argv[4]).resolve(), float(sys.argv[5])
    out.mkdir(parents=True, exist_ok=True)
    (out / "meeting").unlink(missing_ok=True)
    torch.multiprocessing.spawn(work, (cases_dir, text_dir, vision_dir, out, seconds), WORKERS)


if __name__ == "__main__":
    main()
