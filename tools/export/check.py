"""Exports a tiny random checkpoint of each family by the command itself, and sees that fp32 is PyTorch's.

Usage: python tools/export/check.py [FAMILY ...]          (npm run export-check)

With peft, SmolVLM is exported a second time with a LoRA adapter, which must change its answers.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "families")]

import torch  # noqa: E402
from checkpoint import FAMILIES  # noqa: E402

#: Largest difference of a logit that rounding explains.
MOST = 1e-3


def write_checkpoint(built, folder: Path) -> None:
    built.model.save_pretrained(folder)
    built.processor.tokenizer.save_pretrained(folder)
    built.processor.image_processor.save_pretrained(folder)
    if built.processor.chat_template:
        (folder / "chat_template.jinja").write_text(built.processor.chat_template, encoding="utf-8")


def write_text_checkpoint(built, folder: Path) -> None:
    from transformers import LlamaForCausalLM

    model = LlamaForCausalLM(built.model.config.text_config)
    model.model.load_state_dict(built.text_model.state_dict())
    model.lm_head.load_state_dict(built.lm_head.state_dict())
    model.save_pretrained(folder)
    built.processor.tokenizer.save_pretrained(folder)
    (folder / "chat_template.jinja").write_text(
        "{% for message in messages %}{{ message['content'] + '\\n' }}{% endfor %}"
    )


def write_adapter(built, folder: Path) -> None:
    from peft import LoraConfig, get_peft_model

    config = LoraConfig(r=4, target_modules=r".*text_model.*\.(q_proj|v_proj)", init_lora_weights=False)
    get_peft_model(built.model, config).save_pretrained(folder)


def export(model: Path, out: Path, *more: str) -> dict:
    command = [sys.executable, str(HERE), str(model), "--out", str(out), "--dtypes", "fp32,q4", "--verify", *more]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return json.loads((out / "voxelwise.json").read_text())


def expect_whole(name: str, card: dict) -> None:
    fp32 = card["precisions"]["fp32"]
    if fp32["logits"] > MOST or fp32["lettersChanged"]:
        sys.exit(f"{name}: in fp32 logits are {fp32['logits']} apart, {fp32['lettersChanged']} letters changed")
    print(f"{name}: {card['questions']} questions, logits at most {fp32['logits']:.1e} apart", flush=True)


def main() -> None:
    import no_video  # noqa: F401

    with tempfile.TemporaryDirectory() as work:
        for name in sys.argv[1:] or FAMILIES:
            torch.manual_seed(0)
            built = importlib.import_module(f"recipes.{name}").build()
            built.model.eval()
            checkpoint = Path(work, name)
            write_checkpoint(built, checkpoint)
            expect_whole(name, export(checkpoint, Path(work, f"{name}-onnx")))
            if name != "smolvlm":
                continue
            write_text_checkpoint(built, Path(work, "text"))
            expect_whole("its language model alone", export(Path(work, "text"), Path(work, "text-onnx")))
            if find_spec("peft"):
                write_adapter(built, Path(work, "lora"))
                adapted = Path(work, "adapted")
                expect_whole("with a LoRA adapter", export(checkpoint, adapted, "--adapter", str(Path(work, "lora"))))
                decoder = "onnx/decoder_model_merged.onnx"
                if (adapted / decoder).read_bytes() == Path(work, f"{name}-onnx", decoder).read_bytes():
                    sys.exit("the adapter changed nothing")


if __name__ == "__main__":
    main()
