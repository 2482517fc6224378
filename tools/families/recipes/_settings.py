"""Sizes that several families' tiny models share."""


def siglip_settings(size: int, patch: int) -> dict:
    """SigLIP on squares of `size` pixels."""
    return {
        "model_type": "siglip_vision_model",
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "image_size": size,
        "patch_size": patch,
        "vision_use_head": False,
    }


def decoder_settings(tokens, **more) -> dict:
    """A text model for a tokenizer's vocabulary; `more` adds to it and takes precedence."""
    return {
        "vocab_size": len(tokens),
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "num_key_value_heads": 1,
        "max_position_embeddings": 2048,
        **more,
    }
