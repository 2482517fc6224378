"""Gemma 4: patches of an image of any shape, pooled to tokens; Gemma with inputs of its own for every layer.

The last layers have no keys and values of their own, and layers that see everything have wider heads than others.
"""

import torch
from torch import nn
from transformers import Gemma4Config, Gemma4ForConditionalGeneration, Gemma4Processor
from transformers.models.gemma4.image_processing_pil_gemma4 import Gemma4ImageProcessorPil

from built import Built, Refused, VisionGraph
from lively import enliven, mute_bytes
from recipes._per_layer import BoundHead, PerLayerDecoder, PerLayerEmbed
from vocabulary import gemma_tokenizer

PATCH, POOL, TOKENS, WINDOW = 4, 3, 70, 24
WIDE_HEAD = 32
# Gemma 4's own template for one turn, without tools and thinking.
TEMPLATE = (
    "{{- bos_token -}}{%- for message in messages -%}{%- set role = 'model' if message['role'] == 'assistant' else message['role'] -%}"
    "{{- '<|turn>' + role + '\n' -}}{%- if message['content'] is string -%}{{- message['content'] | trim -}}{%- else -%}"
    "{%- for item in message['content'] -%}{%- if item['type'] == 'text' -%}{{- item['text'] | trim -}}"
    "{%- elif item['type'] == 'image' -%}{{- '<|image|>' -}}{%- elif item['type'] == 'audio' -%}{{- '<|audio|>' -}}"
    "{%- elif item['type'] == 'video' -%}{{- '<|video|>' -}}{%- endif -%}{%- endfor -%}{%- endif -%}{{- '<turn|>\n' -}}"
    "{%- endfor -%}{%- if add_generation_prompt -%}{{- '<|turn>model\n' -}}{%- endif -%}"
)
NAMED = {
    "image_token": "<|image|>",
    "boi_token": "<|image>",
    "eoi_token": "<image|>",
    "audio_token": "<|audio|>",
    "boa_token": "<|audio>",
    "eoa_token": "<audio|>",
}


class Vision(nn.Module):
    """pixel_values [1, patches, values] and where each patch lies, -1 for padding -> [tokens, hidden]."""

    def __init__(self, model):
        super().__init__()
        self.model = model.model

    def forward(self, pixel_values, pixel_position_ids):
        return self.model.embed_vision(self.model.vision_tower(pixel_values, pixel_position_ids).last_hidden_state)


class WideDecoder(PerLayerDecoder):
    """Layers that see everything have wider heads."""

    def past_shape(self, layer):
        heads = self.config.per_layer_config[layer]
        return (2, heads.num_key_value_heads, 5, heads.head_dim)


def features(model, inputs):
    return torch.cat(list(model.get_image_features(inputs["pixel_values"], inputs["image_position_ids"]).pooler_output))


def build() -> Built:
    specials = ["<|turn>", "<turn|>", "<|video|>", *NAMED.values()]
    tokens = gemma_tokenizer(specials, extra_special_tokens=NAMED)
    end = tokens.convert_tokens_to_ids("<turn|>")
    ids = {"bos_token_id": 2, "eos_token_id": [1, end], "pad_token_id": 0}
    config = Gemma4Config(
        vision_config={
            "model_type": "gemma4_vision",
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 2,
            "num_attention_heads": 2,
            "num_key_value_heads": 2,
            "head_dim": 16,
            "patch_size": PATCH,
            "pooling_kernel_size": POOL,
            "position_embedding_size": 256,
            "use_clipped_linears": True,
        },
        text_config={
            "model_type": "gemma4_text",
            "vocab_size": len(tokens),
            "vocab_size_per_layer_input": len(tokens),
            "hidden_size": 32,
            "hidden_size_per_layer_input": 8,
            "intermediate_size": 64,
            "num_hidden_layers": 4,
            "num_kv_shared_layers": 2,
            "use_double_wide_mlp": True,
            "num_attention_heads": 2,
            "num_key_value_heads": 1,
            "head_dim": 16,
            "global_head_dim": WIDE_HEAD,
            "max_position_embeddings": 2048,
            "sliding_window": WINDOW,
            "layer_types": ["sliding_attention", "full_attention"] * 2,
            "final_logit_softcapping": 30.0,
            **ids,
        },
        audio_config=None,
        image_token_id=tokens.convert_tokens_to_ids(NAMED["image_token"]),
        boi_token_id=tokens.convert_tokens_to_ids(NAMED["boi_token"]),
        eoi_token_id=tokens.convert_tokens_to_ids(NAMED["eoi_token"]),
        audio_token_id=tokens.convert_tokens_to_ids(NAMED["audio_token"]),
        boa_token_id=tokens.convert_tokens_to_ids(NAMED["boa_token"]),
        eoa_token_index=tokens.convert_tokens_to_ids(NAMED["eoa_token"]),
        video_token_id=tokens.convert_tokens_to_ids("<|video|>"),
        attn_implementation="eager",
        # Tied to embeddings this wide, every token would be followed by itself.
        tie_word_embeddings=False,
        **ids,
    )
    model = Gemma4ForConditionalGeneration(config)
    model.generation_config.eos_token_id = [1, end]
    enliven(model, seed=14, embedding_std=0.1)
    mute_bytes(model, tokens)
    with torch.no_grad():
        model.model.vision_tower.patch_embedder.position_embedding_table.mul_(40)
        for name, bound in model.model.vision_tower.named_buffers():
            if name.endswith(("_min", "_max")):
                bound.fill_(-2.5 if name.endswith("_min") else 2.5)
    processor = Gemma4Processor(
        None,
        Gemma4ImageProcessorPil(patch_size=PATCH, pooling_kernel_size=POOL, max_soft_tokens=TOKENS),
        tokens,
        None,
        chat_template=TEMPLATE,
        image_seq_length=TOKENS,
    )
    return wrapped(model, processor)


def load_processor(folder, tokens, config, template):
    images = Gemma4ImageProcessorPil.from_pretrained(folder)
    return Gemma4Processor(
        None, images, tokens, None, chat_template=template, image_seq_length=images.max_soft_tokens
    )


def wrapped(model, processor) -> Built:
    text, settings = model.model.language_model, model.config.vision_config
    if not text.config.hidden_size_per_layer_input or text.config.enable_moe_block:
        raise Refused("Gemma 4 without inputs for every layer, or with experts, has no graph yet; E2B and E4B have them")
    patches = processor.image_processor.max_soft_tokens * settings.pooling_kernel_size**2
    index = torch.arange(patches)
    wide = 10 * settings.pooling_kernel_size
    vision = VisionGraph(
        Vision(model),
        {
            "pixel_values": torch.randn(1, patches, 3 * settings.patch_size**2),
            "pixel_position_ids": torch.stack([index % wide, index // wide], -1)[None],
        },
        {},
        {0: "num_tokens"},
    )
    return Built(
        model,
        processor,
        vision,
        text,
        model.lm_head,
        decoder=WideDecoder(text, BoundHead(model)),
        embed=PerLayerEmbed(text),
        features=features,
        embedded_as=text.config.pad_token_id,
    )
