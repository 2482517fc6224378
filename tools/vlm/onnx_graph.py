"""A small builder for ONNX graphs whose weights may be quantised block by block."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 20
BLOCK = 32
FLOAT = TensorProto.FLOAT
INT64 = TensorProto.INT64
BOOL = TensorProto.BOOL


class Graph:
    """Collects nodes and initialisers; `bits` (None, 8 or 4) decides how weight matrices are stored."""

    def __init__(self, name: str, bits: int | None = None):
        self.name = name
        self.bits = bits
        self.nodes, self.inputs, self.outputs = [], [], []
        self.initializers = {}
        self.counter = 0

    def input(self, name, dtype, shape) -> str:
        self.inputs.append(helper.make_tensor_value_info(name, dtype, shape))
        return name

    def output(self, name, dtype, shape) -> str:
        self.outputs.append(helper.make_tensor_value_info(name, dtype, shape))
        return name

    def constant(self, name: str, value) -> str:
        """An initialiser; the same name is stored once."""
        if name not in self.initializers:
            self.initializers[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def ints(self, *values) -> str:
        """A 1-D int64 constant, named by its content."""
        return self.constant("ints_" + "_".join(map(str, values)), np.array(values, np.int64))

    def node(self, op: str, inputs, outputs: int | list[str] = 1, domain: str = "", **attributes):
        """Adds a node; returns its output's name, or a list of names if it has several."""
        if isinstance(outputs, int):
            self.counter += 1
            outputs = [f"{op}_{self.counter}_{i}" for i in range(outputs)]
        self.nodes.append(
            helper.make_node(op, inputs, outputs, name=f"{op}_{len(self.nodes)}", domain=domain, **attributes)
        )
        return outputs[0] if len(outputs) == 1 else outputs

    def contrib(self, op: str, inputs, outputs=1, **attributes):
        """A node of ONNX Runtime's own operator set."""
        return self.node(op, inputs, outputs, domain="com.microsoft", **attributes)

    def linear(self, x: str, name: str, weight: np.ndarray, bias: np.ndarray | None = None, out: str | None = None):
        """x @ weight.T (+ bias), with the weight in [out, in] order as in PyTorch."""
        outputs = [out] if out and bias is None else 1
        if self.bits is None:
            y = self.node("MatMul", [x, self.constant(f"{name}.weight", weight.T)], outputs)
        else:
            packed, scales = quantise_blocks(weight, self.bits)
            y = self.contrib(
                "MatMulNBits",
                [x, self.constant(f"{name}.weight_q{self.bits}", packed), self.constant(f"{name}.scales", scales)],
                outputs,
                K=weight.shape[1],
                N=weight.shape[0],
                bits=self.bits,
                block_size=BLOCK,
            )
        if bias is not None:
            y = self.node("Add", [y, self.constant(f"{name}.bias", bias)], [out] if out else 1)
        return y

    def model(self) -> onnx.ModelProto:
        graph = helper.make_graph(self.nodes, self.name, self.inputs, self.outputs, list(self.initializers.values()))
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=9, producer_name="voxelwise")


def quantise_blocks(weight: np.ndarray, bits: int) -> tuple[np.ndarray, np.ndarray]:
    """Symmetric block quantisation of an [N, K] matrix as MatMulNBits reads it (zero point 2^(bits-1)).

    The value of largest magnitude in a block maps to the lowest code, which has no positive counterpart, unless a
    smaller scale that clips it makes the squared error of the block less: with 16 codes it often does.
    """
    n, k = weight.shape
    assert k % BLOCK == 0, (n, k)
    blocks = weight.reshape(n, k // BLOCK, BLOCK).astype(np.float32)
    middle = 2 ** (bits - 1)
    extreme = np.take_along_axis(blocks, np.abs(blocks).argmax(-1)[..., None], -1)
    best_error = np.full((*blocks.shape[:2], 1), np.inf, np.float32)
    scale, codes = np.zeros_like(extreme), np.full(blocks.shape, middle, np.uint8)
    for shrink in np.linspace(1.0, 0.7, 16, dtype=np.float32):
        candidate = shrink * extreme / -middle
        inverse = np.divide(1.0, candidate, out=np.zeros_like(candidate), where=candidate != 0)
        rounded = np.clip(np.rint(blocks * inverse), -middle, middle - 1)
        error = np.square(rounded * candidate - blocks).sum(-1, keepdims=True)
        better = error < best_error
        best_error = np.where(better, error, best_error)
        scale = np.where(better, candidate, scale)
        codes = np.where(better, (rounded + middle).astype(np.uint8), codes)
    if bits == 4:
        codes = codes[..., 0::2] | (codes[..., 1::2] << 4)
    return codes, scale.reshape(-1).astype(np.float32)
