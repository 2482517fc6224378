"""LLaVA-Med 1.5 and HuatuoGPT-Vision 7B and 34B, tiny and random, as their authors publish them.

The reference is LlavaForConditionalGeneration of Python's transformers with the same weights: CLIP's next-to-last layer without
its class token, two linear maps with GELU between them, and the rows in the place of `<image>`, as `llava_arch.py` has it. Prompts
and ids follow the authors' code: `conversation.py` (mistral_instruct) and `tokenizer_image_token` of LLaVA-Med, `cli.py` of
HuatuoGPT-Vision, which tokenise the texts between the images one by one.
"""

from pathlib import Path

import torch
from PIL import Image
from safetensors.torch import save_file
from settings import write_json
from transformers import LlavaConfig, LlavaForConditionalGeneration
from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

from built import Built
from cases import turns
from lively import enliven, mute_bytes
from recipes.llava import features
from vocabulary import llama_tokenizer, qwen2_tokenizer

SIZE, PATCH = 32, 8
TOKENS = (SIZE // PATCH) ** 2
TOWER = {
    "hidden_size": 32,
    "intermediate_size": 64,
    "num_hidden_layers": 3,
    "num_attention_heads": 2,
    "image_size": SIZE,
    "patch_size": PATCH,
    "projection_dim": 32,
}
TOWER_NAMES = "model.vision_tower.vision_tower."
NAMES = (
    ("vision_tower.", f"{TOWER_NAMES}vision_model."),
    ("multi_modal_projector.linear_1.", "model.mm_projector.0."),
    ("multi_modal_projector.linear_2.", "model.mm_projector.2."),
    ("language_model.model.", "model."),
    ("language_model.lm_head.", "lm_head."),
)


def med_prompt(case) -> str:
    said = ""
    for role, parts in turns(case):
        text = "".join("<image>\n" if isinstance(part, int) else part for part in parts)
        said += f"[INST] {text} [/INST]" if role == "user" else f" {text} </s>"
    return said


def huatuo_prompt(case) -> str:
    said = ""
    for role, parts in turns(case):
        text = "".join("<image>\n" if isinstance(part, int) else part for part in parts)
        said += f"<|user|>\n{text.strip()}\n" if role == "user" else f"<|assistant|>\n{text} \n"
    return f"{said}<|assistant|>\n"


def squared(picture: Image.Image, mean) -> Image.Image:
    """`expand2square` of both repositories."""
    width, height = picture.size
    side = max(width, height)
    square = Image.new("RGB", (side, side), tuple(int(value * 255) for value in mean))
    square.paste(picture, ((side - width) // 2, (side - height) // 2))
    return square


def pixels(image_processor, picture, count: int = 1) -> dict:
    return dict(image_processor([squared(picture, image_processor.image_mean)], return_tensors="pt"))


class Processor:
    """What record.py asks of a family's processor."""

    def __init__(self, tokenizer, prompt, bos: list[int], image: int):
        self.tokenizer, self.prompt, self.bos, self.image = tokenizer, prompt, bos, image
        self.image_processor = CLIPImageProcessorPil(
            size={"shortest_edge": SIZE}, crop_size={"height": SIZE, "width": SIZE}
        )
        self.chat_template = None

    def inputs(self, case, images) -> dict:
        chunks = [
            self.tokenizer(chunk, add_special_tokens=False).input_ids for chunk in self.prompt(case).split("<image>")
        ]
        ids = self.bos + chunks[0]
        for chunk in chunks[1:]:
            ids += [self.image] * TOKENS + chunk
        prepared = {"input_ids": torch.tensor([ids]), "attention_mask": torch.ones(1, len(ids), dtype=torch.long)}
        if images:
            prepared["pixel_values"] = torch.cat([pixels(self.image_processor, picture)["pixel_values"] for picture in images])
        return prepared


def built(text_config: dict, tokens, prompt, bos: list[int], image: int, seed: int) -> Built:
    ids = {name: text_config[name] for name in ("bos_token_id", "eos_token_id", "pad_token_id")}
    config = LlavaConfig(
        vision_config={"model_type": "clip_vision_model", **TOWER},
        text_config=text_config,
        image_token_index=image,
        image_seq_length=TOKENS,
        attn_implementation="eager",
        tie_word_embeddings=False,
        **ids,
    )
    model = LlavaForConditionalGeneration(config)
    enliven(model, seed)
    mute_bytes(model, tokens)
    # No text has this token, and the answer must not.
    with torch.no_grad():
        model.lm_head.weight[image] *= 0.01
    return Built(
        model,
        Processor(tokens, prompt, bos, image),
        vision=True,
        text_model=model.model.language_model,
        lm_head=model.lm_head,
        features=features,
        pixels=pixels,
        prepare=lambda processor, case, images: processor.inputs(case, images),
    )


def decoder(tokens, **more) -> dict:
    return {
        "vocab_size": len(tokens),
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": 2048,
        **more,
    }


def build_llava_med() -> Built:
    tokens = llama_tokenizer([], legacy=True)
    settings = decoder(
        tokens,
        model_type="mistral",
        sliding_window=None,
        rope_theta=1000000.0,
        bos_token_id=1,
        eos_token_id=2,
        pad_token_id=0,
    )
    return built(settings, tokens, med_prompt, [1], 0, seed=31)


def build_huatuo() -> Built:
    tokens = qwen2_tokenizer(["<|endoftext|>"], eos_token="<|endoftext|>", pad_token="<|endoftext|>")
    # Published vocabularies end before their embeddings.
    settings = decoder(tokens, model_type="qwen2", bos_token_id=0, eos_token_id=0, pad_token_id=0)
    settings["vocab_size"] += 8
    return built(settings, tokens, huatuo_prompt, [], len(tokens), seed=32)


def build_huatuo_34b() -> Built:
    # Yi's tokenizer knows its end and no beginning; its embeddings are as many as its tokens.
    tokens = llama_tokenizer([], legacy=True)
    settings = decoder(tokens, model_type="llama", rope_theta=5000000.0, bos_token_id=1, eos_token_id=2, pad_token_id=2)
    return built(settings, tokens, huatuo_prompt, [], 0, seed=33)


BUILDERS = {"llava_med": build_llava_med, "huatuogpt_vision": build_huatuo, "huatuogpt_vision_34b": build_huatuo_34b}
CLASSES = {
    "mistral": ("LlavaMistralForCausalLM", "llava_mistral"),
    "qwen2": ("LlavaQwen2ForCausalLM", "llava_qwen2"),
    "llama": ("LlavaLlamaForCausalLM", "llava_llama"),
}


def publish(made: Built, state: dict, folder: Path, variant) -> None:
    """Renames what save_pretrained gives, and writes the settings that the authors' repositories have.

    The variant's tower names the folder of CLIP's weights below the model's; None where they are among the model's own.
    """
    tower = variant.tower
    config = made.model.config
    text = config.text_config.to_dict()
    architecture, model_type = CLASSES[text["model_type"]]
    renamed = {rename(name): tensor for name, tensor in state.items()}
    below = f"vit/{tower}" if tower else "openai/clip-vit-tiny"
    place = folder / (below if tower else "clip-vit-tiny")
    place.mkdir(parents=True)
    write_json(place / "config.json", {"model_type": "clip_vision_model", **TOWER})
    write_json(place / "preprocessor_config.json", made.processor.image_processor.to_dict())
    if tower:
        apart = {
            name.removeprefix(TOWER_NAMES): tensor for name, tensor in renamed.items() if name.startswith(TOWER_NAMES)
        }
        renamed = {name: tensor for name, tensor in renamed.items() if not name.startswith(TOWER_NAMES)}
        save_file(apart, place / "model.safetensors")
    save_file(renamed, folder / "model.safetensors")
    own = {
        **text,
        "architectures": [architecture],
        "model_type": model_type,
        "image_aspect_ratio": "pad",
        "mm_hidden_size": TOWER["hidden_size"],
        "mm_patch_merge_type": "flat",
        "mm_projector_type": "mlp2x_gelu",
        "mm_use_im_patch_token": False,
        "mm_use_im_start_end": False,
        "mm_vision_select_feature": "patch",
        "mm_vision_select_layer": -2,
        "mm_vision_tower": f"./{below}" if tower else below,
    }
    write_json(folder / "config.json", own)
    made.model.generation_config.save_pretrained(folder)
    made.processor.tokenizer.save_pretrained(folder)


def rename(name: str) -> str:
    """From the names of `save_pretrained` to those of the authors."""
    for ours, theirs in NAMES:
        if name.startswith(ours):
            return theirs + name.removeprefix(ours)
    raise ValueError(name)
