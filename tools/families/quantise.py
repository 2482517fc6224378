"""Makes the smaller precisions of an exported family, and moves weights to external data, as repositories have them.

Usage: python tools/families/quantise.py FAMILIES_DIR OUT_DIR

OUT_DIR gets all of FAMILIES_DIR, and every family there in each precision: a folder of families to compare with PyTorch.
"""

import logging
import shutil
import sys
from pathlib import Path

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer
from onnxruntime.transformers.float16 import convert_float_to_float16

PRECISIONS = ("fp16", "q8", "q4", "q4f16")
SESSIONS = ("vision_encoder", "embed_tokens", "decoder_model_merged")
BLOCK = 32


def plain_inputs(model: onnx.ModelProto) -> list[str]:
    """All but the cache, which is kept in 16 bits."""
    names = [value.name for value in (*model.graph.input, *model.graph.output)]
    return [name for name in names if not name.startswith(("past", "present"))]


def fp16(model: onnx.ModelProto) -> onnx.ModelProto:
    return convert_float_to_float16(model, keep_io_types=plain_inputs(model), disable_shape_infer=False)


def q4(model: onnx.ModelProto) -> onnx.ModelProto:
    quantizer = MatMulNBitsQuantizer(model, block_size=BLOCK, is_symmetric=True, accuracy_level=4)
    quantizer.process()
    return quantizer.model.model


def q8(path: Path, out: Path) -> None:
    # As tools/export makes it.
    if path.stem == "vision_encoder":
        quantize_dynamic(path, out, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul"])
    else:
        quantize_dynamic(path, out, weight_type=QuantType.QUInt8, op_types_to_quantize=["MatMul", "Gather"])


def move_out(path: Path) -> None:
    """Puts a graph's weights into a file of their own beside it."""
    model = onnx.load(path)
    location = f"{path.name}_data"
    path.with_name(location).unlink(missing_ok=True)
    onnx.save(model, path, save_as_external_data=True, location=location, size_threshold=256)


def write(folder: Path, session: str, variant: str) -> None:
    path = folder / f"{session}.onnx"
    if variant == "external":
        return move_out(path)
    out = folder / f"{session}_{'quantized' if variant == 'q8' else variant}.onnx"
    if variant == "q8":
        q8(path, out)
    elif variant == "fp16":
        onnx.save(fp16(onnx.load(path)), out)
    elif variant == "q4":
        onnx.save(q4(onnx.load(path)), out)
    elif variant == "q4f16":
        onnx.save(fp16(q4(onnx.load(path))), out)
    else:
        raise ValueError(f"no such precision: {variant}")
    if path.with_name(f"{path.name}_data").exists():
        move_out(out)


def quantise(folder: Path, variants) -> None:
    """Adds these variants to a family's folder."""
    logging.disable(logging.WARNING)
    for variant in variants:
        for session in SESSIONS:
            write(folder / "onnx", session, variant)


def main() -> None:
    families, out = Path(sys.argv[1]), Path(sys.argv[2])
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(families, out)
    for cases in sorted(out.glob("*/cases.json")):
        quantise(cases.parent, PRECISIONS)
        print(cases.parent.name, flush=True)


if __name__ == "__main__":
    main()
