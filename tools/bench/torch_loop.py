"""The plain PyTorch loop over questions, timed: what `npm run -s lab -- bench-native` compares the native runtime with.

Usage: python tools/bench/torch_loop.py MODEL_DIR [--threads N] [--checkpoint DIR] [--max-new-tokens N]

MODEL_DIR is what tools/bench/smolvlm_shape.py wrote; the same random weights are drawn again here. With --checkpoint,
MODEL_DIR is an export of that checkpoint, whose weights are taken. Reads lines of JSON, a list of {"image", "prompt"};
answers each with {"ms", "cpu_ms", "answers"} of asking them one after the other as transformers' documentation does:
chat template, processor, generate (greedy, at most 32 tokens unless another number is given).
"""

import argparse
import json
import sys
import time
from pathlib import Path

import torch
from PIL import Image
from transformers import AutoProcessor, AutoTokenizer, Idefics3ForConditionalGeneration

from smolvlm_shape import make_config, make_generation_config, say_a_letter_and_end


def load_model(checkpoint: Path | None) -> Idefics3ForConditionalGeneration:
    if checkpoint:
        return Idefics3ForConditionalGeneration.from_pretrained(checkpoint, dtype=torch.float32).eval()
    tokenizer = AutoTokenizer.from_pretrained("public/models/phantom-vlm")
    torch.manual_seed(0)
    config = make_config(tokenizer)
    model = Idefics3ForConditionalGeneration(config).eval()
    model.generation_config = make_generation_config(config)
    say_a_letter_and_end(model, tokenizer)
    return model


@torch.no_grad()
def answer(model, processor, most: int, image: str, prompt: str) -> str:
    turn = [{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": prompt}]}]
    text = processor.apply_chat_template(turn, add_generation_prompt=True)
    inputs = processor(text=[text], images=[[Image.open(image).convert("RGB")]], return_tensors="pt")
    ids = model.generate(**inputs, max_new_tokens=most, do_sample=False)
    return processor.tokenizer.decode(ids[0, inputs["input_ids"].shape[1] :], skip_special_tokens=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="torch_loop.py", description=__doc__.split("\n")[0])
    parser.add_argument("model", type=Path, help="folder that has the processor's settings")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--checkpoint", type=Path, help="weights other than those of smolvlm_shape.py")
    parser.add_argument("--max-new-tokens", type=int, default=32)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    processor = AutoProcessor.from_pretrained(given.model, use_fast=False)
    model = load_model(given.checkpoint)
    print(json.dumps({"torch": torch.__version__, "threads": torch.get_num_threads()}), flush=True)
    for line in sys.stdin:
        wall, cpu = time.perf_counter(), time.process_time()
        answers = [answer(model, processor, given.max_new_tokens, **question) for question in json.loads(line)]
        told = {"ms": 1000 * (time.perf_counter() - wall), "cpu_ms": 1000 * (time.process_time() - cpu)}
        print(json.dumps(told | {"answers": answers}), flush=True)


if __name__ == "__main__":
    main()
