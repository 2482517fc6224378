"""Writes traced graphs in the wanted precisions, large weights beside them."""

import logging
from pathlib import Path

import onnx
from onnx.external_data_helper import set_external_data
from quantise import SESSIONS, fp16, q4, q8

#: Bytes of weights from which they lie beside their graph, and most bytes of one data file: browsers without JSPI hold 2 GiB.
BESIDE, SHARD = 100_000_000, 1_900_000_000
SUFFIXES = {"fp32": "", "fp16": "_fp16", "q8": "_quantized", "q4": "_q4", "q4f16": "_q4f16"}


def save(model: onnx.ModelProto, path: Path) -> None:
    """x.onnx, and where its weights are large x.onnx_data, x.onnx_data_1, …"""
    weights = [tensor for tensor in model.graph.initializer if tensor.HasField("raw_data")]
    if sum(len(tensor.raw_data) for tensor in weights) >= BESIDE:
        shard, filled = 0, 0
        for tensor in weights:
            size = len(tensor.raw_data)
            if size < 1024:
                continue
            if filled > 0 and filled + size > SHARD:
                shard, filled = shard + 1, 0
            filled += size
            set_external_data(tensor, f"{path.name}_data{f'_{shard}' if shard else ''}")
    onnx.save(model, path)


def make(source: Path, dtype: str) -> onnx.ModelProto:
    if dtype == "q8":
        out = source.with_name("q8.onnx")
        q8(source, out)
        return onnx.load(out)
    model = onnx.load(source)
    if dtype in ("q4", "q4f16"):
        model = q4(model)
    return fp16(model) if dtype in ("fp16", "q4f16") else model


def write_precisions(traced: Path, out: Path, dtypes: list[str], tell) -> None:
    logging.disable(logging.WARNING)
    out.mkdir(parents=True, exist_ok=True)
    for session in SESSIONS:
        source = traced / f"{session}.onnx"
        if not source.exists():
            continue
        for dtype in dtypes:
            save(make(source, dtype), out / f"{session}{SUFFIXES[dtype]}.onnx")
            tell(f"{session} in {dtype}")
