"""Gemma 3: SigLIP, pooling, Gemma with layers of a sliding window; an image's tokens see each other both ways."""

import torch
from transformers import Gemma3Config, Gemma3ForConditionalGeneration, Gemma3Processor
from transformers.models.gemma3.image_processing_pil_gemma3 import Gemma3ImageProcessorPil

from built import Built, square_graph
from graphs import LOWEST, Decoder, with_window
from lively import enliven, mute_bytes
from recipes._settings import decoder_settings, siglip_settings
from recipes.paligemma import Vision as SiglipVision
from recipes.paligemma import features
from vocabulary import gemma_tokenizer

SIZE, PATCH, TOKENS, WINDOW = 48, 8, 9, 24
# Gemma 3's own template.
TEMPLATE = (
    "{{ bos_token }}{%- if messages[0]['role'] == 'system' -%}{%- if messages[0]['content'] is string -%}"
    "{%- set first_user_prefix = messages[0]['content'] + '\n\n' -%}{%- else -%}"
    "{%- set first_user_prefix = messages[0]['content'][0]['text'] + '\n\n' -%}{%- endif -%}"
    "{%- set loop_messages = messages[1:] -%}{%- else -%}{%- set first_user_prefix = '' -%}"
    "{%- set loop_messages = messages -%}{%- endif -%}{%- for message in loop_messages -%}"
    "{%- if (message['role'] == 'user') != (loop.index0 % 2 == 0) -%}"
    "{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}{%- endif -%}"
    "{%- if (message['role'] == 'assistant') -%}{%- set role = 'model' -%}{%- else -%}{%- set role = message['role'] -%}"
    "{%- endif -%}{{ '<start_of_turn>' + role + '\n' + (first_user_prefix if loop.first else '') }}"
    "{%- if message['content'] is string -%}{{ message['content'] | trim }}{%- elif message['content'] is iterable -%}"
    "{%- for item in message['content'] -%}{%- if item['type'] == 'image' -%}{{ '<start_of_image>' }}"
    "{%- elif item['type'] == 'text' -%}{{ item['text'] | trim }}{%- endif -%}{%- endfor -%}{%- else -%}"
    "{{ raise_exception('Invalid content type') }}{%- endif -%}{{ '<end_of_turn>\n' }}{%- endfor -%}"
    "{%- if add_generation_prompt -%}{{ '<start_of_turn>model\n' }}{%- endif -%}"
)
NAMED = {
    "image_token": "<image_soft_token>",
    "boi_token": "<start_of_image>",
    "eoi_token": "<end_of_image>",
}


class BlockDecoder(Decoder):
    """`token_type_ids`, over past and new tokens, says which tokens are of an image (1) and which are text (0).

    transformers.js has no such input, and a graph without it cannot know: then an image's tokens see only what was
    before them, which is not what PyTorch computes.
    """

    inputs = {**Decoder.inputs, "token_type_ids": {0: "batch_size", 1: "total_sequence_length"}}

    def forward(self, inputs_embeds, attention_mask, position_ids, token_type_ids, *past):
        self.types = token_type_ids
        return super().forward(inputs_embeds, attention_mask, position_ids, *past)

    def mask(self, inputs_embeds, attention_mask):
        new, total = inputs_embeds.shape[1], attention_mask.shape[1]
        keys = torch.arange(total)
        queries = torch.arange(new) + (total - new)
        image = self.types == 1
        before = torch.cat([torch.zeros_like(image[:, :1]), image[:, :-1]], 1)
        block = torch.where(image, (image & ~before).long().cumsum(1), -1)
        of_query = block[:, queries]
        same = (of_query[:, :, None] == block[:, None, :]) & (of_query[:, :, None] >= 0)
        visible = ((keys[None, :] <= queries[:, None])[None] | same) & (attention_mask[:, None, :] > 0)
        return with_window(torch.where(visible[:, None], 0.0, LOWEST), self.config.sliding_window)

    def example(self):
        embeds, mask, positions, *past = super().example()
        return [embeds, mask, positions, torch.tensor([[0, 1, 1, 0, 0, 1, 1, 0]]).repeat(2, 1), *past]


def build() -> Built:
    specials = ["<start_of_turn>", "<end_of_turn>", *NAMED.values()]
    tokens = gemma_tokenizer(specials, extra_special_tokens=NAMED)
    end = tokens.convert_tokens_to_ids("<end_of_turn>")
    ids = {"bos_token_id": 2, "eos_token_id": [1, end], "pad_token_id": 0}
    config = Gemma3Config(
        vision_config=siglip_settings(SIZE, PATCH),
        text_config=decoder_settings(
            tokens,
            model_type="gemma3_text",
            head_dim=16,
            query_pre_attn_scalar=16,
            sliding_window=WINDOW,
            layer_types=["sliding_attention", "full_attention"],
            **ids,
        ),
        mm_tokens_per_image=TOKENS,
        boi_token_index=tokens.convert_tokens_to_ids(NAMED["boi_token"]),
        eoi_token_index=tokens.convert_tokens_to_ids(NAMED["eoi_token"]),
        image_token_index=tokens.convert_tokens_to_ids(NAMED["image_token"]),
        attn_implementation="eager",
        # Tied to embeddings this wide, every token would be followed by itself.
        tie_word_embeddings=False,
        **ids,
    )
    model = Gemma3ForConditionalGeneration(config)
    model.generation_config.eos_token_id = [1, end]
    enliven(model, seed=9, embedding_std=0.1)
    mute_bytes(model, tokens)
    processor = Gemma3Processor(
        Gemma3ImageProcessorPil(size={"height": SIZE, "width": SIZE}),
        tokenizer=tokens,
        image_seq_length=TOKENS,
        chat_template=TEMPLATE,
    )
    return wrapped(model, processor)


def told(model, inputs) -> dict:
    return {"token_type_ids": inputs["token_type_ids"]}


def wrapped(model, processor) -> Built:
    text = model.model.language_model
    vision = square_graph(SiglipVision(model), model.config.vision_config.image_size)
    decoder = BlockDecoder(text, model.lm_head)
    return Built(model, processor, vision, text, model.lm_head, decoder=decoder, features=features, told=told)


def load_processor(folder, tokens, config, template):
    return Gemma3Processor(
        Gemma3ImageProcessorPil.from_pretrained(folder),
        tokenizer=tokens,
        image_seq_length=config.mm_tokens_per_image,
        chat_template=template,
    )
