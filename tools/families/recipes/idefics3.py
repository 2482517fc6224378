"""Idefics3 with image splitting."""

from transformers import Idefics3Config, Idefics3ForConditionalGeneration, Idefics3Processor
from transformers.models.idefics3.image_processing_pil_idefics3 import Idefics3ImageProcessorPil

from recipes._idefics3 import PATCH, SCALE, TEMPLATE, TILE, configuration, finished, image_length, images_settings, tokenizer, wrapped  # noqa: F401


def build(splitting: bool = True, seed: int = 1):
    tokens = tokenizer()
    model = Idefics3ForConditionalGeneration(configuration(Idefics3Config, tokens))
    processor = Idefics3Processor(
        Idefics3ImageProcessorPil(**images_settings(splitting)),
        tokenizer=tokens,
        image_seq_len=(TILE // PATCH) ** 2 // SCALE**2,
        chat_template=TEMPLATE,
    )
    return finished(model, processor, seed)


def load_processor(folder, tokens, config, template):
    images = Idefics3ImageProcessorPil.from_pretrained(folder)
    return Idefics3Processor(
        images, tokenizer=tokens, image_seq_len=image_length(config), chat_template=template
    )
