"""PaliGemma: SigLIP, one linear map, Gemma; the whole prompt is seen by each of its tokens."""

import torch
from torch import nn
from transformers import PaliGemmaConfig, PaliGemmaForConditionalGeneration, PaliGemmaProcessor
from transformers.models.siglip.image_processing_pil_siglip import SiglipImageProcessorPil

from built import Built, square_graph
from graphs import LOWEST, Decoder
from lively import enliven, mute_bytes
from recipes._settings import decoder_settings, siglip_settings
from vocabulary import gemma_tokenizer

SIZE, PATCH = 32, 8


class Vision(nn.Module):
    """pixel_values [images, 3, H, W] -> [images, tokens, hidden]."""

    def __init__(self, model):
        super().__init__()
        self.model = model.model

    def forward(self, pixel_values):
        return self.model.multi_modal_projector(self.model.vision_tower(pixel_values).last_hidden_state)


class PrefixDecoder(Decoder):
    """What comes without a past is a prompt, and sees all of itself; what is generated sees what was before it."""

    def mask(self, inputs_embeds, attention_mask):
        new, total = inputs_embeds.shape[1], attention_mask.shape[1]
        queries = torch.arange(new) + (total - new)
        visible = (torch.arange(total)[None, :] <= queries[:, None]) | (queries[:1, None] == 0)
        visible = visible[None, None] & (attention_mask[:, None, None, :] > 0)
        return torch.where(visible, 0.0, LOWEST)


def prepare(processor, case, images):
    """The processor itself puts image tokens, the beginning-of-text token and the line break around the text."""
    inputs = processor(text=["<image>" * len(images) + case.text], images=[images], return_tensors="pt")
    inputs.pop("labels")
    return inputs


def build() -> Built:
    tokens = gemma_tokenizer(["<image>"])
    images = SiglipImageProcessorPil(size={"height": SIZE, "width": SIZE}, resample=3)
    images.image_seq_length = (SIZE // PATCH) ** 2
    # The processor adds a thousand tokens for places in the image.
    processor = PaliGemmaProcessor(images, tokenizer=tokens, chat_template=None)
    ids = {"bos_token_id": 2, "eos_token_id": 1, "pad_token_id": 0}
    config = PaliGemmaConfig(
        vision_config=siglip_settings(SIZE, PATCH),
        text_config=decoder_settings(tokens, model_type="gemma", head_dim=16, **ids),
        image_token_index=tokens.convert_tokens_to_ids("<image>"),
        projection_dim=32,
        hidden_size=32,
        vocab_size=len(tokens),
        attn_implementation="eager",
        # Tied to embeddings this wide, every token would be followed by itself.
        tie_word_embeddings=False,
        **ids,
    )
    model = PaliGemmaForConditionalGeneration(config)
    enliven(model, seed=8, embedding_std=0.1)
    mute_bytes(model, tokens)
    return wrapped(model, processor)


def wrapped(model, processor) -> Built:
    text = model.model.language_model
    vision = square_graph(Vision(model), model.config.vision_config.image_size)
    return Built(
        model,
        processor,
        vision,
        text,
        model.lm_head,
        decoder=PrefixDecoder(text, model.lm_head),
        features=features,
        prepare=prepare,
        skip={
            "none": "PaliGemmaProcessor refuses a prompt without an image.",
            "placed": "It is not asked about several images.",
            "turns": "It holds no conversation.",
        },
    )


def load_processor(folder, tokens, config, template):
    images = SiglipImageProcessorPil.from_pretrained(folder)
    images.image_seq_length = (config.vision_config.image_size // config.vision_config.patch_size) ** 2
    return PaliGemmaProcessor(images, tokenizer=tokens, chat_template=template)


def features(model, inputs):
    return model.get_image_features(inputs["pixel_values"]).pooler_output.flatten(0, 1)
