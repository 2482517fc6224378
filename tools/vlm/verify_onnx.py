"""Checks the exported graphs against PyTorch: prefill, prefix reuse, decoding, padded batches, padding images.

Usage: python tools/vlm/verify_onnx.py CHECKPOINT_DIR MODEL_DIR
"""

import sys

import numpy as np
import torch
from PIL import Image
from transformers import Idefics3ForConditionalGeneration

from chat import multiple_choice_prompt, user_turn
from onnx_runner import OnnxVlm
from processor import make_processor
from tokenizer import load_tokenizer

TOLERANCE = 1e-4


def prompts_and_images():
    rng = np.random.default_rng(0)
    images = [
        Image.fromarray(rng.integers(0, 255, (h, w, 3), dtype=np.uint8)) for h, w in ((256, 256), (90, 140), (64, 48))
    ]
    texts = [
        multiple_choice_prompt("Which modality is this?", ["CT", "MRI", "Ultrasound", "X-ray"]),
        multiple_choice_prompt("Is there a lesion?", ["Yes", "No"]),
        multiple_choice_prompt("Größe der Läsion? 大小", ["small", "medium", "large"]),
    ]
    return texts, images


@torch.no_grad()
def main() -> None:
    checkpoint, folder = sys.argv[1:3]
    tokenizer = load_tokenizer(checkpoint)
    processor = make_processor(tokenizer)
    model = Idefics3ForConditionalGeneration.from_pretrained(checkpoint, dtype="float32").eval()
    image_token = model.config.image_token_id
    runners = {variant: OnnxVlm(folder, variant, image_token) for variant in ("fp32", "q8", "q4")}
    exact = runners["fp32"]
    texts, images = prompts_and_images()
    rendered = [processor.apply_chat_template(user_turn(t, True), add_generation_prompt=True) for t in texts]
    failures = []

    def compare(what, got, expected, tolerance=TOLERANCE):
        error = float(np.abs(got - expected).max())
        print(f"{what:46s} max abs error {error:.2e}")
        if not error < tolerance:
            failures.append(what)

    inputs = processor(text=[rendered[0]], images=[[images[0]]], return_tensors="pt")
    reference = model(**inputs)
    expected = reference.logits.numpy()
    pixels = (inputs["pixel_values"].numpy(), inputs["pixel_attention_mask"].numpy())
    features = exact.image_features(*pixels)
    expected_features = torch.cat(list(reference.image_hidden_states)).numpy()
    compare("image features", features[0], expected_features.reshape(features[0].shape))

    ids = inputs["input_ids"].numpy()
    length = ids.shape[1]
    embeds = exact.embed(ids, features)
    logits, whole_cache = exact.decode(embeds, np.ones((1, length)), exact.empty_cache(1))
    compare("prefill", logits, expected)
    for variant in ("q8", "q4"):
        runner = runners[variant]
        other = runner.embed(ids, runner.image_features(*pixels))
        whole, _ = runner.decode(other, np.ones((1, length)), runner.empty_cache(1))
        print(f"{variant} against fp32: max abs difference {np.abs(whole - expected).max():.3f}")
        first, cache = runner.decode(other[:, :20], np.ones((1, 20)), runner.empty_cache(1))
        second, _ = runner.decode(other[:, 20:], np.ones((1, length)), cache)
        compare(f"{variant}: prefix reuse against whole prefill", np.concatenate([first, second], 1), whole)

    first, cache = exact.decode(embeds[:, :20], np.ones((1, 20)), exact.empty_cache(1))
    second, cache = exact.decode(embeds[:, 20:], np.ones((1, length)), cache)
    compare("prefix, then the rest", np.concatenate([first, second], 1), expected)
    for name, value in cache.items():
        compare(f"cache {name}", value, whole_cache[name])

    more = [10, 300, 7]
    longer_ids = torch.cat([inputs["input_ids"], torch.tensor([more])], 1)
    longer = model(**{**inputs, "input_ids": longer_ids, "attention_mask": torch.ones_like(longer_ids)})
    for step, token in enumerate(more):
        logits, cache = exact.decode(exact.embed([[token]]), np.ones((1, length + step + 1)), cache)
        compare(f"decode step {step}", logits[:, 0], longer.logits[:, length + step].numpy())

    batch = processor(text=rendered, images=[[i] for i in images], padding=True, return_tensors="pt")
    expected = model(**batch).logits.numpy()
    features = exact.image_features(batch["pixel_values"].numpy(), batch["pixel_attention_mask"].numpy())
    mask = batch["attention_mask"].numpy()
    logits, _ = exact.decode(exact.embed(batch["input_ids"].numpy(), features), mask, exact.empty_cache(3))
    compare("left-padded batch of three", logits[mask == 1], expected[mask == 1])

    # A batch whose rows share a prefix: reused cache, several new tokens, padding on the right.
    prefix, rest = 30, [embeds[:, 30:], embeds[:, 30:-6]]
    _, cache = exact.decode(embeds[:, :prefix], np.ones((1, prefix)), exact.empty_cache(1))
    cache = {name: np.repeat(value, 2, 0) for name, value in cache.items()}
    padded = np.concatenate([rest[0], np.pad(rest[1], ((0, 0), (0, 6), (0, 0)))])
    mask = np.ones((2, length))
    mask[1, -6:] = 0
    logits, _ = exact.decode(padded, mask, cache)
    whole = reference.logits.numpy()
    compare("shared prefix, batch of two, right padding", logits[1, : -6], whole[0, prefix : length - 6])
    compare("shared prefix, batch of two, full row", logits[0], whole[0, prefix:])

    # Text only, and rows with one and two images (the missing one is a padding image to be dropped).
    plain = processor.apply_chat_template(user_turn(texts[1], False), add_generation_prompt=True)
    plain = processor(text=[plain], return_tensors="pt")
    n = plain["input_ids"].shape[1]
    logits, _ = exact.decode(exact.embed(plain["input_ids"].numpy()), np.ones((1, n)), exact.empty_cache(1))
    compare("text only", logits, model(**plain).logits.numpy())
    uneven = processor.image_processor([[images[0], images[1]], [images[2]]], return_tensors="pt")
    expected = model.get_image_features(uneven["pixel_values"], uneven["pixel_attention_mask"]).pooler_output
    features = exact.image_features(uneven["pixel_values"].numpy(), uneven["pixel_attention_mask"].numpy())
    compare("padding images are dropped", features.reshape(-1, features.shape[-1]), torch.cat(list(expected)).numpy())

    if failures:
        sys.exit(f"failed: {failures}")
    print("all within tolerance")


if __name__ == "__main__":
    main()
