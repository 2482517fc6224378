"""The phantom VLM's configuration and how to build it: a very small SmolVLM (Idefics3)."""

import torch
from transformers import GenerationConfig, Idefics3Config, Idefics3ForConditionalGeneration

from chat import END_OF_UTTERANCE, IMAGE_TOKEN, TURN_END, TURN_START

IMAGE_SIZE = 128
PATCH_SIZE = 16
SCALE_FACTOR = 2
IMAGE_SEQ_LEN = (IMAGE_SIZE // PATCH_SIZE) ** 2 // SCALE_FACTOR**2


def idefics3_config(tokenizer, vision: dict, text: dict, scale_factor: int, tied: bool) -> Idefics3Config:
    """SigLIP and Llama of the sizes given, with the tokenizer's special tokens.

    @param tied whether the output matrix is the word embedding
    """
    ids = {
        "bos_token_id": tokenizer.convert_tokens_to_ids(TURN_START),
        "eos_token_id": tokenizer.convert_tokens_to_ids(END_OF_UTTERANCE),
        "pad_token_id": tokenizer.convert_tokens_to_ids(TURN_END),
    }
    config = Idefics3Config(
        vision_config=vision,
        text_config={"model_type": "llama", "rms_norm_eps": 1e-5, "tie_word_embeddings": tied, **text, **ids},
        scale_factor=scale_factor,
        image_token_id=tokenizer.convert_tokens_to_ids(IMAGE_TOKEN),
        tie_word_embeddings=tied,
        **ids,
    )
    config.architectures = ["Idefics3ForConditionalGeneration"]
    return config


def make_config(tokenizer) -> Idefics3Config:
    """The architecture for a tokenizer's vocabulary."""
    vision = {
        "hidden_size": 192,
        "intermediate_size": 512,
        "num_hidden_layers": 4,
        "num_attention_heads": 6,
        "image_size": IMAGE_SIZE,
        "patch_size": PATCH_SIZE,
    }
    text = {
        "vocab_size": len(tokenizer),
        "hidden_size": 160,
        "intermediate_size": 384,
        "num_hidden_layers": 4,
        "num_attention_heads": 5,
        "num_key_value_heads": 5,
        "head_dim": 32,
        "max_position_embeddings": 1024,
    }
    return idefics3_config(tokenizer, vision, text, SCALE_FACTOR, tied=True)


def make_model(tokenizer, seed: int) -> Idefics3ForConditionalGeneration:
    """A freshly initialised model."""
    torch.manual_seed(seed)
    config = make_config(tokenizer)
    model = Idefics3ForConditionalGeneration(config)
    model.generation_config = make_generation_config(config)
    return model


def make_generation_config(config: Idefics3Config) -> GenerationConfig:
    """Greedy decoding that ends at the end of the utterance."""
    text = config.text_config
    return GenerationConfig(
        bos_token_id=text.bos_token_id, eos_token_id=text.eos_token_id, pad_token_id=text.pad_token_id
    )


def save(model: Idefics3ForConditionalGeneration, tokenizer, folder) -> None:
    """A checkpoint: weights, configuration and tokenizer."""
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
