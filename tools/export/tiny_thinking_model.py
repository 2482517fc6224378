"""Makes a tiny random checkpoint of Qwen3-VL Thinking's shape, exports it by the command itself, and records what PyTorch says.

Usage: python tools/export/tiny_thinking_model.py OUT          (test/golden/thinking)

The template opens the thought, as Qwen3-VL Thinking's does. `</think>` is as probable as a token that ends some thoughts early
and others late. OUT/thoughts.json has PyTorch's greedy text for the first questions of the demo.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "families"))

import torch  # noqa: E402
from transformers import Qwen3VLConfig, Qwen3VLForConditionalGeneration, Qwen3VLProcessor  # noqa: E402

import no_video  # noqa: E402, F401
from cases import Case, question  # noqa: E402
from lively import enliven  # noqa: E402
from record import MARGIN, inputs_of  # noqa: E402
from recipes import qwen3_vl  # noqa: E402
from recipes._qwen_vl import SPECIALS, make_processor  # noqa: E402
from built import Built  # noqa: E402
from PIL import Image  # noqa: E402
from vocabulary import qwen2_tokenizer  # noqa: E402

OPEN, CLOSE = "<think>", "</think>"
#: What Qwen3-VL Thinking's template adds to the beginning of the answer.
TEMPLATE = qwen3_vl.PLAIN_TEMPLATE.replace("assistant\n{% endif %}", "assistant\n<think>\n{% endif %}")
#: Most tokens of a thought, and of the answer after it: what the tests ask with.
THOUGHT, ANSWER = 24, 8
#: Questions of the demo's first folder.
ASKED = 12
DEMO = HERE.parents[1] / "public/datasets/phantom-cube/PhantomBrainCT"


def questions() -> list[tuple[Case, Path]]:
    items = json.loads((DEMO / "test.json").read_text())[:ASKED]
    options = lambda item: [item[f"option_{letter}"] for letter in "ABCD" if item.get(f"option_{letter}")]
    return [
        (Case(item["id"], (item["image_path"],), question(item["question"], *options(item))), DEMO / item["image_path"])
        for item in items
    ]


def checkpoint(seed: int):
    tokens = qwen2_tokenizer([*SPECIALS, OPEN, CLOSE], eos_token="<|im_end|>", pad_token="<|endoftext|>")
    torch.manual_seed(0)
    settings = qwen3_vl.stacked_settings(tokens, tie_word_embeddings=False)
    model = Qwen3VLForConditionalGeneration(Qwen3VLConfig(**settings)).eval()
    enliven(model, seed)
    mute_parts(model, tokens)
    return model, make_processor(Qwen3VLProcessor, tokens, TEMPLATE)


@torch.no_grad()
def mute_parts(model, tokens) -> None:
    """Keeps parts of letters out of greedy text: libraries differ in how they show what is not UTF-8."""
    rows = [token for token in range(len(tokens)) if not tokens.decode([token]).isprintable() or "\ufffd" in tokens.decode([token])]
    model.lm_head.weight[rows] *= 0.1


@torch.no_grad()
def said(model, processor, asked: tuple[Case, Path], most: int) -> tuple[list[int], float]:
    """Greedy tokens, and the smallest distance between the best token and the next."""
    built = Built(model=model, processor=processor, vision=model.model.visual, text_model=None, lm_head=None)
    case, picture = asked
    inputs = inputs_of(built, case, [Image.open(picture).convert("RGB")])
    model.model.rope_deltas = None
    out = model.generate(
        **inputs, max_new_tokens=most, do_sample=False, output_scores=True, return_dict_in_generate=True
    )
    tops = [step[0].float().topk(2).values for step in out.scores]
    return out.sequences[0, inputs["input_ids"].shape[1] :].tolist(), min(float(top[0] - top[1]) for top in tops)


@torch.no_grad()
def take_place_of(model, token: int, other: int) -> None:
    """`token` is said wherever `other` would have been."""
    rows = model.lm_head.weight
    rows[token] = rows[other] * 1.05


def main() -> None:
    out = Path(sys.argv[1])
    asked = questions()
    for seed in range(1, 200):
        model, processor = checkpoint(seed)
        tokenizer = processor.tokenizer
        close, end = tokenizer.convert_tokens_to_ids([CLOSE, "<|im_end|>"])
        free = [said(model, processor, case, THOUGHT)[0] for case in asked]
        # A token that ends about half of the thoughts, after some tokens.
        places = {
            token: [ids.index(token) for ids in free if token in ids] for token in {t for ids in free for t in ids}
        }
        usable = [t for t, at in places.items() if 3 <= len(at) <= len(asked) - 3 and min(at) >= 3]
        usable = [t for t in usable if t not in tokenizer.all_special_ids and t not in (close, end)]
        if not usable or any(end in ids for ids in free):
            continue
        take_place_of(model, close, usable[0])
        whole = [said(model, processor, case, THOUGHT + 1 + ANSWER) for case in asked]
        thoughts = [row(tokenizer, ids, close, end) for ids, _ in whole]
        ended = [thought for thought in thoughts if thought["answer"]]
        margins = min(margin for _, margin in whole)
        if 3 <= len(ended) <= len(asked) - 3 and margins >= MARGIN:
            break
    else:
        raise SystemExit("No seed gives both ended and cut thoughts.")
    with tempfile.TemporaryDirectory() as work:
        model.save_pretrained(work)
        tokenizer.save_pretrained(work)
        processor.image_processor.save_pretrained(work)
        Path(work, "chat_template.jinja").write_text(TEMPLATE)
        subprocess.run([sys.executable, str(HERE), work, "--out", str(out), "--dtypes", "fp32", "--reference"], check=True)
    rows = [{"id": case.name, "prompt": case.text, **thought} for (case, _), thought in zip(asked, thoughts)]
    limits = {"thought": THOUGHT, "answer": ANSWER}
    (out / "thoughts.json").write_text(json.dumps({"limits": limits, "asked": rows}, indent=1, ensure_ascii=False) + "\n")
    print(f"seed {seed}: {len(ended)} of {len(asked)} thoughts end; smallest margin {margins:.3f}")


def row(tokenizer, ids: list[int], close: int, end: int) -> dict:
    """PyTorch's greedy text, cut as the limits cut it; `tokens` counts the closing mark, but no end."""
    if close not in ids[:THOUGHT]:
        return {"thought": text(tokenizer, ids[:THOUGHT]), "tokens": THOUGHT, "answer": None}
    at = ids.index(close)
    answer = ids[at + 1 : at + 1 + ANSWER]
    if end in answer:
        answer = answer[: answer.index(end)]
    return {
        "thought": text(tokenizer, ids[:at]),
        "tokens": at + 1,
        "answer": {"text": text(tokenizer, answer), "tokens": len(answer)} if answer else None,
    }


def text(tokenizer, ids: list[int]) -> str:
    return tokenizer.decode(ids, skip_special_tokens=True).strip()


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
