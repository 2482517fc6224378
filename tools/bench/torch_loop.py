"""The plain PyTorch loop over questions, timed: what `npm run -s bench-native` compares the native runtime with.

Usage: python tools/bench/torch_loop.py MODEL_DIR [THREADS]

MODEL_DIR is what tools/bench/smolvlm_shape.py wrote; the same random weights are drawn again here. Reads lines of JSON,
a list of {"image", "prompt"}; answers each with {"ms", "cpu_ms", "answers"} of asking them one after the other as
transformers' documentation does: chat template, processor, generate (greedy, at most 32 tokens).
"""

import json
import sys
import time
from pathlib import Path

import torch
from PIL import Image
from transformers import AutoProcessor, AutoTokenizer, Idefics3ForConditionalGeneration

from smolvlm_shape import make_config, make_generation_config, say_a_letter_and_end


def load_model() -> Idefics3ForConditionalGeneration:
    tokenizer = AutoTokenizer.from_pretrained("public/models/phantom-vlm")
    torch.manual_seed(0)
    config = make_config(tokenizer)
    model = Idefics3ForConditionalGeneration(config).eval()
    model.generation_config = make_generation_config(config)
    say_a_letter_and_end(model, tokenizer)
    return model


@torch.no_grad()
def answer(model, processor, image: str, prompt: str) -> str:
    turn = [{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": prompt}]}]
    text = processor.apply_chat_template(turn, add_generation_prompt=True)
    inputs = processor(text=[text], images=[[Image.open(image).convert("RGB")]], return_tensors="pt")
    ids = model.generate(**inputs, max_new_tokens=32, do_sample=False)
    return processor.tokenizer.decode(ids[0, inputs["input_ids"].shape[1] :], skip_special_tokens=True)


def main() -> None:
    folder = Path(sys.argv[1])
    torch.set_num_threads(int(sys.argv[2]) if len(sys.argv) > 2 else torch.get_num_threads())
    processor = AutoProcessor.from_pretrained(folder, use_fast=False)
    model = load_model()
    print(json.dumps({"torch": torch.__version__, "threads": torch.get_num_threads()}), flush=True)
    for line in sys.stdin:
        wall, cpu = time.perf_counter(), time.process_time()
        answers = [answer(model, processor, **question) for question in json.loads(line)]
        told = {"ms": 1000 * (time.perf_counter() - wall), "cpu_ms": 1000 * (time.process_time() - cpu)}
        print(json.dumps(told | {"answers": answers}), flush=True)


if __name__ == "__main__":
    main()
