"""Writes traced graphs in a precision, large weights beside them."""

import logging
from pathlib import Path

import onnx
from onnx.external_data_helper import set_external_data
from names import SUFFIXES
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers.float16 import convert_float_to_float16
from quantise import SESSIONS, plain_inputs, q4

#: Most bytes of weights in a graph's own file, and in one data file: browsers without JSPI hold 2 GiB.
BESIDE, SHARD = 100_000_000, 1_900_000_000
#: Smaller tensors stay in the graph.
SMALL = 1024


def save(model: onnx.ModelProto, path: Path, shard: int = SHARD) -> None:
    """x.onnx, and where its weights are large x.onnx_data, x.onnx_data_1, …, each of at most `shard` bytes."""
    weights = [tensor for tensor in model.graph.initializer if tensor.HasField("raw_data")]
    if sum(len(tensor.raw_data) for tensor in weights) >= min(BESIDE, shard):
        number, filled = 0, 0
        for tensor in weights:
            size = len(tensor.raw_data)
            if size < SMALL:
                continue
            if filled > 0 and filled + size > shard:
                number, filled = number + 1, 0
            filled += size
            set_external_data(tensor, f"{path.name}_data{f'_{number}' if number else ''}")
    onnx.save(model, path)


def fp16(model: onnx.ModelProto, work: Path, keep: list[str] | None) -> onnx.ModelProto:
    """By way of a file: shapes of a model above 2 GB are found in one only."""
    path = work / "fp16.onnx"
    onnx.save(model, path, save_as_external_data=True, location="fp16.data", size_threshold=SMALL)
    plain = plain_inputs(model) if keep is None else keep
    del model
    return convert_float_to_float16(str(path), keep_io_types=plain)


def q8(source: Path, work: Path) -> onnx.ModelProto:
    out = work / "q8.onnx"
    # Only signed weights with a scale for each output are faster than floats in an encoder (docs/performance.md).
    how = (
        {"weight_type": QuantType.QInt8, "per_channel": True, "op_types_to_quantize": ["MatMul"]}
        if source.stem == "vision_encoder"
        else {"weight_type": QuantType.QUInt8, "op_types_to_quantize": ["MatMul", "Gather"]}
    )
    # With data beside it: a file of a graph holds 2 GB at most.
    quantize_dynamic(source, out, use_external_data_format=True, **how)
    return onnx.load(out)


def make(source: Path, dtype: str, keep: list[str] | None = None) -> onnx.ModelProto:
    """@param keep inputs and outputs that stay in 32 bits where the graph is not; all but the cache unless given"""
    work = source.with_name("work")
    work.mkdir(exist_ok=True)
    for old in work.iterdir():
        old.unlink()
    if dtype == "q8":
        return q8(source, work)
    model = onnx.load(source)
    if dtype in ("q4", "q4f16"):
        model = q4(model)
    return fp16(model, work, keep) if dtype in ("fp16", "q4f16") else model


def write_precision(traced: Path, out: Path, dtype: str, shard: int, tell) -> None:
    logging.disable(logging.WARNING)
    out.mkdir(parents=True, exist_ok=True)
    for session in SESSIONS:
        source = traced / session / f"{session}.onnx"
        if not source.exists():
            continue
        save(make(source, dtype), out / f"{session}{SUFFIXES[dtype]}.onnx", shard)
        tell(f"{session} in {dtype}")
