"""The reference preprocessing: Idefics3's own processor with its PIL backend, sized for the phantom VLM."""

from transformers import Idefics3Processor
from transformers.models.idefics3.image_processing_pil_idefics3 import Idefics3ImageProcessorPil

from architecture import IMAGE_SEQ_LEN, IMAGE_SIZE
from chat import CHAT_TEMPLATE

IMAGE_PROCESSOR_SETTINGS = {
    "do_convert_rgb": True,
    "do_image_splitting": False,
    "do_normalize": True,
    "do_pad": True,
    "do_rescale": True,
    "do_resize": True,
    "image_mean": [0.5, 0.5, 0.5],
    "image_std": [0.5, 0.5, 0.5],
    "max_image_size": {"longest_edge": IMAGE_SIZE},
    "resample": 1,  # Lanczos
    "rescale_factor": 1 / 255,
    "size": {"longest_edge": IMAGE_SIZE},
}


def make_processor(tokenizer) -> Idefics3Processor:
    """Processor for a tokenizer; its image half needs no torchvision."""
    image_processor = Idefics3ImageProcessorPil(**IMAGE_PROCESSOR_SETTINGS)
    return Idefics3Processor(
        image_processor, tokenizer=tokenizer, image_seq_len=IMAGE_SEQ_LEN, chat_template=CHAT_TEMPLATE
    )
