"""Writes tiny random checkpoints as trainers save them (safetensors), and records what PyTorch answers.

Usage: python tools/checkpoints/make.py [--dtype fp32|bf16|fp16] [--part-size 50KB] OUT_DIR FAMILY [FAMILY ...]
       python tools/checkpoints/make.py --variants OUT_DIR

FAMILY is a recipe of tools/families. `--variants` makes the checkpoints of variants.py, which differ in shape, type and parts. Some
of them need torchvision (`pip install --no-deps torchvision`), as the recipes of their families do.

Weights are rounded to the type before the answers are recorded, and PyTorch computes in 32 bits: what
`from_pretrained(folder, dtype=torch.float32)` gives. Buffers that follow from the settings, such as rotary frequencies, are
not rounded: no checkpoint stores them. With `--cast-buffers` they are, as `model.bfloat16()` and `model.half()` do.
"""

import argparse
import functools
import importlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
sys.path.insert(0, str(Path(__file__).parents[1] / "families"))

import torch  # noqa: E402

if importlib.util.find_spec("torchvision"):
    import torchvision_alone  # noqa: E402, F401

import hulu_med  # noqa: E402
import lively  # noqa: E402
import llava_original  # noqa: E402
import no_video  # noqa: E402, F401
from peft import LoraConfig, get_peft_model  # noqa: E402
from pictures import write_pictures  # noqa: E402
from record import CloseCall, record  # noqa: E402
from safetensors.torch import load_file  # noqa: E402
from settings import write_json, write_settings  # noqa: E402
from transformers import AutoConfig, PreTrainedModel  # noqa: E402
from variants import VARIANTS, Variant  # noqa: E402

TYPES = {"fp32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}


def type_of(tensor: torch.Tensor, variant: Variant) -> torch.dtype:
    """Vectors stay in 32 bits in a checkpoint of mixed types, as trainers keep norms."""
    return torch.float32 if variant.mixed and tensor.dim() < 2 else TYPES[variant.dtype]


@torch.no_grad()
def round_weights(model, variant: Variant) -> None:
    for parameter in model.parameters():
        parameter.copy_(parameter.to(type_of(parameter, variant)))
    for buffer in model.buffers() if variant.cast_buffers else ():
        if buffer.is_floating_point():
            buffer.copy_(buffer.to(TYPES[variant.dtype]))


def adapt(model, folder: Path, settings: dict) -> None:
    """Saves a random LoRA adapter of every linear layer, and merges it into the model."""
    kept = settings.get("modules_to_save", [])
    linear = [
        name
        for name, module in model.named_modules()
        if isinstance(module, torch.nn.Linear) and not any(part in name.split(".") for part in kept)
    ]
    adapted = get_peft_model(model, LoraConfig(target_modules=linear, **settings))
    generator = torch.Generator().manual_seed(1 + lively.offset)
    with torch.no_grad():
        for name, parameter in sorted(adapted.named_parameters()):
            if "lora_" in name or "modules_to_save" in name:
                parameter.add_(torch.randn(parameter.shape, generator=generator) * 0.1)
    adapted.save_pretrained(folder)
    adapted.merge_and_unload()


def save(model, state: dict, folder: Path, variant: Variant) -> None:
    state = {name: tensor.to(type_of(tensor, variant)) for name, tensor in state.items()}
    model.config.dtype = TYPES[variant.dtype]
    model.save_pretrained(folder, state_dict=state, max_shard_size=variant.part_size)
    parts = sorted(folder.glob("model*.safetensors"))
    if variant.index and len(parts) == 1:
        names = {name: parts[0].name for name in load_file(parts[0])}
        write_json(folder / "model.safetensors.index.json", {"metadata": {}, "weight_map": names})


SIZES = (
    *("vocab_size", "hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads"),
    *("max_position_embeddings", "bos_token_id", "eos_token_id", "pad_token_id"),
)


def another_text(config, model_type: str):
    """A text model of the same sizes."""
    if config.model_type == model_type:
        return config
    sizes = {name: getattr(config, name) for name in SIZES}
    return AutoConfig.for_model(model_type, **sizes, attn_implementation="eager")


class Overridden:
    """While it lasts, models are made with these settings in place of their recipe's."""

    def __init__(self, settings: dict):
        self.settings, self.init = settings, PreTrainedModel.__init__

    def __enter__(self):
        init, settings = self.init, self.settings

        @functools.wraps(init)
        def overridden(model, config, *args, **more):
            # Parts of a model are made with parts of its settings, which have no parts themselves.
            for path, value in settings.items() if hasattr(config, "vision_config") else ():
                *parents, name = path.split(".")
                target = config
                for parent in parents:
                    target = getattr(target, parent)
                if path == "text_config.model_type":
                    config.text_config = another_text(config.text_config, value)
                else:
                    setattr(target, name, value)
            init(model, config, *args, **more)

        PreTrainedModel.__init__ = overridden

    def __exit__(self, *_):
        PreTrainedModel.__init__ = self.init


#: Modules that publish a model otherwise than `save_pretrained`, by the recipe.
LAYOUTS = {recipe: module for module in (llava_original, hulu_med) for recipe in module.BUILDERS}


def make(variant: Variant, out: Path) -> None:
    layout = LAYOUTS.get(variant.recipe)
    build = layout.BUILDERS[variant.recipe] if layout else importlib.import_module(f"recipes.{variant.recipe}").build
    folder = out / variant.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for lively.offset in range(0, 1000, 100):
        torch.manual_seed(0)
        with Overridden(variant.settings):
            built = build()
        built.model.eval()
        round_weights(built.model, variant)
        state = {name: tensor.clone() for name, tensor in built.model.state_dict().items()}
        if variant.adapter is not None:
            adapt(built.model, folder, variant.adapter)
        try:
            record(built, folder / "cases.json")
            break
        except CloseCall as call:
            print(f"{variant.name}, seed + {lively.offset}: {call}", flush=True)
    save(built.model, state, folder, variant)
    if layout:
        saved = {name: tensor for path in folder.glob("*.safetensors") for name, tensor in load_file(path).items()}
        layout.publish(built, saved, folder, variant)
    else:
        write_settings(built, folder)
    print(f"{variant.name}: {', '.join(sorted(path.name for path in folder.glob('*.safetensors')))}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--dtype", choices=TYPES, default="fp32")
    options.add_argument("--part-size", default="50MB")
    options.add_argument("--cast-buffers", action="store_true")
    options.add_argument("--variants", action="store_true")
    options.add_argument("out", type=Path)
    options.add_argument("families", nargs="*")
    given = options.parse_args()
    write_pictures(given.out / "pictures")
    for variant in VARIANTS if given.variants else ():
        make(variant, given.out)
    for name in given.families:
        make(Variant(name, name, given.dtype, given.part_size, given.cast_buffers), given.out)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
