"""Exports a tiny random checkpoint of each family that needs an export by the command itself, and sees that fp32 is PyTorch's, there
and in the page.

Usage: python tools/export/check.py [FAMILY ...]          (npm run lab -- export-check)

Weights are written in files of 50 kB, so that every family has several. With peft, SmolVLM is exported a second time with a
LoRA adapter, which must change its answers. SmolVLM's export is also stopped and made to fail (check_stop.py). What was exported
is asked in a browser by test/features/fidelity/commands/exported.ts.
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
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE.parent / "families")]

import torch  # noqa: E402
from check_stop import check_stop  # noqa: E402
from checkpoint import FAMILIES  # noqa: E402
from names import READ_BY_PAGE  # noqa: E402

#: One of the families that the page reads itself: with it the command is stopped and made to fail, and an adapter is merged.
TRIED = "smolvlm"
#: Largest difference of a logit that rounding explains.
MOST = 1e-3
SHARD_MB = "0.05"


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


def recorded(name: str, path: Path):
    """A tiny model whose greedy answers rounding cannot change, and what it answers."""
    import lively
    from record import CloseCall, record

    for lively.offset in range(0, 1000, 100):
        torch.manual_seed(0)
        built = importlib.import_module(f"recipes.{name}").build()
        built.model.eval()
        try:
            record(built, path)
        except CloseCall:
            continue
        return built
    sys.exit(f"{name}: every seed gave a close call")


def export(model: Path, out: Path, *more: str) -> dict:
    command = [sys.executable, str(HERE), str(model), "--out", str(out), "--dtypes", "fp32,q4", "--verify", *more]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return json.loads((out / "voxelwise.json").read_text())


def expect_whole(name: str, card: dict) -> None:
    fp32 = card["precisions"]["fp32"]
    if fp32["logits"] > MOST or fp32["lettersChanged"]:
        sys.exit(f"{name}: in fp32 logits are {fp32['logits']} apart, {fp32['lettersChanged']} letters changed")
    print(f"{name}: {card['questions']} questions, logits at most {fp32['logits']:.1e} apart", flush=True)


def expect_same_card(checkpoint: Path, folder: Path) -> None:
    """Verified again by itself, a folder gets the card that it got when it was exported."""
    path = folder / "voxelwise.json"
    card = path.read_text()
    path.unlink()
    command = [sys.executable, str(HERE), str(checkpoint), "--out", str(folder), "--only-verify"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    if path.read_text() != card:
        sys.exit(f"{folder.name}: --only-verify says other than --verify")
    subprocess.run([*command, "--questions", "7", "--dtypes", "q4"], check=True, stdout=subprocess.DEVNULL)
    again = json.loads(path.read_text())
    if (again["questions"], list(again["precisions"])) != (7, ["q4"]):
        sys.exit(f"{folder.name}: --questions and --dtypes are not heeded")
    path.write_text(card)


def expect_shards(folder: Path) -> None:
    decoder = "decoder_model_merged.onnx"
    if not (folder / "onnx" / f"{decoder}_data_1").exists():
        sys.exit(f"{folder.name}: its decoder has no second file of weights")


def main() -> None:
    import no_video  # noqa: F401
    from pictures import write_pictures

    with tempfile.TemporaryDirectory() as work:
        exported = Path(work, "exported")
        write_pictures(exported / "pictures")
        for name in sys.argv[1:] or sorted({*FAMILIES.values()} - {*READ_BY_PAGE} | {TRIED}):
            cases = Path(work, f"{name}.json")
            built = recorded(name, cases)
            checkpoint = Path(work, name)
            write_checkpoint(built, checkpoint)
            expect_whole(name, export(checkpoint, exported / name, "--shard-mb", SHARD_MB))
            expect_shards(exported / name)
            cases.rename(exported / name / "cases.json")
            if name != TRIED:
                continue
            expect_same_card(checkpoint, exported / name)
            check_stop(checkpoint, Path(work))
            write_text_checkpoint(built, Path(work, "text"))
            expect_whole("its language model alone", export(Path(work, "text"), Path(work, "text-onnx")))
            if find_spec("peft"):
                write_adapter(built, Path(work, "lora"))
                adapted, plain = Path(work, "adapted"), Path(work, "plain")
                expect_whole("with a LoRA adapter", export(checkpoint, adapted, "--adapter", str(Path(work, "lora"))))
                export(checkpoint, plain)
                decoder = "onnx/decoder_model_merged.onnx"
                if (adapted / decoder).read_bytes() == (plain / decoder).read_bytes():
                    sys.exit("the adapter changed nothing")
        subprocess.run(["npx", "tsx", "test/features/fidelity/commands/exported.ts", str(exported)], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
