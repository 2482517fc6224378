"""Qwen3-VL with a mixture of experts in each layer of its text model."""

import torch
from torch import nn
from transformers import Qwen3VLMoeConfig, Qwen3VLMoeForConditionalGeneration

from recipes._qwen_vl import tokenizer
from recipes.qwen3_vl import StackedDecoder, finished_stacked, load_processor, stacked_settings, wrapped_stacked  # noqa: F401

EXPERTS = 4


class EveryExpert(nn.Module):
    """Asks every expert and weighs its answer, where Python's loops over those that were chosen."""

    def __init__(self, experts):
        super().__init__()
        self.act = experts.act_fn
        self.ins = nn.ParameterList(weight.detach().T.clone() for weight in experts.gate_up_proj)
        self.outs = nn.ParameterList(weight.detach().T.clone() for weight in experts.down_proj)

    def forward(self, hidden, chosen, weights):
        total = torch.zeros_like(hidden)
        for index in range(len(self.ins)):
            gate, up = (hidden @ self.ins[index]).chunk(2, dim=-1)
            answer = (self.act(gate) * up) @ self.outs[index]
            total = total + answer * (weights * (chosen == index)).sum(-1, keepdim=True)
        return total


class AskingEveryExpert:
    """A decoder whose experts can be traced."""

    def example(self):
        # Only now, since the goldens are made by the experts as they are.
        for layer in self.text_model.layers:
            layer.mlp.experts = EveryExpert(layer.mlp.experts)
        return super().example()


class ExpertsDecoder(AskingEveryExpert, StackedDecoder):
    """DeepStack and experts."""


def build():
    tokens = tokenizer()
    config = Qwen3VLMoeConfig(
        **stacked_settings(tokens, moe_intermediate_size=32, num_experts=EXPERTS, num_experts_per_tok=2),
        experts_implementation="eager",
    )
    return finished_stacked(Qwen3VLMoeForConditionalGeneration(config), tokens, 13, ExpertsDecoder)


def wrapped(model, processor):
    return wrapped_stacked(model, processor, ExpertsDecoder)
