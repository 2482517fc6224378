"""Qwen3.5: Qwen3-VL's encoder without DeepStack, and linear attention in most layers of the text model.

The graph has ONNX Runtime's own operators for the linear layers, as the newer exports of onnx-community do ("-OPT").
"""

import torch
from transformers import Qwen3_5Config, Qwen3_5ForConditionalGeneration

from recipes._gated_delta import DeltaDecoder, delta_settings, finished_delta, load_processor, tokenizer, wrapped_delta  # noqa: F401
from recipes._qwen_vl import ids_of, vision_settings


class CausalConv(torch.autograd.Function):
    """A convolution over each channel's past, as ONNX Runtime's own operator."""

    @staticmethod
    def symbolic(g, x, weight, past):
        none = g.op("prim::Constant")
        none.setType(torch._C.OptionalType.ofTensor())
        out, kept = g.op(
            "com.microsoft::CausalConvWithState", x, weight, none, past, activation_s="silu", ndim_i=1, outputs=2
        )
        out.setType(x.type())
        kept.setType(past.type())
        return out, kept

    @staticmethod
    def forward(ctx, x, weight, past):
        return x.clone(), past.clone()


class GatedDelta(torch.autograd.Function):
    """The gated delta rule over all tokens, as ONNX Runtime's own operator; all but the state [batch, tokens, values]."""

    @staticmethod
    def symbolic(g, query, key, value, past, decay, beta, heads, scale):
        out, kept = g.op(
            "com.microsoft::LinearAttention",
            *(query, key, value, past, decay, beta),
            update_rule_s="gated_delta",
            q_num_heads_i=heads,
            kv_num_heads_i=heads,
            scale_f=scale,
            outputs=2,
        )
        out.setType(value.type())
        kept.setType(past.type())
        return out, kept

    @staticmethod
    def forward(ctx, query, key, value, past, decay, beta, heads, scale):
        return value.clone(), past.clone()


class FusedDecoder(DeltaDecoder):
    custom_opsets = {"com.microsoft": 1}

    def conv_inputs(self, net):
        return net.conv_kernel_size - 1

    def convolve(self, conv, x, past):
        return CausalConv.apply(x, conv.weight, past)

    def remember(self, query, key, value, past, decay, beta):
        heads, scale = self.config.linear_num_value_heads, self.config.linear_key_head_dim**-0.5
        flat = (part.flatten(2) for part in (query, key, value))
        mixed, kept = GatedDelta.apply(*flat, past, decay, beta, heads, scale)
        return mixed.reshape(value.shape), kept


def build():
    tokens = tokenizer()
    config = Qwen3_5Config(
        vision_config=vision_settings(num_position_embeddings=25),
        text_config=delta_settings(tokens),
        attn_implementation="eager",
        **ids_of(tokens),
    )
    return finished_delta(Qwen3_5ForConditionalGeneration(config), tokens, 21, FusedDecoder)


def wrapped(model, processor):
    return wrapped_delta(model, processor, FusedDecoder)
