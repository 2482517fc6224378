"""A local checkpoint, as the recipes' graphs want it: PyTorch model, processor, and its parts."""

import importlib
import importlib.util
import json
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

if importlib.util.find_spec("torchvision"):
    # One that was built for another torch would end every import of transformers.
    import torchvision_alone  # noqa: F401
import no_video  # noqa: F401
import torch
from built import Built, Refused
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForImageTextToText, AutoTokenizer

#: Families that the page runs and this does not take, with the reason.
NOT_YET = {
    "gemma3n": "its image encoder is timm's, and no small checkpoint of it can be saved to try the export with",
    "llava_qwen2": "Python's transformers reads FastVLM as fast_vlm: convert it with convert_fastvlm_weights_to_hf.py of transformers",
}
#: Where the recipes are.
RECIPES = Path(__file__).parent.parent / "families" / "recipes"
#: The recipe of each family that can load a checkpoint's processor, by the checkpoint's `model_type`.
FAMILIES = {
    path.stem: path.stem
    for path in sorted(RECIPES.glob("[!_]*.py"))
    if path.stem not in NOT_YET and "load_processor" in path.read_text(encoding="utf-8")
} | {"fast_vlm": "llava_qwen2"}
#: Language models without images whose plain decoder can be traced.
TEXT = ("llama", "mistral", "qwen2", "qwen3")
#: Packages that a family's processor or image encoder is part of.
NEEDS = {"fast_vlm": ("timm", "torchvision"), "lfm2_vl": ("torchvision",), "lighton_ocr": ("torchvision",), "mistral3": ("torchvision",)}
#: Their angles depend on how long a prompt is, which a traced graph cannot ask.
LENGTH_DEPENDENT = ("dynamic", "longrope")


def load(folder: Path, adapter: Path | None, weights=None) -> Built:
    """@param weights where large weights go (`WeightFiles`); memory unless given"""
    if not (folder / "config.json").is_file():
        raise Refused("there is no config.json; give the folder of a checkpoint, as hf download --local-dir leaves it")
    kind = json.loads((folder / "config.json").read_text()).get("model_type", "")
    if kind in NOT_YET:
        raise Refused(f'a checkpoint of the family "{kind}" cannot be exported: {NOT_YET[kind]}')
    if kind not in (*FAMILIES, *TEXT):
        raise Refused(
            f'no recipe exports a checkpoint of the family "{kind}"; there are {", ".join(sorted(FAMILIES))}, '
            f"and of language models {', '.join(TEXT)}"
        )
    if missing := [name for name in NEEDS.get(kind, ()) if importlib.util.find_spec(name) is None]:
        raise Refused(f'the family "{kind}" needs {" and ".join(missing)}: pip install --no-deps {" ".join(missing)}')
    config = AutoConfig.from_pretrained(folder)
    rope = getattr(config.get_text_config(), "rope_parameters", None) or {}
    if rope.get("rope_type") in LENGTH_DEPENDENT:
        raise Refused(f"rope_type {rope['rope_type']}: its angles depend on a prompt's length, which no graph here does")
    loader = AutoModelForImageTextToText if kind in FAMILIES else AutoModelForCausalLM
    # Eager attention, and experts one after the other: the others cannot be traced with every size left open.
    experts = {"experts_implementation": "eager"} if kind.endswith("_moe") else {}
    with weights.loading() if weights else nullcontext():
        model = loader.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager", **experts)
    if adapter:
        model = merged(model, adapter)
    model.eval()
    tokens = AutoTokenizer.from_pretrained(folder)
    template = chat_template(folder, tokens)
    if kind in TEXT:
        processor = SimpleNamespace(tokenizer=tokens, chat_template=template)
        return Built(model, processor, None, model.model, model.lm_head)
    recipe = importlib.import_module(f"recipes.{FAMILIES[kind]}")
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
