"""Qwen3-VL with a mixture of experts in each layer of its text model."""

import torch
from torch import nn
from transformers import Qwen3VLMoeConfig, Qwen3VLMoeForConditionalGeneration, Qwen3VLProcessor
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

from recipes._qwen_vl import (
    MERGE,
    PATCH,
    PLAIN_TEMPLATE,
    TIME,
    finished,
    ids_of,
    images_settings,
    text_settings,
    tokenizer,
)
from recipes.qwen3_vl import STACKED, StackedDecoder, StackedEmbed, StackedVision, features

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
    rope = {"rope_type": "default", "rope_theta": 10000.0, "mrope_section": [2, 3, 3], "mrope_interleaved": True}
    config = Qwen3VLMoeConfig(
        vision_config={
            "depth": 3,
            "hidden_size": 32,
            "intermediate_size": 64,
            "out_hidden_size": 32,
            "num_heads": 2,
            "patch_size": PATCH,
            "spatial_merge_size": MERGE,
            "temporal_patch_size": TIME,
            "num_position_embeddings": 25,
            "deepstack_visual_indexes": STACKED,
        },
        text_config=text_settings(
            tokens,
            head_dim=16,
            num_hidden_layers=3,
            rope_parameters=rope,
            moe_intermediate_size=32,
            num_experts=EXPERTS,
            num_experts_per_tok=2,
        ),
        attn_implementation="eager",
        experts_implementation="eager",
        **ids_of(tokens),
    )
    model = Qwen3VLMoeForConditionalGeneration(config)
    processor = Qwen3VLProcessor(
        Qwen2VLImageProcessorPil(**images_settings()), tokenizer=tokens, chat_template=PLAIN_TEMPLATE
    )
    text = model.model.language_model
    return finished(
        model,
        processor,
        13,
        StackedVision(model),
        "image_grid_thw",
        decoder=ExpertsDecoder(text, model.lm_head),
        embed=StackedEmbed(text.embed_tokens),
        features=features,
    )
