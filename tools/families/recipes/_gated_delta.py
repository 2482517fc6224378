"""What Qwen3.5 and its mixture of experts share: layers of gated linear attention (Gated DeltaNet) among full ones."""

import torch
from torch import nn
from transformers import Qwen3VLProcessor

from graphs import HybridDecoder
from recipes._qwen_vl import (
    SPECIALS,
    MropeDecoder,
    finished,
    load_qwen_processor,
    make_processor,
    text_settings,
    wrapped_qwen,
)
from recipes.qwen3_vl import TableVision
from vocabulary import qwen3_5_tokenizer

# Qwen3.5's own template, without what it says of tools, videos and earlier turns.
TEMPLATE = (
    "{%- macro render_content(content) -%}{%- if content is string -%}{{- content }}{%- else -%}"
    "{%- for item in content -%}{%- if 'image' in item or 'image_url' in item or item.type == 'image' -%}"
    "{{- '<|vision_start|><|image_pad|><|vision_end|>' }}{%- elif 'text' in item -%}{{- item.text }}{%- else -%}"
    "{{- raise_exception('Unexpected item type in content.') }}{%- endif -%}{%- endfor -%}{%- endif -%}{%- endmacro -%}"
    "{%- for message in messages %}{%- set content = render_content(message.content)|trim %}"
    "{{- '<|im_start|>' + message.role + '\n' + content + '<|im_end|>' + '\n' }}{%- endfor %}"
    "{%- if add_generation_prompt %}{{- '<|im_start|>assistant\n' }}"
    "{%- if enable_thinking is defined and enable_thinking is true %}{{- '<think>\n' }}"
    "{%- else %}{{- '<think>\n\n</think>\n\n' }}{%- endif %}{%- endif %}"
)


def tokenizer():
    return qwen3_5_tokenizer([*SPECIALS, "<think>", "</think>"], eos_token="<|im_end|>", pad_token="<|endoftext|>")


def delta_settings(tokens, **more) -> dict:
    rope = {
        "rope_type": "default",
        # Fast angles, so that a wrong place of a token shows.
        "rope_theta": 100.0,
        "mrope_section": [4, 2, 2],
        "mrope_interleaved": True,
        "partial_rotary_factor": 0.5,
    }
    return text_settings(
        tokens,
        head_dim=32,
        num_hidden_layers=3,
        layer_types=["linear_attention", "full_attention", "linear_attention"],
        linear_num_key_heads=2,
        linear_num_value_heads=4,
        linear_key_head_dim=8,
        linear_value_head_dim=16,
        linear_conv_kernel_dim=4,
        rope_parameters=rope,
        **more,
    )


class DeltaDecoder(HybridDecoder, MropeDecoder):
    """Linear layers keep the convolution's last inputs (`past_conv`) and a matrix a head (`past_recurrent`)."""

    def convolve(self, conv, x, past):
        """[batch, channels, tokens] and what is kept of them."""
        raise NotImplementedError

    def remember(self, query, key, value, past, decay, beta):
        """The gated delta rule over [batch, tokens, heads, values], and the state after it."""
        raise NotImplementedError

    def conv_inputs(self, net) -> int:
        raise NotImplementedError

    def states(self, layer):
        net = getattr(self.text_model.layers[layer], "linear_attn", None)
        if net is None:
            return {}
        return {
            "conv": (net.conv_dim, self.conv_inputs(net)),
            "recurrent": (net.num_v_heads, net.head_k_dim, net.head_v_dim),
        }

    def step(self, index, layer, hidden, kept, angles, bias, mask):
        normed = layer.input_layernorm(hidden)
        if self.states(index):
            mixed, kept = self.linear(layer.linear_attn, normed * mask[:, :, None], *kept)
        else:
            mixed, kept = self.attend(layer.self_attn, index, normed, kept, angles, bias)
        hidden = hidden + mixed
        return hidden + layer.mlp(layer.post_attention_layernorm(hidden)), kept

    def linear(self, net, x, conv, recurrent):
        mixed, conv = self.convolve(net.conv1d, net.in_proj_qkv(x).transpose(1, 2), conv)
        query, key, value = mixed.transpose(1, 2).split([net.key_dim, net.key_dim, net.value_dim], -1)

        def headed(part, dim: int):
            return part.reshape(*x.shape[:2], -1, dim)

        def unit(part):
            """Unit vectors, each key head for all the value heads that it serves."""
            heads = headed(part, net.head_k_dim)
            heads = heads * torch.rsqrt((heads * heads).sum(-1, keepdim=True) + 1e-6)
            return heads.repeat_interleave(net.num_v_heads // net.num_k_heads, 2)

        decay = -net.A_log.exp() * nn.functional.softplus(net.in_proj_a(x) + net.dt_bias)
        beta = net.in_proj_b(x).sigmoid()
        mixed, recurrent = self.remember(
            unit(query), unit(key), headed(value, net.head_v_dim), recurrent, decay, beta
        )
        normed = net.norm(mixed, headed(net.in_proj_z(x), net.head_v_dim))
        return net.out_proj(normed.flatten(2)), [conv, recurrent]


@torch.no_grad()
def lengthen_memory(model) -> None:
    """Heads of which some forget slowly: as they are made, most forget all but the last token."""
    for layer in model.model.language_model.layers:
        if net := getattr(layer, "linear_attn", None):
            net.A_log.copy_(torch.linspace(-5, 0, net.num_v_heads))


def finished_delta(model, tokens, seed: int, decoder: type[DeltaDecoder]):
    lengthen_memory(model)
    processor = make_processor(Qwen3VLProcessor, tokens, TEMPLATE)
    text = model.model.language_model
    return finished(
        model, processor, seed, TableVision(model), "image_grid_thw", decoder=decoder(text, model.lm_head)
    )


def wrapped_delta(model, processor, decoder: type[DeltaDecoder]):
    text = model.model.language_model
    return wrapped_qwen(model, processor, TableVision(model), "image_grid_thw", decoder=decoder(text, model.lm_head))


def load_processor(folder, tokens, config, template):
    return load_qwen_processor(Qwen3VLProcessor, folder, tokens, template)
