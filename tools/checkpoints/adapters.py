"""Writes tiny LoRA adapters with the weights that peft merges: test/golden/adapters.

Usage: python tools/checkpoints/adapters.py OUT_DIR
"""

import importlib.util
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "families"))

import torch  # noqa: E402

if importlib.util.find_spec("torchvision"):
    import torchvision_alone  # noqa: E402, F401

from peft import LoraConfig, get_peft_model  # noqa: E402
from safetensors.torch import save_file  # noqa: E402
from torch import nn  # noqa: E402

EVERY = ["q_proj", "k_proj", "up_proj", "down_proj", "lm_head"]
VARIANTS = {
    "plain": {"r": 4, "lora_alpha": 8},
    "rslora": {"r": 4, "lora_alpha": 8, "use_rslora": True},
    "rank-pattern": {"r": 4, "lora_alpha": 8, "rank_pattern": {"k_proj": 2, "layers.1.mlp.up_proj": 3}},
    "alpha-pattern": {"r": 4, "lora_alpha": 8, "alpha_pattern": {"q_proj": 2, "layers.0.mlp.down_proj": 32}},
    "alpha-expression": {"r": 2, "lora_alpha": 4, "alpha_pattern": {r".*layers\.1\.self_attn\.(q|k)_proj": 16}},
    "both-patterns-rslora": {
        "r": 4,
        "lora_alpha": 8,
        "use_rslora": True,
        "rank_pattern": {"self_attn.q_proj": 1},
        "alpha_pattern": {"q_proj": 3},
    },
    "modules-to-save": {"r": 2, "lora_alpha": 4, "modules_to_save": ["norm", "lm_head"]},
    "fan-in-fan-out": {"r": 2, "lora_alpha": 4, "fan_in_fan_out": True},
    "dora": {"r": 2, "lora_alpha": 4, "use_dora": True},
    "biases": {"r": 2, "lora_alpha": 4, "bias": "lora_only"},
    "pissa": {"r": 2, "lora_alpha": 4, "init_lora_weights": "pissa"},
}


class Part(nn.Module):
    def __init__(self, **parts: nn.Module):
        super().__init__()
        for name, part in parts.items():
            self.add_module(name, part)


def model() -> nn.Module:
    def layer():
        return Part(
            self_attn=Part(q_proj=nn.Linear(12, 8), k_proj=nn.Linear(12, 4, bias=False)),
            mlp=Part(up_proj=nn.Linear(12, 20), down_proj=nn.Linear(20, 12)),
        )

    text = Part(layers=nn.ModuleList([layer(), layer()]), norm=nn.LayerNorm(12))
    return Part(model=Part(language_model=text), lm_head=nn.Linear(12, 9, bias=False))


@torch.no_grad()
def make(out: Path, settings: dict) -> None:
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    torch.manual_seed(3)
    base = model()
    for parameter in base.parameters():
        parameter.copy_(torch.randn(parameter.shape))
    save_file({name: tensor.clone().contiguous() for name, tensor in base.state_dict().items()}, out / "model.safetensors")
    targets = [name for name in EVERY if name not in settings.get("modules_to_save", [])]
    adapted = get_peft_model(base, LoraConfig(target_modules=targets, **settings))
    for name, parameter in adapted.named_parameters():
        if "lora_B" in name or "modules_to_save" in name:
            parameter.copy_(torch.randn(parameter.shape))
    adapted.save_pretrained(out)
    if settings.get("fan_in_fan_out"):
        # Of Linear layers peft takes it back, with a warning; files of other versions keep it.
        path = out / "adapter_config.json"
        path.write_text(path.read_text().replace('"fan_in_fan_out": false', '"fan_in_fan_out": true'))
    merged = adapted.merge_and_unload()
    save_file({name: tensor.clone().contiguous() for name, tensor in merged.state_dict().items()}, out / "merged.safetensors")
    for unused in out.glob("README.md"):
        unused.unlink()


if __name__ == "__main__":
    for name, settings in VARIANTS.items():
        make(Path(sys.argv[1]) / name, settings)
