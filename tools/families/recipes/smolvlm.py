"""SmolVLM with image splitting."""

from transformers import SmolVLMConfig, SmolVLMForConditionalGeneration, SmolVLMProcessor
from transformers.models.smolvlm import processing_smolvlm
from transformers.models.smolvlm.image_processing_pil_smolvlm import SmolVLMImageProcessorPil

from recipes._idefics3 import PATCH, SCALE, TEMPLATE, TILE, configuration, finished, image_length, images_settings, tokenizer, wrapped  # noqa: F401


#: Precisions beside fp32.
VARIANTS = ("fp16", "q8", "q4", "q4f16")

# The processor wants it to spell out the length of videos, of which there are none here.
processing_smolvlm.num2words = processing_smolvlm.num2words or str


def build(splitting: bool = True, seed: int = 3):
    tokens = tokenizer()
    model = SmolVLMForConditionalGeneration(configuration(SmolVLMConfig, tokens))
    processor = SmolVLMProcessor(
        SmolVLMImageProcessorPil(**images_settings(splitting)),
        tokenizer=tokens,
        video_processor=None,
        image_seq_len=(TILE // PATCH) ** 2 // SCALE**2,
        chat_template=TEMPLATE,
    )
    return finished(model, processor, seed)


def load_processor(folder, tokens, config, template):
    images = SmolVLMImageProcessorPil.from_pretrained(folder)
    return SmolVLMProcessor(
        images,
        tokenizer=tokens,
        video_processor=None,
        image_seq_len=image_length(config),
        chat_template=template,
    )
