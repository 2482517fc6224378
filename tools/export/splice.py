"""Writes graphs that were traced without their large weights: each weight is brought into a precision by itself, and written
before the next one is read."""

import logging
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.external_data_helper import set_external_data
from names import SUFFIXES
from precisions import SMALL, make
from quantise import SESSIONS, plain_inputs
from weights import DOMAIN, WeightFiles

#: Begins the name of an input that stands for a weight while a graph is converted.
STANDS_FOR = "weight:"
#: Bytes at whose multiples a tensor begins, so that a runtime can map it.
ALIGNED = 4096


@dataclass
class Piece:
    """What one operator became in a precision."""

    nodes: list[onnx.NodeProto]
    #: Names in the whole graph, by those in the piece.
    initializers: dict[str, str]


def write_spliced(traced: Path, out: Path, dtype: str, shard: int, tell, weights: WeightFiles) -> None:
    """Does what `write_precision` does with whole graphs, and puts every weight beside its graph."""
    logging.disable(logging.WARNING)
    out.mkdir(parents=True, exist_ok=True)
    for session in SESSIONS:
        source = traced / session / f"{session}.onnx"
        if not source.exists():
            continue
        standing = traced / "standing" / f"{session}.onnx"
        standing.parent.mkdir(exist_ok=True)
        used = with_inputs(source, standing, weights, splits_gemm=dtype == "q8")
        graph = make(standing, dtype, keep=own_types(standing))
        splice(graph, used, dtype, out / f"{session}{SUFFIXES[dtype]}.onnx", shard, weights, traced)
        tell(f"{session} in {dtype}")


def own_types(source: Path) -> list[str]:
    """Inputs and outputs that stay in 32 bits where the graph is not."""
    model = onnx.load(source, load_external_data=False)
    return [name for name in plain_inputs(model) if not name.startswith(STANDS_FOR)]


def with_inputs(source: Path, path: Path, weights: WeightFiles, splits_gemm: bool) -> dict[str, str]:
    """Writes a traced graph as one of ordinary operators, whose weights in files are inputs.

    @param splits_gemm into a product and a sum, as ONNX Runtime does before it quantises to 8 bits
    @returns weights by their inputs' names
    """
    model = onnx.load(source)
    found: dict[str, str] = {}
    nodes: list[onnx.NodeProto] = []
    for node in model.graph.node:
        if node.domain != DOMAIN:
            nodes.append(node)
            continue
        name = helper.get_node_attr_value(node, "weight").decode()
        op, inputs, out = node.op_type, list(node.input), node.output[0]
        bias = inputs.pop() if op == "Gemm" and splits_gemm else None
        op = "MatMul" if bias else op
        # The transposed of a weight is another input.
        standing = f"{STANDS_FOR}{op}:{name}"
        if standing not in found:
            found[standing] = name
            shape = as_stored(op, weights.values(name)).shape
            model.graph.input.append(helper.make_tensor_value_info(standing, TensorProto.FLOAT, shape))
        nodes.append(ordinary(op, inputs, standing, f"{out}/product" if bias else out, node.name))
        if bias:
            nodes.append(helper.make_node("Add", [f"{out}/product", bias], [out], f"{node.name}/sum"))
    if any(node.domain == DOMAIN for top in nodes for node in nodes_within(top)):
        raise ValueError(f"{path.stem}: a layer whose weight is in a file lies inside a loop or branch")
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    kept = [opset for opset in model.opset_import if opset.domain != DOMAIN]
    del model.opset_import[:]
    model.opset_import.extend(kept)
    # onnx adds to a file of values that is there.
    location = f"{path.stem}.values"
    path.with_name(location).unlink(missing_ok=True)
    onnx.save(model, path, save_as_external_data=True, location=location, size_threshold=SMALL)
    return found


def nodes_within(node: onnx.NodeProto):
    yield node
    for attribute in node.attribute:
        for inner in attribute.g.node:
            yield from nodes_within(inner)


def as_stored(op: str, values: np.ndarray) -> np.ndarray:
    return values.T if op == "MatMul" else values


def ordinary(op: str, inputs: list[str], weight: str, output: str, name: str) -> onnx.NodeProto:
    if op == "Gather":
        return helper.make_node("Gather", [weight, *inputs], [output], name)
    if op == "MatMul":
        return helper.make_node("MatMul", [*inputs, weight], [output], name)
    x, bias = inputs
    return helper.make_node("Gemm", [x, weight, bias], [output], name, alpha=1.0, beta=1.0, transB=1)


def splice(graph: onnx.ModelProto, used: dict[str, str], dtype: str, path: Path, shard: int, weights: WeightFiles, work: Path) -> None:
    shards = Shards(path, shard)
    kept = [shards.beside(tensor) for tensor in graph.graph.initializer]
    nodes: list[onnx.NodeProto] = []
    written: dict[str, Piece] = {}
    #: What was made of activations that were quantised already.
    quantised: dict[str, list[str]] = {}
    opsets = {opset.domain: opset for opset in graph.opset_import}
    for node in graph.graph.node:
        standing = next((name for name in node.input if name in used), None)
        if standing is None:
            nodes.append(node)
            continue
        if standing not in written:
            model = piece_of(node.op_type, used[standing], path.stem.removesuffix(SUFFIXES[dtype]), dtype, weights, work)
            names = {tensor.name: f"{standing}/{tensor.name}" for tensor in model.graph.initializer}
            kept += [shards.beside(tensor, names[tensor.name]) for tensor in model.graph.initializer]
            opsets = {opset.domain: copied(opset) for opset in model.opset_import} | opsets
            # A message keeps the memory of all that it ever held: of the piece only what is small lives on.
            written[standing] = Piece([copied(one) for one in model.graph.node], names)
            del model
        nodes += in_place(written[standing], node, standing, quantised)
    nodes = [copied(node) for node in nodes]
    del graph.graph.node[:], graph.graph.initializer[:], graph.opset_import[:]
    graph.graph.node.extend(nodes)
    graph.graph.initializer.extend(kept)
    graph.opset_import.extend(opsets.values())
    inputs = [value for value in graph.graph.input if value.name not in used]
    del graph.graph.input[:], graph.graph.value_info[:]
    graph.graph.input.extend(inputs)
    path.write_bytes(graph.SerializeToString())


def piece_of(op: str, name: str, session: str, dtype: str, weights: WeightFiles, work: Path) -> onnx.ModelProto:
    """A graph of one operator with this weight, in a precision, which may be another one for each session."""
    values = np.ascontiguousarray(as_stored(op, weights.values(name)))
    inputs = {"Gather": ["x"], "MatMul": ["x"], "Gemm": ["x", "bias"]}[op]
    sides = {"Gather": ["a", "b"], "MatMul": ["a", "b", values.shape[0]], "Gemm": ["a", values.shape[-1]]}[op]
    width = values.shape[0] if op == "Gemm" else values.shape[1]
    ports = [helper.make_tensor_value_info("x", TensorProto.INT64 if op == "Gather" else TensorProto.FLOAT, sides)]
    if op == "Gemm":
        ports.append(helper.make_tensor_value_info("bias", TensorProto.FLOAT, [width]))
    node = ordinary(op, inputs, "weight", "y", "piece")
    out_sides = [*sides, width] if op == "Gather" else [*sides[:-1], width]
    out = helper.make_tensor_value_info("y", TensorProto.FLOAT, out_sides)
    tensor = numpy_helper.from_array(values, "weight")
    del values
    graph = helper.make_graph([node], "piece", ports, [out], [tensor])
    del tensor
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    del graph
    if dtype != "fp32":
        path = work / "piece" / f"{session}.onnx"
        path.parent.mkdir(exist_ok=True)
        onnx.save(model, path, save_as_external_data=True, location="piece.data", size_threshold=SMALL)
        del model
        model = make(path, dtype, keep=[])
        for old in path.parent.iterdir():
            if old.is_file():
                old.unlink()
    weights.let_go(name)
    return model


def copied(message):
    copy = type(message)()
    copy.CopyFrom(message)
    return copy


def in_place(piece: Piece, node: onnx.NodeProto, standing: str, quantised: dict[str, list[str]]) -> list[onnx.NodeProto]:
    """The piece's operators, between what its node is given and what it gives."""
    given = [name for name in node.input if name != standing]
    names = {"x": given[0], "y": node.output[0]} | ({"bias": given[1]} if len(given) > 1 else {})
    names |= piece.initializers
    placed = []
    for one in piece.nodes:
        copy = copied(one)
        copy.name = f"{node.name}/{one.name}"
        del copy.input[:], copy.output[:]
        copy.input.extend(names.setdefault(name, f"{node.output[0]}/{name}") if name else "" for name in one.input)
        if one.op_type == "DynamicQuantizeLinear":
            # Layers that are given the same share it, as in a graph that was quantised whole.
            if known := quantised.get(copy.input[0]):
                names |= dict(zip(one.output, known))
                continue
            quantised[copy.input[0]] = [f"{node.output[0]}/{name}" for name in one.output]
        copy.output.extend(names.setdefault(name, f"{node.output[0]}/{name}") for name in one.output)
        placed.append(copy)
    return placed


class Shards:
    """x.onnx_data, x.onnx_data_1, …, each of at most so many bytes, or of one tensor."""

    def __init__(self, path: Path, most: int):
        self.path, self.most = path, most
        self.number, self.filled = 0, 0

    def beside(self, tensor: TensorProto, name: str | None = None) -> TensorProto:
        """The tensor with its values moved there, unless they are few; under another name, where one is given."""
        values = numpy_helper.to_array(tensor)
        kept = TensorProto(name=name or tensor.name, data_type=tensor.data_type, dims=tensor.dims, raw_data=b"")
        if values.nbytes < SMALL:
            kept.CopyFrom(tensor)
            kept.name = name or tensor.name
            return kept
        if self.filled > 0 and self.filled + values.nbytes > self.most:
            self.number, self.filled = self.number + 1, 0
        location = f"{self.path.name}_data{f'_{self.number}' if self.number else ''}"
        start = -(-self.filled // ALIGNED) * ALIGNED
        with open(self.path.with_name(location), "r+b" if self.filled else "wb") as file:
            file.seek(start)
            values.tofile(file)
        self.filled = start + values.nbytes
        set_external_data(kept, location, start, values.nbytes)
        kept.ClearField("raw_data")
        return kept
