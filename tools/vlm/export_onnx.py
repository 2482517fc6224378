"""Writes a trained phantom VLM in the onnx-community layout: fp32, q8 (`_quantized`) and q4.

Usage: python tools/vlm/export_onnx.py CHECKPOINT_DIR OUT_DIR
"""

import json
import sys
from pathlib import Path

import onnx
from transformers import Idefics3ForConditionalGeneration

from architecture import IMAGE_SEQ_LEN
from chat import CHAT_TEMPLATE
from onnx_text import decoder, embed_tokens
from onnx_vision import vision_encoder
from processor import IMAGE_PROCESSOR_SETTINGS
from tokenizer import load_tokenizer

PARTS = {"vision_encoder": vision_encoder, "embed_tokens": embed_tokens, "decoder_model_merged": decoder}
VARIANTS = {"": None, "_quantized": 8, "_q4": 4}


def export_graphs(model: Idefics3ForConditionalGeneration, folder: Path) -> None:
    """The three parts in the three precisions."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = {name: tensor.detach().float().numpy() for name, tensor in model.state_dict().items()}
    for part, build in PARTS.items():
        for suffix, bits in VARIANTS.items():
            graph = build(model.config, weights, bits).model()
            onnx.save(graph, folder / f"{part}{suffix}.onnx")


def export_settings(model: Idefics3ForConditionalGeneration, tokenizer, folder: Path) -> None:
    """Everything beside the graphs that transformers and transformers.js read."""
    model.config.dtype = None
    model.config.save_pretrained(folder)
    model.generation_config.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    tokenizer_config = folder / "tokenizer_config.json"
    settings = json.loads(tokenizer_config.read_text())
    settings.pop("backend", None)
    settings |= {
        # the name by which transformers before version 5 knows them
        "additional_special_tokens": settings.pop("extra_special_tokens"),
        "tokenizer_class": "GPT2Tokenizer",
        "processor_class": "Idefics3Processor",
        "chat_template": CHAT_TEMPLATE,
        "add_prefix_space": False,
    }
    write_json(tokenizer_config, settings)
    write_json(folder / "chat_template.json", {"chat_template": CHAT_TEMPLATE})
    (folder / "chat_template.jinja").write_text(CHAT_TEMPLATE)
    processor = {"processor_class": "Idefics3Processor"}
    write_json(folder / "processor_config.json", {"image_seq_len": IMAGE_SEQ_LEN, **processor})
    write_json(
        folder / "preprocessor_config.json",
        {**IMAGE_PROCESSOR_SETTINGS, "image_processor_type": "Idefics3ImageProcessor", **processor},
    )


def write_json(path: Path, value) -> None:
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    checkpoint, out = Path(sys.argv[1]), Path(sys.argv[2])
    model = Idefics3ForConditionalGeneration.from_pretrained(checkpoint, dtype="float32").eval()
    export_graphs(model, out / "onnx")
    export_settings(model, load_tokenizer(checkpoint), out)
    for path in sorted((out / "onnx").iterdir()):
        print(f"{path.stat().st_size / 1e6:8.3f} MB  {path.name}")


if __name__ == "__main__":
    main()
