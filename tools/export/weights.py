"""Weights of linear layers and embeddings in files, for a model that memory does not hold: loaded one after the other, and left
out of what is traced."""

import ctypes
import mmap
import os
import sys
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import torch
import transformers.core_model_loading as loading
from torch import nn

#: Elements below which a weight stays in memory and in the graph.
LEAST = 4096
#: Of glibc's malloc.h: bytes from which a block is mapped by itself.
M_MMAP_THRESHOLD = -3
#: Operators of this domain stand in a traced graph for a layer whose weight is in a file; `weight` names it.
DOMAIN = "voxelwise"


class WeightFiles:
    """Every large weight of a model's linear layers and embeddings, in 32 bits in a file of its own that is mapped into memory:
    what is not in use can be given back at any time. Each is a parameter like any other, so that answers, tied weights and a merged
    adapter are what they are in memory."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True)
        give_back_at_once()
        self.maps: dict[str, mmap.mmap] = {}
        #: By the parameter's id.
        self.names: dict[int, str] = {}
        self.parameters: dict[str, nn.Parameter] = {}
        #: While a graph is traced a tensor's own sides are tensors.
        self.shapes: dict[str, tuple[int, int]] = {}

    def keep(self, values: torch.Tensor) -> nn.Parameter:
        name = str(len(self.maps))
        with open(self.folder / name, "w+b") as file:
            file.truncate(values.numel() * 4)
            self.maps[name] = mmap.mmap(file.fileno(), 0)
        kept = torch.frombuffer(self.maps[name], dtype=torch.float32).view(values.shape)
        kept.copy_(values)
        parameter = nn.Parameter(kept, requires_grad=False)
        self.names[id(parameter)] = name
        self.parameters[name] = parameter
        self.shapes[name] = tuple(values.shape)
        self.let_go(name)
        return parameter

    def values(self, name: str) -> np.ndarray:
        """As the layer has it: [out, in] of a linear one, [words, width] of an embedding."""
        return self.parameters[name].detach().numpy()

    def let_go(self, name: str) -> None:
        """Of the memory that it takes; it stays in its file."""
        self.maps[name].flush()
        if hasattr(mmap, "MADV_DONTNEED"):
            self.maps[name].madvise(mmap.MADV_DONTNEED)

    @contextmanager
    def loading(self):
        """What `from_pretrained` reads meanwhile goes to files, one weight after the other."""
        place = loading.set_param_for_module

        def placed(model, target_name, param_value, *rest, **more):
            owner = model.get_submodule(target_name.rpartition(".")[0])
            if isinstance(owner, (nn.Linear, nn.Embedding)) and param_value.dim() == 2 and param_value.numel() >= LEAST:
                param_value = self.keep(param_value)
            return place(model, target_name, param_value, *rest, **more)

        # Else threads read ahead of what is written.
        before = os.environ.get("HF_DEACTIVATE_ASYNC_LOAD")
        os.environ["HF_DEACTIVATE_ASYNC_LOAD"] = "1"
        loading.set_param_for_module = placed
        try:
            yield
        finally:
            loading.set_param_for_module = place
            if before is None:
                del os.environ["HF_DEACTIVATE_ASYNC_LOAD"]
            else:
                os.environ["HF_DEACTIVATE_ASYNC_LOAD"] = before

    @contextmanager
    def left_out(self):
        """What is traced meanwhile holds an operator of `DOMAIN` in place of each layer whose weight is in a file."""
        linear, embedding = nn.functional.linear, nn.functional.embedding

        def linear_without(x, weight, bias=None):
            name = self.names.get(id(weight))
            if name is None:
                return linear(x, weight, bias)
            if bias is not None and x.dim() == 2:
                return Gemm.apply(x, bias, name, self.shapes[name][0])
            out = MatMul.apply(x, name, self.shapes[name][0])
            return out if bias is None else bias + out

        def embedding_without(ids, weight, *rest, **more):
            name = self.names.get(id(weight))
            return embedding(ids, weight, *rest, **more) if name is None else Gather.apply(ids, name, self.shapes[name][1])

        nn.functional.linear, nn.functional.embedding = linear_without, embedding_without
        try:
            yield
        finally:
            nn.functional.linear, nn.functional.embedding = linear, embedding


def give_back_at_once() -> None:
    """Lets glibc return what is freed to the system, which it otherwise holds in blocks of up to 32 MB each; nothing elsewhere."""
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt:
            mallopt(M_MMAP_THRESHOLD, 1 << 20)


# The exporter writes these operators for PyTorch's own layers, so that a graph is the same either way.


class MatMul(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, name, width):
        return x.new_zeros(*x.shape[:-1], width)

    @staticmethod
    def symbolic(g, x, name, width):
        return g.op(f"{DOMAIN}::MatMul", x, weight_s=name).setType(sized(x, width))


class Gemm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, bias, name, width):
        return x.new_zeros(x.shape[0], width)

    @staticmethod
    def symbolic(g, x, bias, name, width):
        return g.op(f"{DOMAIN}::Gemm", x, bias, weight_s=name).setType(sized(x, width))


class Gather(torch.autograd.Function):
    @staticmethod
    def forward(ctx, ids, name, width):
        return torch.zeros(*ids.shape, width)

    @staticmethod
    def symbolic(g, ids, name, width):
        sizes = [None] * ids.type().dim() + [width]
        float_type = ids.type().with_dtype(torch.float32)
        return g.op(f"{DOMAIN}::Gather", ids, weight_s=name).setType(float_type.with_sizes(sizes))


def sized(x, width: int):
    return x.type().with_sizes([*(x.type().sizes() or [])[:-1], width])
