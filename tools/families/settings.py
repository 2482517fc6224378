"""The files beside the graphs, as repositories in the onnx-community layout have them."""

import json
from pathlib import Path


def write_json(path: Path, value) -> None:
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def write_settings(built, folder: Path) -> None:
    model, processor = built.model, built.processor
    model.config.architectures = [type(model).__name__]
    model.config.save_pretrained(folder)
    model.generation_config.save_pretrained(folder)
    processor.tokenizer.save_pretrained(folder)
    if processor.chat_template:
        (folder / "chat_template.jinja").write_text(processor.chat_template, encoding="utf-8")
    if built.vision is None:
        return
    write_json(folder / "preprocessor_config.json", processor.image_processor.to_dict())
    full = processor.to_dict()
    full.pop("image_processor", None)
    full.pop("tokenizer", None)
    full.pop("chat_template", None)
    write_json(folder / "processor_config.json", full)
    for name, extra in built.settings.items():
        path = folder / name
        merged = json.loads(path.read_text()) | extra
        write_json(path, {key: value for key, value in merged.items() if key not in extra or value is not None})
