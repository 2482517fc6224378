"""Writes a random-weight model of SmolVLM-256M's true shape, for measuring time and nothing else.

Usage: python tools/bench/smolvlm_shape.py OUT_DIR [TOKENIZER_DIR] [--checkpoint] [--tiles]

The graphs are made as the phantom VLM's are, with external data; with --checkpoint, the folder has the weights as safetensors
instead. An image is one square of 512 pixels; with --tiles it is cut into up to 17, as published SmolVLM folders do. Two rows of the vocabulary are not random: after
the last token of a prompt the model says " A", and after " A" it ends, as a trained model would; so both ends of a
comparison decode as many tokens as they would in earnest.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "vlm"))

import numpy as np
import onnx
import torch
from onnx import TensorProto
from safetensors.torch import save_file
from transformers import AutoTokenizer, Idefics3Config, Idefics3ForConditionalGeneration

from architecture import idefics3_config, make_generation_config
from chat import USER_SUFFIX
from export_onnx import VARIANTS, export_settings, write_json
from onnx_graph import FLOAT, INT64, Graph
from onnx_text import cache_ports, embed_tokens, layers, rotary_tables
from onnx_vision import vision_encoder

IMAGE_SIZE = 512
IMAGE_TOKENS = 64
VOCABULARY = 49280


def make_config(tokenizer) -> Idefics3Config:
    """The sizes of HuggingFaceTB/SmolVLM-256M-Instruct."""
    vision = {
        "hidden_size": 768,
        "intermediate_size": 3072,
        "num_hidden_layers": 12,
        "num_attention_heads": 12,
        "image_size": IMAGE_SIZE,
        "patch_size": 16,
    }
    text = {
        "vocab_size": VOCABULARY,
        "hidden_size": 576,
        "intermediate_size": 1536,
        "num_hidden_layers": 30,
        "num_attention_heads": 9,
        "num_key_value_heads": 3,
        "head_dim": 64,
        "max_position_embeddings": 8192,
        "rope_theta": 100000,
    }
    return idefics3_config(tokenizer, vision, text, scale_factor=4, tied=False)


def say_a_letter_and_end(model: Idefics3ForConditionalGeneration, tokenizer) -> None:
    """Two directions that outweigh the noise: last token of the prompt -> " A" -> end of the utterance."""
    last = tokenizer.encode(USER_SUFFIX, add_special_tokens=False)[-1]
    letter = tokenizer.encode(" A", add_special_tokens=False)[0]
    embeddings = model.get_input_embeddings().weight.data
    head = model.lm_head.weight.data
    directions = torch.linalg.qr(torch.randn(embeddings.shape[1], 2)).Q.T
    for (said, following), direction in zip([(last, letter), (letter, tokenizer.eos_token_id)], directions):
        embeddings[said] = 100 * direction
        head[following] = direction


def decoder(config, weights: dict[str, np.ndarray], bits: int | None) -> Graph:
    """As the phantom VLM's decoder, with grouped queries and logits of the positions that are asked for."""
    text = config.text_config
    g = Graph("decoder_model_merged", bits)
    g.input("inputs_embeds", FLOAT, ["batch_size", "sequence_length", text.hidden_size])
    g.input("attention_mask", INT64, ["batch_size", "total_sequence_length"])
    g.input("num_logits_to_keep", INT64, [])
    g.output("logits", FLOAT, ["batch_size", "num_logits", text.vocab_size])
    cache_ports(g, text)

    present = g.node("ReduceSum", ["attention_mask", g.ints(1)], keepdims=0)
    last_position = g.node("Sub", [present, g.constant("one", np.int64(1))])
    lengths = g.node("Cast", [last_position], to=TensorProto.INT32)
    scalar = g.constant("scalar_shape", np.array([], np.int64))
    total = g.node("Reshape", [g.node("Shape", ["attention_mask"], start=1, end=2), scalar])
    total = g.node("Cast", [total], to=TensorProto.INT32)
    tables = [g.constant(name, table) for name, table in zip(("cos_cache", "sin_cache"), rotary_tables(text))]

    def attend(q, k, v, past, outputs):
        g.contrib(
            "GroupQueryAttention",
            [q, k, v, *past, lengths, total, *tables],
            outputs,
            num_heads=text.num_attention_heads,
            kv_num_heads=text.num_key_value_heads,
            do_rotary=1,
        )

    x = layers(g, text, weights, attend)
    # The last positions only: -0 is 0, which means all, as the library's own exports have it.
    start = g.node("Reshape", [g.node("Neg", ["num_logits_to_keep"]), g.ints(1)])
    x = g.node("Slice", [x, start, g.ints(2**62), g.ints(1)])
    g.linear(x, "lm_head", weights["lm_head.weight"], out="logits")
    return g


PARTS = {"vision_encoder": vision_encoder, "embed_tokens": embed_tokens, "decoder_model_merged": decoder}


def export_graphs(model: Idefics3ForConditionalGeneration, folder: Path) -> None:
    """The three parts in the three precisions, their weights beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = {name: tensor.detach().float().numpy() for name, tensor in model.state_dict().items()}
    for part, build in PARTS.items():
        for suffix, bits in VARIANTS.items():
            path = folder / f"{part}{suffix}.onnx"
            data = path.with_name(f"{path.name}_data")
            data.unlink(missing_ok=True)
            graph = build(model.config, weights, bits).model()
            onnx.save(graph, path, save_as_external_data=True, location=data.name)
            print(f"{data.stat().st_size / 1e6:8.1f} MB  {data.name}", flush=True)


def name_external_data(folder: Path) -> None:
    """Tells transformers.js that each graph has one data file."""
    config = json.loads((folder / "config.json").read_text())
    files = sorted(path.name for path in (folder / "onnx").glob("*.onnx"))
    config["transformers.js_config"] = {"use_external_data_format": {name: 1 for name in files}}
    write_json(folder / "config.json", config)


def set_tiles(folder: Path, longest_edge: int) -> None:
    """Squares of 512 pixels, 64 tokens each; of an image larger than one, also the whole in one."""
    settings = folder / "preprocessor_config.json"
    sizes = {"max_image_size": {"longest_edge": IMAGE_SIZE}, "size": {"longest_edge": longest_edge}}
    splits = {"do_image_splitting": longest_edge > IMAGE_SIZE}
    write_json(settings, json.loads(settings.read_text()) | sizes | splits)
    processor = folder / "processor_config.json"
    write_json(processor, json.loads(processor.read_text()) | {"image_seq_len": IMAGE_TOKENS})


def fill_vocabulary(folder: Path) -> None:
    """As many tokens as the true vocabulary; no merge leads to the added ones."""
    path = folder / "tokenizer.json"
    tokenizer = json.loads(path.read_text(encoding="utf-8"))
    vocabulary = tokenizer["model"]["vocab"]
    for token in range(len(vocabulary), VOCABULARY):
        vocabulary[f"filler{token}"] = token
    write_json(path, tokenizer)


def save_weights(model: Idefics3ForConditionalGeneration, folder: Path) -> None:
    """In 32 bits, under the names that published checkpoints have."""
    weights = {name: tensor.detach().contiguous() for name, tensor in model.state_dict().items()}
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})


def main() -> None:
    parser = argparse.ArgumentParser(prog="smolvlm_shape.py", description=__doc__.split("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("tokenizer", nargs="?", default="public/models/phantom-vlm")
    parser.add_argument("--checkpoint", action="store_true", help="weights instead of graphs")
    parser.add_argument("--tiles", action="store_true", help="images are cut into tiles")
    given = parser.parse_args()
    out = given.out
    tokenizer = AutoTokenizer.from_pretrained(given.tokenizer)
    torch.manual_seed(0)
    config = make_config(tokenizer)
    model = Idefics3ForConditionalGeneration(config).eval()
    model.generation_config = make_generation_config(config)
    say_a_letter_and_end(model, tokenizer)
    out.mkdir(parents=True, exist_ok=True)
    export_settings(model, tokenizer, out)
    set_tiles(out, 4 * IMAGE_SIZE if given.tiles else IMAGE_SIZE)
    fill_vocabulary(out)
    if given.checkpoint:
        save_weights(model, out)
    else:
        export_graphs(model, out / "onnx")
        name_external_data(out)


if __name__ == "__main__":
    main()
