"""Exports the three graphs of the onnx-community layout by tracing, with every size left open."""

import warnings
from pathlib import Path

import torch
from torch import nn
from transformers.cache_utils import DynamicCache

OPSET = 18
LOWEST = torch.finfo(torch.float32).min


def causal_bias(inputs_embeds, attention_mask):
    """[batch, 1, new, total]: 0 where a new token may look, else the lowest float."""
    new, total = inputs_embeds.shape[1], attention_mask.shape[1]
    queries = torch.arange(new) + (total - new)
    visible = torch.arange(total)[None, :] <= queries[:, None]
    visible = visible[None, None] & (attention_mask[:, None, None, :] > 0)
    return torch.where(visible, 0.0, LOWEST)


def with_window(bias, window: int):
    """The bias of layers that see everything before a token, and of those that see only what is near."""
    new, total = bias.shape[-2], bias.shape[-1]
    near = torch.arange(total)[None, :] > torch.arange(new)[:, None] + (total - new) - window
    return {"full_attention": bias, "sliding_attention": torch.where(near, bias, LOWEST)}


class Decoder(nn.Module):
    """inputs_embeds, attention_mask, position_ids and the cache -> logits and the longer cache."""

    #: Inputs beside the cache: name -> dynamic axes.
    inputs = {
        "inputs_embeds": {0: "batch_size", 1: "sequence_length"},
        "attention_mask": {0: "batch_size", 1: "total_sequence_length"},
        "position_ids": {0: "batch_size", 1: "sequence_length"},
    }
    #: Versions of operator domains beyond ONNX's own.
    custom_opsets: dict[str, int] | None = None

    def __init__(self, text_model, lm_head):
        super().__init__()
        self.text_model, self.lm_head = text_model, lm_head
        self.config = text_model.config

    def layers(self) -> int:
        return self.config.num_hidden_layers

    def head_dim(self) -> int:
        return getattr(self.config, "head_dim", None) or self.config.hidden_size // self.config.num_attention_heads

    def past_shape(self, layer: int) -> tuple[int, ...]:
        """Of a layer's keys: two rows of five tokens."""
        return (2, self.config.num_key_value_heads, 5, self.head_dim())

    def mask(self, inputs_embeds, attention_mask):
        bias = causal_bias(inputs_embeds, attention_mask)
        window = getattr(self.config, "sliding_window", None)
        if window is None:
            return bias
        biases = with_window(bias, window)
        # Mistral's layers are all alike; others say of each what it sees.
        return biases if getattr(self.config, "layer_types", None) else biases["sliding_attention"]

    def run(self, inputs_embeds, mask, position_ids, cache):
        return self.text_model(
            inputs_embeds=inputs_embeds,
            attention_mask=mask,
            position_ids=position_ids,
            past_key_values=cache,
            use_cache=True,
        ).last_hidden_state

    def forward(self, inputs_embeds, attention_mask, position_ids, *past):
        cache = DynamicCache([(past[2 * i], past[2 * i + 1]) for i in range(len(past) // 2)])
        mask = self.mask(inputs_embeds, attention_mask)
        hidden = self.run(inputs_embeds, mask, position_ids, cache)
        present = [tensor for layer in cache.layers for tensor in (layer.keys, layer.values)]
        return (self.lm_head(hidden), *present)

    def example(self) -> list[torch.Tensor]:
        """Two rows of three new tokens on top of five."""
        hidden = self.config.hidden_size
        return [
            torch.randn(2, 3, hidden),
            torch.ones(2, 8, dtype=torch.long),
            torch.arange(5, 8)[None].repeat(2, 1),
            *[torch.randn(self.past_shape(layer)) for layer in range(self.layers()) for _ in ("key", "value")],
        ]

    def finish(self, path: Path) -> None:
        """Adds to the exported graph what tracing cannot write."""

    def cache_names(self, prefix: str) -> list[str]:
        return [f"{prefix}.{i}.{part}" for i in range(self.layers()) for part in ("key", "value")]

    def cache_axes(self, name: str, length: str) -> dict[int, str]:
        return {0: "batch_size", 2: length}


class Pairs:
    """Keys and values of the layers that attend, as a cache."""

    def __init__(self, pairs):
        self.pairs = pairs

    def update(self, keys, values, layer, *rest, **more):
        past = self.pairs[layer]
        self.pairs[layer] = (torch.cat([past[0], keys], 2), torch.cat([past[1], values], 2))
        return self.pairs[layer]


class HybridDecoder(Decoder):
    """Layers that attend keep keys and values, the others states of a fixed size (`past_<state>.<layer>`)."""

    def states(self, layer: int) -> dict[str, tuple[int, ...]]:
        """What a layer keeps: shapes without the batch, by name; empty where it attends."""
        raise NotImplementedError

    def step(self, index: int, layer, hidden, kept, angles, bias, mask):
        """One layer: its output, and what it keeps of all tokens so far."""
        raise NotImplementedError

    def last(self, hidden):
        return self.text_model.norm(hidden)

    def cache_names(self, prefix):
        short = prefix.split("_")[0]
        names = []
        for layer in range(self.layers()):
            states = [f"{short}_{state}.{layer}" for state in self.states(layer)]
            names += states or [f"{prefix}.{layer}.{part}" for part in ("key", "value")]
        return names

    def cache_axes(self, name, length):
        return super().cache_axes(name, length) if name.endswith((".key", ".value")) else {0: "batch_size"}

    def example(self):
        embeds, mask, positions, *_ = super().example()
        past = []
        for layer in range(self.layers()):
            states = [(2, *shape) for shape in self.states(layer).values()]
            past += states or [self.past_shape(layer)] * 2
        return [embeds, mask, positions, *map(torch.randn, past)]

    def forward(self, inputs_embeds, attention_mask, position_ids, *past):
        model, bias = self.text_model, self.mask(inputs_embeds, attention_mask)
        angles = model.rotary_emb(inputs_embeds, position_ids=position_ids)
        mask = attention_mask[:, -inputs_embeds.shape[1] :]
        hidden, present = inputs_embeds, []
        for index, layer in enumerate(model.layers):
            count = len(self.states(index)) or 2
            kept, past = past[:count], past[count:]
            hidden, kept = self.step(index, layer, hidden, kept, angles, bias, mask)
            present += kept
        return (self.lm_head(self.last(hidden)), *present)

    def attend(self, attention, index: int, hidden, kept, angles, bias):
        pairs = Pairs({index: kept})
        mixed, _ = attention(
            hidden_states=hidden, position_embeddings=angles, attention_mask=bias, past_key_values=pairs
        )
        return mixed, pairs.pairs[index]


def causal_conv(conv: nn.Conv1d, x, past):
    """A convolution over each channel's past, which is as long as its kernel; and the inputs, past and new."""
    inputs = torch.cat([past, x], -1)
    out = nn.functional.conv1d(inputs, conv.weight, conv.bias, groups=conv.groups)
    # The first output is of the past alone.
    return out[:, :, 1:], inputs


class Embed(nn.Module):
    outputs = ("inputs_embeds",)

    def __init__(self, embedding):
        super().__init__()
        self.embedding = embedding

    def forward(self, input_ids):
        return self.embedding(input_ids)


def export(module: nn.Module, example, names, outputs, axes, path: Path, custom_opsets=None) -> None:
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            module.eval(),
            tuple(example),
            str(path),
            input_names=names,
            output_names=outputs,
            dynamic_axes=axes,
            opset_version=OPSET,
            custom_opsets=custom_opsets,
            dynamo=False,
        )


def export_graphs(built, folder: Path, apart: bool = False) -> None:
    """Writes the graphs to `folder`, or each to a folder of its own there: of one above 2 GB every weight is a file beside it."""

    def path(session: str) -> Path:
        inside = folder / session if apart else folder
        inside.mkdir(parents=True, exist_ok=True)
        return inside / f"{session}.onnx"

    if vision := built.vision:
        export(
            vision.module,
            vision.inputs.values(),
            list(vision.inputs),
            ["image_features"],
            {**vision.axes, "image_features": vision.output_axes},
            path("vision_encoder"),
        )
    embed = built.embed or Embed(built.text_model.get_input_embeddings())
    export(
        embed,
        [torch.ones(2, 3, dtype=torch.long)],
        ["input_ids"],
        list(embed.outputs),
        {name: {0: "batch_size", 1: "sequence_length"} for name in ("input_ids", *embed.outputs)},
        path("embed_tokens"),
    )
    decoder = built.decoder or Decoder(built.text_model, built.lm_head)
    if type(built.text_model.rotary_emb).__name__ in ("LlamaRotaryEmbedding", "MistralRotaryEmbedding"):
        positions = built.text_model.config.max_position_embeddings
        built.text_model.rotary_emb = TableRotary(built.text_model.rotary_emb, positions)
    past, present = decoder.cache_names("past_key_values"), decoder.cache_names("present")
    axes = dict(decoder.inputs)
    axes |= {name: decoder.cache_axes(name, "past_sequence_length") for name in past}
    axes |= {name: decoder.cache_axes(name, "total_sequence_length") for name in present}
    axes["logits"] = {0: "batch_size", 1: "sequence_length"}
    export(
        decoder,
        decoder.example(),
        [*decoder.inputs, *past],
        ["logits", *present],
        axes,
        path("decoder_model_merged"),
        decoder.custom_opsets,
    )
    decoder.finish(path("decoder_model_merged"))


class TableRotary(nn.Module):
    """Cosines and sines of every position as a table, as ONNX exporters keep them.

    WebGPU's own sine and cosine may be off by 2^-11, which a graph that computes them at run time shows.
    """

    def __init__(self, rotary, positions: int):
        super().__init__()
        angles = torch.arange(positions, dtype=torch.float32)[:, None] * rotary.inv_freq.float()
        self.register_buffer("cosines", angles.cos() * rotary.attention_scaling)
        self.register_buffer("sines", angles.sin() * rotary.attention_scaling)

    def forward(self, x, position_ids):
        cosines, sines = self.cosines[position_ids], self.sines[position_ids]
        return torch.cat([cosines, cosines], -1), torch.cat([sines, sines], -1)
