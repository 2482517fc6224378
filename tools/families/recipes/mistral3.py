"""Mistral 3: Pixtral on images of any shape, patches merged by a linear map, Mistral.

Its processor asks for torchvision, so this recipe needs it; the image processor here is the Pillow one.
"""

import torch
from torch import nn
from transformers import Mistral3Config, Mistral3ForConditionalGeneration, PixtralProcessor
from transformers.models.pixtral.image_processing_pil_pixtral import PixtralImageProcessorPil

from built import Built, Refused, VisionGraph
from lively import enliven
from recipes._settings import decoder_settings
from vocabulary import gpt2_tokenizer

PATCH, MERGE = 8, 2
SPECIALS = ["<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[IMG]", "[IMG_BREAK]", "[IMG_END]", "<pad>"]
# Mistral's own template, without system prompt and tools.
TEMPLATE = (
    "{{- bos_token }}{%- for message in messages %}{%- if message['role'] == 'user' %}"
    "{%- if message['content'] is string %}{{- '[INST]' + message['content'] + '[/INST]' }}{%- else %}{{- '[INST]' }}"
    "{%- for block in message['content'] %}{%- if block['type'] == 'text' %}{{- block['text'] }}"
    "{%- elif block['type'] in ['image', 'image_url'] %}{{- '[IMG]' }}{%- endif %}{%- endfor %}{{- '[/INST]' }}"
    "{%- endif %}{%- elif message['role'] == 'assistant' %}{%- if message['content'] is string %}"
    "{{- message['content'] + eos_token }}{%- else %}{{- message['content'][0]['text'] + eos_token }}{%- endif %}"
    "{%- endif %}{%- endfor %}"
)


class Vision(nn.Module):
    """pixel_values [1, 3, H, W] of one image -> [tokens, hidden]."""

    def __init__(self, tower, projector, merge: int):
        super().__init__()
        self.tower, self.projector, self.merge = tower, projector, merge

    def forward(self, pixel_values):
        patches = self.tower.patch_conv(pixel_values)
        rows, columns = patches.shape[2], patches.shape[3]
        hidden = self.tower.ln_pre(patches.flatten(2).transpose(1, 2))
        index = torch.arange(rows * columns)
        places = torch.stack([index // columns, index % columns], -1)
        angles = self.tower.patch_positional_embedding(hidden, places)
        hidden = self.tower.transformer(hidden, attention_mask=None, position_embeddings=angles).last_hidden_state
        return self.project(hidden[0], rows, columns)

    def project(self, hidden, rows, columns):
        projector = self.projector
        hidden = projector.norm(hidden)
        side = self.merge
        squares = hidden.reshape(rows // side, side, columns // side, side, hidden.shape[-1])
        squares = squares.permute(0, 2, 4, 1, 3).flatten(2).flatten(0, 1)
        merged = projector.patch_merger.merging_layer(squares)
        return projector.linear_2(projector.act(projector.linear_1(merged)))


def vision_graph(module: Vision, patch: int) -> VisionGraph:
    side = patch * module.merge
    return VisionGraph(
        module,
        {"pixel_values": torch.randn(1, 3, 2 * side, 3 * side)},
        {"pixel_values": {2: "height", 3: "width"}},
        {0: "num_tokens"},
    )


def vision_settings() -> dict:
    return {
        "model_type": "pixtral",
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "head_dim": 16,
        "image_size": 96,
        "patch_size": PATCH,
    }


def pixels(image_processor, picture, count: int):
    side = PATCH * MERGE
    return dict(image_processor([picture], patch_size={"height": side, "width": side}, return_tensors="pt"))


def features(model, inputs):
    return torch.cat(list(model.get_image_features(inputs["pixel_values"], inputs["image_sizes"]).pooler_output))


def build() -> Built:
    tokens = gpt2_tokenizer(SPECIALS, unk_token="<unk>", bos_token="<s>", eos_token="</s>", pad_token="<pad>")
    ids = {"bos_token_id": 1, "eos_token_id": 2, "pad_token_id": tokens.convert_tokens_to_ids("<pad>")}
    config = Mistral3Config(
        vision_config=vision_settings(),
        text_config=decoder_settings(
            tokens,
            model_type="mistral",
            head_dim=16,
            max_position_embeddings=1024,
            sliding_window=None,
            **ids,
        ),
        image_token_index=tokens.convert_tokens_to_ids("[IMG]"),
        spatial_merge_size=MERGE,
        attn_implementation="eager",
        tie_word_embeddings=False,
        **ids,
    )
    model = Mistral3ForConditionalGeneration(config)
    enliven(model, seed=12)
    processor = PixtralProcessor(
        PixtralImageProcessorPil(size={"longest_edge": 96}, patch_size=PATCH),
        tokenizer=tokens,
        patch_size=PATCH,
        spatial_merge_size=MERGE,
        chat_template=TEMPLATE,
    )
    return wrapped(model, processor)


def load_processor(folder, tokens, config, template):
    return PixtralProcessor(
        PixtralImageProcessorPil.from_pretrained(folder),
        tokenizer=tokens,
        patch_size=config.vision_config.patch_size,
        spatial_merge_size=config.spatial_merge_size,
        chat_template=template,
    )


def wrapped(model, processor) -> Built:
    if model.config.vision_feature_layer != -1:
        raise Refused("vision_feature_layer is not the last; the encoder's graph gives the last layer's features")
    text = model.model.language_model
    module = Vision(model.model.vision_tower, model.model.multi_modal_projector, model.config.spatial_merge_size)
    vision = vision_graph(module, model.config.vision_config.patch_size)
    return Built(model, processor, vision, text, model.lm_head, features=features, pixels=pixels)
