"""A local checkpoint, as the recipes' graphs want it: PyTorch model, processor, and its parts."""

import importlib
import importlib.util
import json
from pathlib import Path
from types import SimpleNamespace

import no_video  # noqa: F401
import torch
from built import Built
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForImageTextToText, AutoTokenizer

#: Families whose recipe wraps a checkpoint of any size, by `model_type`.
FAMILIES = ("gemma3", "idefics3", "llava", "paligemma", "qwen2_5_vl", "qwen2_vl", "smolvlm")
#: Language models without images whose plain decoder can be traced.
TEXT = ("llama", "mistral", "qwen2", "qwen3")


class Refused(Exception):
    """Why a checkpoint cannot be exported."""


def load(folder: Path, adapter: Path | None) -> Built:
    if not (folder / "config.json").is_file():
        raise Refused("there is no config.json; give the folder of a checkpoint, as hf download --local-dir leaves it")
    kind = json.loads((folder / "config.json").read_text()).get("model_type", "")
    if kind not in FAMILIES + TEXT:
        raise Refused(
            f'no recipe exports a checkpoint of the family "{kind}"; there are {", ".join(FAMILIES)}, '
            f"and of language models {', '.join(TEXT)}"
        )
    config = AutoConfig.from_pretrained(folder)
    loader = AutoModelForImageTextToText if kind in FAMILIES else AutoModelForCausalLM
    # Eager attention: the others cannot be traced with every size left open.
    model = loader.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager")
    if adapter:
        model = merged(model, adapter)
    model.eval()
    tokens = AutoTokenizer.from_pretrained(folder)
    template = chat_template(folder, tokens)
    if kind in TEXT:
        processor = SimpleNamespace(tokenizer=tokens, chat_template=template)
        return Built(model, processor, None, model.model, model.lm_head)
    recipe = importlib.import_module(f"recipes.{kind}")
    return recipe.wrapped(model, recipe.load_processor(folder, tokens, config, template))


def merged(model, adapter: Path):
    if importlib.util.find_spec("peft") is None:
        raise Refused("--adapter needs peft: pip install peft")
    from peft import PeftModel

    return PeftModel.from_pretrained(model, adapter).merge_and_unload()


def chat_template(folder: Path, tokens) -> str | None:
    """From wherever the checkpoint keeps it."""
    for name in ("chat_template.jinja", "chat_template.json", "processor_config.json"):
        path = folder / name
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            found = text if path.suffix == ".jinja" else json.loads(text).get("chat_template")
            if found:
                return found
    return tokens.chat_template
