"""What Idefics3 and SmolVLM share."""

import torch
from torch import nn

from built import Built, VisionGraph
from lively import enliven
from vocabulary import gpt2_tokenizer

TEMPLATE = (
    "<|im_start|>{% for message in messages %}{{message['role'] | capitalize}}"
    "{% if message['content'][0]['type'] == 'image' %}{{':'}}{% else %}{{': '}}{% endif %}"
    "{% for line in message['content'] %}{% if line['type'] == 'text' %}{{line['text']}}"
    "{% elif line['type'] == 'image' %}{{ '<image>' }}{% endif %}{% endfor %}<end_of_utterance>\n"
    "{% endfor %}{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}"
)
SPECIALS = [
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<fake_token_around_image>",
    "<image>",
    "<end_of_utterance>",
    "<global-img>",
    *(f"<row_{row}_col_{column}>" for row in range(1, 7) for column in range(1, 7)),
]
TILE, PATCH, SCALE = 32, 8, 2


class Vision(nn.Module):
    """pixel_values [batch, tiles, 3, H, W] and their mask -> [batch * tiles, tokens, hidden].

    The processor stretches every tile to the full square, so the mask is always true and positions are fixed.
    """

    def __init__(self, model):
        super().__init__()
        self.tower, self.connector = model.model.vision_model, model.model.connector
        settings = model.config.vision_config
        size, side = settings.image_size, settings.image_size // settings.patch_size
        seen = {}
        embeddings = self.tower.embeddings
        hook = embeddings.position_embedding.register_forward_hook(lambda _, args, __: seen.update(ids=args[0]))
        embeddings(torch.zeros(1, 3, size, size), torch.ones(1, side, side, dtype=torch.bool))
        hook.remove()
        self.register_buffer("positions", seen["ids"].clone())

    def forward(self, pixel_values, pixel_attention_mask):
        pixels = pixel_values.flatten(0, 1)
        patches = self.tower.embeddings.patch_embedding(pixels).flatten(2).transpose(1, 2)
        hidden = patches + self.tower.embeddings.position_embedding(self.positions)
        hidden = self.tower.encoder(inputs_embeds=hidden, attention_mask=None).last_hidden_state
        return self.connector(self.tower.post_layernorm(hidden))


def tokenizer():
    return gpt2_tokenizer(
        SPECIALS,
        bos_token="<|im_start|>",
        eos_token="<end_of_utterance>",
        pad_token="<|im_end|>",
        unk_token="<|endoftext|>",
    )


def configuration(config_class, tokens):
    ids = {
        "bos_token_id": tokens.convert_tokens_to_ids("<|im_start|>"),
        "eos_token_id": tokens.convert_tokens_to_ids("<end_of_utterance>"),
        "pad_token_id": tokens.convert_tokens_to_ids("<|im_end|>"),
    }
    return config_class(
        vision_config={
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 2,
            "num_attention_heads": 2,
            "image_size": TILE,
            "patch_size": PATCH,
        },
        text_config={
            "model_type": "llama",
            "vocab_size": len(tokens),
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 2,
            "num_attention_heads": 4,
            "num_key_value_heads": 2,
            "max_position_embeddings": 1024,
            "rms_norm_eps": 1e-5,
            **ids,
        },
        scale_factor=SCALE,
        image_token_id=tokens.convert_tokens_to_ids("<image>"),
        attn_implementation="eager",
        tie_word_embeddings=False,
        **ids,
    )


def images_settings(splitting: bool) -> dict:
    return {
        "do_image_splitting": splitting,
        "max_image_size": {"longest_edge": TILE},
        "size": {"longest_edge": 3 * TILE},
    }


def features(model, inputs):
    output = model.get_image_features(inputs["pixel_values"], inputs["pixel_attention_mask"]).pooler_output
    return torch.cat(list(output))


def finished(model, processor, seed: int) -> Built:
    enliven(model, seed)
    return wrapped(model, processor)


def image_length(config) -> int:
    """Tokens of a tile."""
    return (config.vision_config.image_size // config.vision_config.patch_size) ** 2 // config.scale_factor**2


def wrapped(model, processor) -> Built:
    """A checkpoint of any size with the graphs that it is exported by."""
    size = model.config.vision_config.image_size
    vision = VisionGraph(
        Vision(model),
        {
            "pixel_values": torch.randn(1, 2, 3, size, size),
            "pixel_attention_mask": torch.ones(1, 2, size, size, dtype=torch.bool),
        },
        {
            "pixel_values": {0: "batch_size", 1: "num_images"},
            "pixel_attention_mask": {0: "batch_size", 1: "num_images"},
        },
        {0: "num_tiles"},
    )
    return Built(model, processor, vision, model.model.text_model, model.lm_head, features=features)
