"""Qwen3-VL: a learned position table resampled to each image, and features of earlier layers (DeepStack).

DeepStack's features ride behind the last layer's: image_features, and with them inputs_embeds, are
1 + layers times as wide as the model, and the decoder takes them apart. transformers.js has one tensor of features,
whatever its width, so its class runs such a folder.
"""

import torch
from transformers import Qwen3VLConfig, Qwen3VLForConditionalGeneration, Qwen3VLProcessor
from transformers.vision_utils import _interpolation_axis_taps_weights

from graphs import Embed
from recipes._qwen_vl import (
    PLAIN_TEMPLATE,
    MropeDecoder,
    Vision,
    finished,
    ids_of,
    load_qwen_processor,
    make_processor,
    text_settings,
    tokenizer,
    vision_settings,
    wrapped_qwen,
)

STACKED = [0, 1]


class TableVision(Vision):
    """Places from a learned table, resampled to each image's grid."""

    def embed(self, pixel_values, grid, rows, columns):
        tower = self.tower
        side = tower.num_grid_per_side
        down, down_weights = _interpolation_axis_taps_weights(rows, grid[0, 1], side, "bilinear", True)
        across, across_weights = _interpolation_axis_taps_weights(columns, grid[0, 2], side, "bilinear", True)
        taps = (down[:, :, None] * side + across[:, None, :]).flatten(1)
        weights = (down_weights[:, :, None] * across_weights[:, None, :]).flatten(1)
        return tower.patch_embed(pixel_values) + (tower.pos_embed(taps) * weights[:, :, None]).sum(1)


class StackedVision(TableVision):
    def keep(self, layer, x, kept):
        if layer in self.tower.deepstack_visual_indexes:
            index = self.tower.deepstack_visual_indexes.index(layer)
            kept.append(self.tower.deepstack_merger_list[index](x))


class StackedEmbed(Embed):
    """Text has nothing to add to later layers, of which there are `count`."""

    def __init__(self, embedding, count: int):
        super().__init__(embedding)
        self.count = count

    def forward(self, input_ids):
        embeds = self.embedding(input_ids)
        return torch.cat([embeds, *[torch.zeros_like(embeds)] * self.count], -1)


class StackedDecoder(MropeDecoder):
    #: Layers whose output the image's features are added to.
    stacked = 0

    def run(self, inputs_embeds, mask, position_ids, cache):
        embeds, *stacked = inputs_embeds.split(self.config.hidden_size, -1)
        model = self.text_model
        angles = model.rotary_emb(embeds, position_ids)
        hidden = embeds
        for index, layer in enumerate(model.layers):
            hidden = layer(
                hidden,
                attention_mask=mask,
                position_ids=None,
                past_key_values=cache,
                position_embeddings=angles,
            )
            if index < len(stacked):
                hidden = hidden + stacked[index]
        return model.norm(hidden)

    def example(self):
        embeds, *rest = super().example()
        return [embeds.repeat(1, 1, 1 + self.stacked), *rest]


def joined(parts):
    return parts if isinstance(parts, torch.Tensor) else torch.cat(list(parts))


def features(model, inputs):
    output = model.get_image_features(inputs["pixel_values"], inputs["image_grid_thw"])
    return torch.cat([joined(output.pooler_output), *map(joined, output.deepstack_features)], -1)


def stacked_settings(tokens, **text) -> dict:
    """Of the whole model; `text` adds to its text model's."""
    rope = {"rope_type": "default", "rope_theta": 10000.0, "mrope_section": [2, 3, 3], "mrope_interleaved": True}
    return {
        "vision_config": vision_settings(depth=3, num_position_embeddings=25, deepstack_visual_indexes=STACKED),
        "text_config": text_settings(tokens, head_dim=16, num_hidden_layers=3, rope_parameters=rope, **text),
        "attn_implementation": "eager",
        **ids_of(tokens),
    }


def finished_stacked(model, tokens, seed: int, decoder: type[StackedDecoder]):
    processor = make_processor(Qwen3VLProcessor, tokens, PLAIN_TEMPLATE)
    return finished(model, processor, seed, StackedVision(model), "image_grid_thw", **stacked_parts(model, decoder))


def stacked_parts(model, kind: type[StackedDecoder]) -> dict:
    """What DeepStack needs in place of the plain graphs."""
    text, count = model.model.language_model, len(model.config.vision_config.deepstack_visual_indexes)
    decoder = kind(text, model.lm_head)
    decoder.stacked = count
    return {"decoder": decoder, "embed": StackedEmbed(text.embed_tokens, count), "features": features}


def wrapped_stacked(model, processor, decoder: type[StackedDecoder]):
    return wrapped_qwen(model, processor, StackedVision(model), "image_grid_thw", **stacked_parts(model, decoder))


def wrapped(model, processor):
    return wrapped_stacked(model, processor, StackedDecoder)


def load_processor(folder, tokens, config, template):
    return load_qwen_processor(Qwen3VLProcessor, folder, tokens, template)


def build():
    tokens = tokenizer()
    model = Qwen3VLForConditionalGeneration(Qwen3VLConfig(**stacked_settings(tokens)))
    return finished_stacked(model, tokens, 7, StackedDecoder)
