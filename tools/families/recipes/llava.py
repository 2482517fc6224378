"""LLaVA 1.5: CLIP's next-to-last layer without its class token, two linear maps, Llama."""

import torch
from torch import nn
from transformers import LlavaConfig, LlavaForConditionalGeneration, LlavaProcessor
from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

from built import Built, square_graph
from lively import enliven, mute_bytes
from vocabulary import llama_tokenizer

SIZE, PATCH = 32, 8

# llava-hf's own template, without the mark for assistant turns.
TEMPLATE = (
    "{% for message in messages %}{% if message['role'] != 'system' %}{{ message['role'].upper() + ': '}}{% endif %}"
    "{# Render all images first #}{% for content in message['content'] | selectattr('type', 'equalto', 'image') %}"
    "{{ '<image>\n' }}{% endfor %}{# Render all text next #}"
    "{% for content in message['content'] | selectattr('type', 'equalto', 'text') %}{{ content['text'] + ' '}}{% endfor %}"
    "{% endfor %}{% if add_generation_prompt %}{{ 'ASSISTANT:' }}{% endif %}"
)


class Vision(nn.Module):
    """pixel_values [images, 3, H, W] -> [images, tokens, hidden]."""

    def __init__(self, model):
        super().__init__()
        self.model, self.layer = model.model, model.config.vision_feature_layer
        self.drops_class = model.config.vision_feature_select_strategy == "default"

    def forward(self, pixel_values):
        hidden = self.model.vision_tower(pixel_values, output_hidden_states=True).hidden_states[self.layer]
        return self.model.multi_modal_projector(hidden[:, 1:] if self.drops_class else hidden)


def features(model, inputs):
    return torch.cat(list(model.get_image_features(inputs["pixel_values"]).pooler_output))


def build() -> Built:
    tokens = llama_tokenizer(["<image>", "<pad>"], pad_token="<pad>")
    ids = {"bos_token_id": 1, "eos_token_id": 2, "pad_token_id": tokens.convert_tokens_to_ids("<pad>")}
    config = LlavaConfig(
        vision_config={
            "model_type": "clip_vision_model",
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 3,
            "num_attention_heads": 2,
            "image_size": SIZE,
            "patch_size": PATCH,
            "projection_dim": 32,
        },
        text_config={
            "model_type": "llama",
            "vocab_size": len(tokens),
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 2,
            "num_attention_heads": 4,
            "num_key_value_heads": 4,
            "max_position_embeddings": 1024,
            **ids,
        },
        image_token_index=tokens.convert_tokens_to_ids("<image>"),
        image_seq_length=(SIZE // PATCH) ** 2,
        attn_implementation="eager",
        **ids,
    )
    model = LlavaForConditionalGeneration(config)
    enliven(model, seed=4)
    mute_bytes(model, tokens)
    processor = LlavaProcessor(
        CLIPImageProcessorPil(size={"shortest_edge": SIZE}, crop_size={"height": SIZE, "width": SIZE}),
        tokenizer=tokens,
        patch_size=PATCH,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        chat_template=TEMPLATE,
    )
    return wrapped(model, processor)


def wrapped(model, processor) -> Built:
    vision = square_graph(Vision(model), model.config.vision_config.image_size)
    return Built(model, processor, vision, model.model.language_model, model.lm_head, features=features)


def load_processor(folder, tokens, config, template):
    return LlavaProcessor(
        CLIPImageProcessorPil.from_pretrained(folder),
        tokenizer=tokens,
        patch_size=config.vision_config.patch_size,
        vision_feature_select_strategy=config.vision_feature_select_strategy,
        # CLIP's class token.
        num_additional_image_tokens=1,
        chat_template=template,
    )
