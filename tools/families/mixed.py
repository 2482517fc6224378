"""Three families with embeddings in 16 bits, the encoder in 32 and the decoder in 4, with PyTorch's answers by the same weights.

Usage: python tools/families/mixed.py FAMILIES_DIR OUT_DIR

FAMILIES_DIR holds what make.py wrote. OUT_DIR gets, for each family, the two graphs that FAMILIES_DIR lacks and a cases.json.
"""

import importlib
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer

import lively
import no_video  # noqa: F401
import record
from quantise import BLOCK, fp16

FAMILIES = ("smolvlm", "qwen2_vl", "llava")


def four_bits(model: onnx.ModelProto) -> onnx.ModelProto:
    """Computed in 32 bits, so that PyTorch can be compared closely."""
    quantizer = MatMulNBitsQuantizer(model, block_size=BLOCK, is_symmetric=True, accuracy_level=1)
    quantizer.process()
    return quantizer.model.model


def unpacked(model: onnx.ModelProto) -> dict[str, np.ndarray]:
    """The weights [outputs, inputs] of every product in 4 bits, by the name that the float weight had."""
    held = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    found = {}
    for node in model.graph.node:
        if node.op_type != "MatMulNBits":
            continue
        sizes = {attribute.name: attribute.i for attribute in node.attribute}
        packed, scales = held[node.input[1]], held[node.input[2]]
        nibbles = np.stack([packed & 15, packed >> 4], axis=-1).reshape(sizes["N"], -1, BLOCK)
        values = (nibbles.astype(np.float32) - 8) * scales.reshape(sizes["N"], -1, 1)
        found[node.input[1]] = values.reshape(sizes["N"], -1)[:, : sizes["K"]]
    return found


def same_weights(built, exact: onnx.ModelProto, model: onnx.ModelProto) -> None:
    """Puts the rounded weights into PyTorch's model: each linear layer is found by the weights that it was made of."""
    floats = {tensor.name: numpy_helper.to_array(tensor) for tensor in exact.graph.initializer}
    # An embedding that shares its weights with the last layer keeps its own.
    embedding = built.model.get_input_embeddings()
    embedding.weight = torch.nn.Parameter(embedding.weight.detach().half().float())
    layers = [layer for layer in built.model.modules() if isinstance(layer, torch.nn.Linear)]
    if built.lm_head not in layers:
        layers.append(built.lm_head)
    for name, weights in unpacked(model).items():
        was = torch.from_numpy(floats[name.removesuffix("_Q4").removesuffix("_Q4G32")].T.copy())
        made_of = [layer for layer in layers if layer.weight.shape == was.shape and torch.equal(layer.weight, was)]
        if not made_of:
            raise ValueError(f"{name}: no layer has these weights")
        for layer in made_of:
            layer.weight = torch.nn.Parameter(torch.from_numpy(weights.copy()))


@torch.no_grad()
def make(name: str, families: Path, out: Path) -> None:
    whole, folder = families / name, out / name
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    recipe = importlib.import_module(f"recipes.{name}")
    for lively.offset in range(0, 1000, 100):
        torch.manual_seed(0)
        built = recipe.build()
        built.model.eval()
        first = whole / "cases.json"
        target = folder / "cases.json"
        target.write_text(first.read_text("utf-8"), "utf-8")
        try:
            record.record(built, target, keep=True)
            break
        except record.CloseCall:
            continue
    exact = onnx.load(whole / "onnx/decoder_model_merged.onnx")
    decoder = four_bits(onnx.load(whole / "onnx/decoder_model_merged.onnx"))
    onnx.save(decoder, folder / "onnx/decoder_model_merged_q4.onnx")
    onnx.save(fp16(onnx.load(whole / "onnx/embed_tokens.onnx")), folder / "onnx/embed_tokens_fp16.onnx")
    same_weights(built, exact, decoder)
    record.MARGIN = 1e-3
    record.record(built, target)
    print(name, flush=True)


def main() -> None:
    families, out = map(Path, sys.argv[1:])
    for name in FAMILIES:
        make(name, families, out)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
