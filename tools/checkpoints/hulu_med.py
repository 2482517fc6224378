"""VideoLLaMA 3, and Hulu-Med as its authors publish it, tiny and random.

The reference of both is VideoLlama3ForConditionalGeneration of Python's transformers, of whose modules Hulu-Med is made: an
encoder like SigLIP's with rotary positions in rows and columns, two linear maps, Qwen2 or Qwen3. Sizes of images and ids follow
the authors' code: `image_processing_hulumed.py` and `processing_hulumed.py`.
"""

import math
from pathlib import Path

import torch
from PIL import Image
from safetensors.torch import save_file
from settings import write_json, write_settings
from transformers import VideoLlama3Config, VideoLlama3ForConditionalGeneration, VideoLlama3Processor
from transformers.models.video_llama_3.image_processing_pil_video_llama_3 import VideoLlama3ImageProcessorPil

from built import Built
from cases import messages
from lively import enliven, mute_bytes
from recipes._settings import decoder_settings
from vocabulary import qwen2_tokenizer

PATCH = 8
#: Bounds of an image's tokens; all images of a prompt share the upper one.
LEAST, MOST = 12, 100
CLIP = {"image_mean": [0.48145466, 0.4578275, 0.40821073], "image_std": [0.26862954, 0.26130258, 0.27577711]}
#: VideoLLaMA 3's own; `image_token` is given by the processor's code.
TEMPLATE = (
    "\n{%- set identifier = 'im' %}\n{% for message in messages %}\n"
    "    {% if add_system_prompt and loop.first and message['role'] != 'system' %}\n"
    "        {{- '<|im_start|>system\nYou help.<|im_end|>\n' -}}\n    {% endif %}\n"
    "    {{- '<|' + identifier + '_start|>' + message['role'] + '\n' -}}\n"
    "    {% if message['content'] is string %}\n        {{- message['content'] + '<|' + identifier + '_end|>\n' -}}\n"
    "    {% else %}\n        {% for content in message['content'] %}\n"
    "            {% if content is string %}\n                {{- content -}}\n"
    "            {% elif content['type'] == 'text' or 'text' in content %}\n                {{- content['text'] -}}\n"
    "            {% elif content['type'] == 'image' or 'image' in content %}\n"
    "                {% if 'timestamp' in content %}\n"
    "                    {{- 'Time ' + content['timestamp'] | round(1) | string + 's: ' -}}\n                {% endif %}\n"
    "                {{- image_token + '\n' -}}\n            {% endif %}\n        {% endfor %}\n"
    "        {{- '<|' + identifier + '_end|>\n' -}}\n    {% endif %}\n{% endfor %}\n"
    "{% if add_generation_prompt %}\n    {{- '<|im_start|>assistant\n' -}}\n{% endif %}\n"
)


def hulu_sides(picture: Image.Image, count: int, least_tokens: int, most_tokens: int) -> tuple[int, int]:
    """Height and width of `simple_batched_resize`, which reads the size of a Pillow image the other way round."""
    height, width = picture.size
    most = most_tokens * PATCH**2 // count
    down, across = round(height / PATCH) * PATCH, round(width / PATCH) * PATCH
    if down * across > most:
        beta = math.sqrt(height * width / most)
        down, across = (math.floor(side / beta / PATCH) * PATCH for side in (height, width))
    if down * across < least_tokens * PATCH**2:
        beta = math.sqrt(least_tokens * PATCH**2 / (height * width))
        down, across = (math.ceil(side * beta / PATCH) * PATCH for side in (height, width))
    return down, across


def hulu_pixels(image_processor, picture: Image.Image, count: int = 1, tokens: tuple[int, int] = (LEAST, MOST)) -> dict:
    """@param tokens the least and the most of an image that is alone in its prompt"""
    down, across = hulu_sides(picture, count, *tokens)
    drawn = picture.resize((across, down), Image.Resampling.BICUBIC)
    return dict(image_processor([drawn], do_resize=False, return_tensors="pt"))


def plain_pixels(image_processor, picture: Image.Image, count: int = 1) -> dict:
    return dict(image_processor([picture], return_tensors="pt"))


def prepare_with(pixels, image_token: str):
    def prepare(processor, case, images) -> dict:
        tokens = processor.tokenizer
        text = tokens.apply_chat_template(
            messages(case), chat_template=TEMPLATE, tokenize=False, add_generation_prompt=True, image_token=image_token
        )
        prepared = [pixels(processor.image_processor, image, len(images)) for image in images]
        first, *rest = text.split(image_token)
        for one, part in zip(prepared, rest, strict=True):
            first += image_token * len(one["pixel_values"]) + part
        inputs = dict(tokens(first, return_tensors="pt"))
        inputs.pop("token_type_ids", None)
        for name in ("pixel_values", "image_grid_thw", "image_merge_sizes") if prepared else ():
            inputs[name] = torch.cat([one[name] for one in prepared])
        return inputs

    return prepare


def features(model, inputs) -> torch.Tensor:
    given = {name: inputs[name] for name in ("pixel_values", "image_grid_thw", "image_merge_sizes")}
    return torch.cat(list(model.get_image_features(**given).pooler_output))


def built(language: str, image_token: str, pixels, image_settings: dict, seed: int, **more) -> Built:
    specials = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|video_pad|>", image_token]
    tokens = qwen2_tokenizer(specials, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    ids = {"bos_token_id": 0, "eos_token_id": 2, "pad_token_id": 0}
    config = VideoLlama3Config(
        vision_config={
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 3,
            "num_attention_heads": 2,
            "patch_size": PATCH,
        },
        text_config=decoder_settings(tokens, model_type=language, num_key_value_heads=2, num_attention_heads=4, **more, **ids),
        image_token_id=tokens.convert_tokens_to_ids(image_token),
        video_token_id=tokens.convert_tokens_to_ids("<|video_pad|>"),
        attn_implementation="eager",
        tie_word_embeddings=False,
        **ids,
    )
    model = VideoLlama3ForConditionalGeneration(config)
    model.generation_config.eos_token_id = 2
    enliven(model, seed)
    mute_bytes(model, tokens)
    images = VideoLlama3ImageProcessorPil(patch_size=PATCH, **image_settings)
    own = TEMPLATE.replace("image_token", repr(image_token))
    processor = VideoLlama3Processor(images, tokenizer=tokens, video_processor=None, chat_template=own)
    return Built(
        model,
        processor,
        vision=True,
        text_model=model.model.language_model,
        lm_head=model.lm_head,
        features=features,
        pixels=pixels,
        prepare=prepare_with(pixels, image_token),
    )


def build_video_llama() -> Built:
    size = {"shortest_edge": 32 * 32, "longest_edge": 80 * 80}
    return built("qwen2", "<|image_pad|>", plain_pixels, {"size": size}, seed=41)


def build_hulu_qwen2() -> Built:
    return built("qwen2", "<image>", hulu_pixels, CLIP, seed=42)


def build_hulu_qwen3() -> Built:
    return built("qwen3", "<image>", hulu_pixels, CLIP, seed=43, head_dim=16)


BUILDERS = {"video_llama_3": build_video_llama, "hulu_med_qwen2": build_hulu_qwen2, "hulu_med_qwen3": build_hulu_qwen3}
NAMES = (
    ("model.vision_model.", "model.vision_encoder."),
    ("model.projector.", "model.mm_projector."),
    ("model.language_model.", "model."),
    ("lm_head.", "lm_head."),
)


def publish(made: Built, state: dict, folder: Path, variant) -> None:
    """VideoLLaMA 3 as transformers saves it; Hulu-Med with the names and settings of its authors' repositories."""
    if variant.recipe == "video_llama_3":
        write_settings(made, folder)
        return
    config = made.model.config
    text = config.text_config.to_dict()
    model_type = f"hulumed_{text['model_type']}"
    save_file({rename(name): tensor for name, tensor in state.items()}, folder / "model.safetensors")
    own = {
        **text,
        "architectures": [f"Hulumed{text['model_type'].capitalize()}ForCausalLM"],
        "model_type": model_type,
        "mm_projector_type": "mlp2x_gelu",
        "image_token_index": config.image_token_id,
        "use_token_compression": False,
        "vision_encoder": None,
        "vision_encoder_config": {**config.vision_config.to_dict(), "model_type": "hulumed_vision_encoder"},
    }
    write_json(folder / "config.json", own)
    images = {name: value for name, value in made.processor.image_processor.to_dict().items() if name not in ("size", "merge_size")}
    write_json(
        folder / "preprocessor_config.json",
        {**images, "image_processor_type": "HulumedImageProcessor", "min_tokens": LEAST, "max_tokens": MOST},
    )
    write_json(folder / "chat_template.json", {"chat_template": TEMPLATE})
    made.model.generation_config.save_pretrained(folder)
    made.processor.tokenizer.save_pretrained(folder)


def rename(name: str) -> str:
    """From the names of `save_pretrained` to those of the authors."""
    for ours, theirs in NAMES:
        if name.startswith(ours):
            return theirs + name.removeprefix(ours)
    raise ValueError(name)
