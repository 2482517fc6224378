"""Sees that an export layer by layer is the whole one's to the bit, and that it holds less than the weights in 32 bits.

Usage: python tools/export/check_layers.py [--millions N]          (npm run lab -- export-layers)

Makes tiny checkpoints and exports each both ways in every precision, one of them with a LoRA adapter; then a random language model of
so many parameters (400), exports it both ways in 32, 8 and 4 bits, and prints the most memory that the command held.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "families")]

import numpy as np  # noqa: E402
import onnxruntime  # noqa: E402
import torch  # noqa: E402
from check import recorded, write_adapter, write_checkpoint  # noqa: E402
from names import SUFFIXES  # noqa: E402
from quantise import SESSIONS  # noqa: E402
from sessions import TYPES  # noqa: E402

#: One whose image encoder has layers on two axes with a bias (Gemm), two with embeddings and experts of their own kinds.
FAMILIES = ("qwen2_vl", "qwen3_vl_moe", "gemma4")
ADAPTED = "smolvlm"
LAYERS = ("--layer-by-layer",)


def export(model: Path, out: Path, dtypes, *more: str) -> int:
    """@returns bytes that the command held at most"""
    command = [sys.executable, str(HERE), str(model), "--out", str(out), "--dtypes", ",".join(dtypes), "--reference", *more]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)}: ended with {os.waitstatus_to_exitcode(status)}")
    return used.ru_maxrss * 1024


def answers(path: Path) -> list[np.ndarray]:
    """What a graph says of drawn inputs: eight past tokens, four new ones."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    drawn = np.random.default_rng(0)
    sides = {"past_sequence_length": 8, "sequence_length": 4, "total_sequence_length": 12}
    given = {}
    for one in session.get_inputs():
        shape = [side if isinstance(side, int) else sides.get(side, 1) for side in one.shape]
        floats = "float" in one.type
        values = drawn.standard_normal(shape) if floats else np.ones(shape)
        given[one.name] = np.asarray(values, TYPES[one.type])
    return session.run(None, given)


def expect_same(whole: Path, layered: Path, dtypes) -> None:
    """Of every graph but image encoders, whose inputs cannot be drawn; their weights are compared with verify's questions."""
    for session in SESSIONS[1:]:
        for dtype in dtypes:
            name = f"onnx/{session}{SUFFIXES[dtype]}.onnx"
            for expected, found in zip(answers(whole / name), answers(layered / name), strict=True):
                if not np.array_equal(expected, found, equal_nan=True):
                    apart = np.abs(expected.astype(np.float64) - found).max()
                    sys.exit(f"{layered.name}: {name} is {apart:.1e} apart from that of the whole export")
    if (whole / "voxelwise.json").read_text() != (layered / "voxelwise.json").read_text():
        sys.exit(f"{layered.name}: it answers other than the whole export")


def check_both_ways(name: str, checkpoint: Path, *more: str) -> Path:
    """@returns what was exported layer by layer"""
    whole, layered = Path(f"{checkpoint}-whole"), Path(f"{checkpoint}-layered")
    export(checkpoint, whole, SUFFIXES, "--verify", *more)
    export(checkpoint, layered, SUFFIXES, "--verify", *LAYERS, *more)
    expect_same(whole, layered, SUFFIXES)
    print(f"{name}: the same to the bit in {', '.join(SUFFIXES)}", flush=True)
    return layered


def check_families(work: Path) -> None:
    for name in FAMILIES:
        write_checkpoint(recorded(name, work / f"{name}.json"), work / name)
        check_both_ways(name, work / name)


def check_adapter(work: Path) -> None:
    """Merged into weights that lie in files, it is what it is in memory."""
    built = recorded(ADAPTED, work / f"{ADAPTED}.json")
    checkpoint, adapter, plain = work / ADAPTED, work / "lora", work / f"{ADAPTED}-plain"
    write_checkpoint(built, checkpoint)
    write_adapter(built, adapter)
    adapted = check_both_ways(f"{ADAPTED} with a LoRA adapter", checkpoint, "--adapter", str(adapter))
    export(checkpoint, plain, ("fp32",), *LAYERS)
    decoder = "onnx/decoder_model_merged.onnx"
    if all(map(np.array_equal, answers(adapted / decoder), answers(plain / decoder))):
        sys.exit("the adapter changed nothing")


def write_large(folder: Path, millions: int) -> int:
    """A random Llama in 16 bits, as most are published. @returns its parameters"""
    from transformers import LlamaConfig, LlamaForCausalLM
    from vocabulary import gpt2_tokenizer

    marks = ["<|endoftext|>"]
    tokenizer = gpt2_tokenizer(marks, bos_token=marks[0], eos_token=marks[0], pad_token=marks[0])
    # 12 width² of a layer, which is a 24th of it all; the embedding is one such.
    layers = 23
    width = int((millions * 1e6 / (12 * (layers + 1))) ** 0.5 / 64) * 64
    config = LlamaConfig(
        vocab_size=12 * width,
        hidden_size=width,
        intermediate_size=8 * width // 3,
        num_hidden_layers=layers,
        num_attention_heads=width // 64,
        tie_word_embeddings=True,
        max_position_embeddings=2048,
        dtype="bfloat16",
    )
    model = LlamaForCausalLM(config).to(torch.bfloat16)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    (folder / "chat_template.jinja").write_text("{% for message in messages %}{{ message['content'] }}{% endfor %}")
    return sum(parameter.numel() for parameter in model.parameters())


def check_memory(work: Path, millions: int) -> None:
    checkpoint = work / "large"
    # Linux counts what a process held as that of every command that it starts: what is measured must not come from a large one.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as elsewhere:
        parameters = elsewhere.submit(write_large, checkpoint, millions).result()
    size = 4 * parameters
    print(f"a language model of {parameters / 1e6:.0f} million parameters, {size / 1e9:.2f} GB in 32 bits", flush=True)
    dtypes = ("fp32", "q8", "q4")
    held = {}
    for kind, more in (("whole", ()), ("layer by layer", LAYERS)):
        held[kind] = export(checkpoint, work / kind, dtypes, *more)
        print(f"{kind}: {held[kind] / 1e9:.2f} GB at most, {held[kind] / parameters:.1f} bytes a parameter", flush=True)
    if held["layer by layer"] >= size:
        sys.exit("layer by layer it held more than its weights in 32 bits")


def main() -> None:
    import no_video  # noqa: F401

    parser = argparse.ArgumentParser(prog="check_layers.py", description=__doc__.split("\n")[0])
    parser.add_argument("--millions", type=int, default=400, help="parameters of the large one (400)")
    parser.add_argument("--only", choices=("families", "memory"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        if given.only != "memory":
            check_families(Path(work))
            check_adapter(Path(work))
        if given.only != "families":
            check_memory(Path(work), given.millions)


if __name__ == "__main__":
    main()
