"""Qwen3.5 with a mixture of experts, one of them shared, in each layer of its text model.

The graph runs the linear layers token by token in a Scan, as the first exports of onnx-community do.
"""

import onnx
import torch
from onnx import inliner, parser
from torch import nn
from transformers import Qwen3_5MoeConfig, Qwen3_5MoeForConditionalGeneration

from graphs import causal_conv
from recipes._gated_delta import DeltaDecoder, delta_settings, finished_delta, load_processor, tokenizer, wrapped_delta  # noqa: F401
from recipes._qwen_vl import ids_of, vision_settings
from recipes.qwen3_vl_moe import EXPERTS, AskingEveryExpert

#: One token after the other: forget, compare with what the key finds, learn the difference, answer the query.
SCAN = """
<domain: "voxelwise", opset_import: ["" : 18]>
GatedDelta (query, key, value, past, decay, beta) => (out, kept) {
  kept, out = Scan <num_scan_inputs: int = 5, scan_input_axes: ints = [1, 1, 1, 1, 1], scan_output_axes: ints = [1], body: graph = token
    (float[B, H, K, V] state, float[B, H, K] q, float[B, H, K] k, float[B, H, V] v, float[B, H] g, float[B, H] b)
    => (float[B, H, K, V] learnt, float[B, H, V] answer) {
      last = Constant <value_ints: ints = [-1]> ()
      both = Constant <value_ints: ints = [-2, -1]> ()
      keys = Constant <value_ints: ints = [-2]> ()
      rate = Exp(g)
      rates = Unsqueeze(rate, both)
      faded = Mul(state, rates)
      column = Unsqueeze(k, last)
      matches = Mul(faded, column)
      found = ReduceSum<keepdims: int = 0>(matches, keys)
      missed = Sub(v, found)
      strength = Unsqueeze(b, last)
      delta = Mul(missed, strength)
      row = Unsqueeze(delta, keys)
      update = Mul(column, row)
      learnt = Add(faded, update)
      question = Unsqueeze(q, last)
      answers = Mul(learnt, question)
      answer = ReduceSum<keepdims: int = 0>(answers, keys)
    }> (past, query, key, value, decay, beta)
}
"""


class GatedDelta(torch.autograd.Function):
    """Stands for the Scan until the graph is written."""

    @staticmethod
    def symbolic(g, query, key, value, past, decay, beta):
        out, kept = g.op("voxelwise::GatedDelta", query, key, value, past, decay, beta, outputs=2)
        out.setType(value.type())
        kept.setType(past.type())
        return out, kept

    @staticmethod
    def forward(ctx, query, key, value, past, decay, beta):
        return value.clone(), past.clone()


class ScanDecoder(AskingEveryExpert, DeltaDecoder):
    custom_opsets = {"voxelwise": 1}

    def conv_inputs(self, net):
        return net.conv_kernel_size

    def convolve(self, conv, x, past):
        mixed, inputs = causal_conv(conv, x, past)
        return nn.functional.silu(mixed), inputs[:, :, -conv.kernel_size[0] :]

    def remember(self, query, key, value, past, decay, beta):
        return GatedDelta.apply(query * query.shape[-1] ** -0.5, key, value, past, decay, beta)

    def finish(self, path):
        model = onnx.load(path)
        model.functions.append(parser.parse_function(SCAN))
        model = inliner.inline_local_functions(model)
        del model.opset_import[1:]
        # A file of a graph holds 2 GB at most.
        weights = sum(len(tensor.raw_data) for tensor in model.graph.initializer)
        beside = {"save_as_external_data": True, "location": f"{path.name}.data"} if weights > 1.9e9 else {}
        onnx.save(model, path, **beside)


def build():
    tokens = tokenizer()
    experts = {"num_experts": EXPERTS, "num_experts_per_tok": 2}
    sizes = {"moe_intermediate_size": 32, "shared_expert_intermediate_size": 32}
    config = Qwen3_5MoeConfig(
        vision_config=vision_settings(num_position_embeddings=25),
        text_config=delta_settings(tokens, **experts, **sizes),
        attn_implementation="eager",
        experts_implementation="eager",
        **ids_of(tokens),
    )
    return finished_delta(Qwen3_5MoeForConditionalGeneration(config), tokens, 22, ScanDecoder)


def wrapped(model, processor):
    return wrapped_delta(model, processor, ScanDecoder)
