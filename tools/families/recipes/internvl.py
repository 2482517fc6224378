"""InternVL 3.5 in the layout of Python's transformers: InternViT on tiles of an image, pixel shuffle, Qwen3.

The page resamples as torchvision does, so this recipe needs it: Pillow rounds otherwise.
"""

import torch
from torch import nn
from transformers import InternVLConfig, InternVLForConditionalGeneration, InternVLProcessor
from transformers.models.got_ocr2.image_processing_got_ocr2 import GotOcr2ImageProcessor

from built import Built, square_graph
from lively import enliven
from recipes._settings import decoder_settings
from vocabulary import qwen2_tokenizer

SIZE, PATCH = 32, 4
TOKENS = (SIZE // PATCH // 2) ** 2
SPECIALS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<img>", "</img>", "<IMG_CONTEXT>", "<video>"]
# The template of OpenGVLab's own repositories in this layout.
TEMPLATE = (
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n'}}"
    "{% if message['content'] is string %}{{ message['content'] }}{% else %}{% for content in message['content'] %}"
    "{% if content['type'] == 'image' %}{{ '<IMG_CONTEXT>\n' }}{% elif content['type'] == 'text' %}{{ content['text'] }}"
    "{% endif %}{% endfor %}{% endif %}{{'<|im_end|>\n'}}{% endfor %}"
    "{% if add_generation_prompt %}{{'<|im_start|>assistant\n' }}{% endif %}"
)


class Vision(nn.Module):
    """pixel_values [tiles, 3, H, W] -> [tiles, tokens, hidden]."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, pixel_values):
        return self.model.get_image_features(pixel_values).pooler_output


def features(model, inputs):
    return model.get_image_features(inputs["pixel_values"]).pooler_output


def pixels(image_processor, picture, count: int):
    return {"pixel_values": image_processor([picture], return_tensors="pt")["pixel_values"]}


def build() -> Built:
    tokens = qwen2_tokenizer(
        SPECIALS,
        pad_token="<|endoftext|>",
        eos_token="<|im_end|>",
        extra_special_tokens={
            "start_image_token": "<img>",
            "end_image_token": "</img>",
            "context_image_token": "<IMG_CONTEXT>",
            "video_token": "<video>",
        },
    )
    ids = {"bos_token_id": 0, "eos_token_id": 2, "pad_token_id": 0}
    config = InternVLConfig(
        vision_config={
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 2,
            "num_attention_heads": 2,
            "image_size": [SIZE, SIZE],
            "patch_size": [PATCH, PATCH],
            "use_qk_norm": True,
            "attention_bias": False,
            "norm_type": "rms_norm",
            "use_mean_pooling": True,
        },
        text_config=decoder_settings(
            tokens, model_type="qwen3", num_attention_heads=4, num_key_value_heads=2, head_dim=16, **ids
        ),
        image_token_id=tokens.convert_tokens_to_ids("<IMG_CONTEXT>"),
        image_seq_length=TOKENS,
        attn_implementation="eager",
        tie_word_embeddings=False,
        **ids,
    )
    model = InternVLForConditionalGeneration(config)
    model.generation_config.eos_token_id = 2
    enliven(model, seed=21)
    processor = InternVLProcessor(
        GotOcr2ImageProcessor(
            size={"height": SIZE, "width": SIZE}, crop_to_patches=True, min_patches=1, max_patches=6
        ),
        tokenizer=tokens,
        video_processor=None,
        image_seq_length=TOKENS,
        chat_template=TEMPLATE,
    )
    vision = square_graph(Vision(model), SIZE)
    return Built(model, processor, vision, model.model.language_model, model.lm_head, features=features, pixels=pixels)
