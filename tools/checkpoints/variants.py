"""Tiny checkpoints that differ in what published ones differ in: shape, type, parts, and how the reference was cast."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Variant:
    name: str
    #: Of tools/families.
    recipe: str
    dtype: str = "fp32"
    part_size: str = "50MB"
    #: Whether the reference's buffers are rounded with its weights.
    cast_buffers: bool = False
    #: Whether vectors stay in 32 bits.
    mixed: bool = False
    #: Whether a checkpoint of one part has an index.
    index: bool = False
    #: In place of the recipe's: by their path in config.json.
    settings: dict = field(default_factory=dict)
    #: Of a checkpoint in the layout of llava_original.py: the folder of its image encoder, where it has one of its own.
    tower: str | None = None
    #: Settings of a LoRA adapter on every linear layer, which is saved beside the weights; None for none.
    adapter: dict | None = None


VARIANTS = (
    Variant(
        "llava-gqa-bias",
        "llava",
        "bf16",
        settings={
            "text_config.num_hidden_layers": 3,
            "text_config.num_key_value_heads": 2,
            "text_config.attention_bias": True,
            "text_config.mlp_bias": True,
            "text_config.rope_parameters": {"rope_type": "linear", "factor": 2.0, "rope_theta": 10000.0},
            "vision_config.num_hidden_layers": 4,
        },
    ),
    Variant(
        "llava-two-layers",
        "llava",
        "fp16",
        "30KB",
        cast_buffers=True,
        settings={
            "text_config.num_key_value_heads": 1,
            "text_config.head_dim": 16,
            "vision_config.num_attention_heads": 4,
        },
    ),
    Variant(
        "gemma3-deep",
        "gemma3",
        "bf16",
        "40KB",
        settings={
            "text_config.num_hidden_layers": 4,
            "text_config.layer_types": ["sliding_attention", "sliding_attention", "full_attention", "full_attention"],
            "text_config.sliding_window": 16,
            "text_config.num_attention_heads": 4,
            "text_config.num_key_value_heads": 2,
            "text_config.query_pre_attn_scalar": 24,
        },
    ),
    Variant(
        "gemma3-cast",
        "gemma3",
        "fp16",
        cast_buffers=True,
        settings={"text_config.num_hidden_layers": 3, "text_config.layer_types": ["sliding_attention"] * 2 + ["full_attention"]},
    ),
    Variant(
        "gemma3-image-beyond-window",
        "gemma3",
        "bf16",
        settings={
            "text_config.attention_bias": True,
            "text_config.num_attention_heads": 8,
            "text_config.num_key_value_heads": 1,
            "text_config.sliding_window": 5,
            "text_config.attn_logit_softcapping": 3.0,
            "text_config.final_logit_softcapping": 5.0,
        },
    ),
    Variant("llava-gemma2", "llava", settings={"text_config.model_type": "gemma2"}),
    Variant("idefics3-parts", "idefics3", "fp32", "25KB", settings={"text_config.num_hidden_layers": 3}),
    Variant("smolvlm-half", "smolvlm", "fp16", index=True, settings={"vision_config.num_hidden_layers": 3}),
    Variant(
        "qwen2_vl-heads",
        "qwen2_vl",
        "bf16",
        cast_buffers=True,
        settings={
            "text_config.num_hidden_layers": 3,
            "text_config.layer_types": ["full_attention"] * 3,
            "vision_config.depth": 3,
            "vision_config.num_heads": 4,
        },
    ),
    Variant(
        "qwen2_5_vl-cast",
        "qwen2_5_vl",
        "bf16",
        "60KB",
        cast_buffers=True,
        settings={
            "text_config.num_key_value_heads": 2,
            "vision_config.depth": 4,
            "vision_config.fullatt_block_indexes": [1, 3],
        },
    ),
    Variant(
        "qwen2_5_vl-windows-alone",
        "qwen2_5_vl",
        "bf16",
        settings={
            "vision_config.fullatt_block_indexes": [],
            "vision_config.window_size": 48,
            "vision_config.hidden_act": "gelu",
        },
    ),
    Variant("qwen3_vl-mixed", "qwen3_vl", "bf16", mixed=True, settings={"text_config.num_hidden_layers": 3}),
    Variant(
        "llava_onevision-parts",
        "llava_onevision",
        "fp32",
        "30KB",
        settings={"text_config.num_hidden_layers": 3, "text_config.layer_types": ["full_attention"] * 3},
    ),
    Variant("mistral3-window", "mistral3", "bf16", cast_buffers=True, settings={"text_config.sliding_window": 20}),
    Variant("paligemma-half", "paligemma", "fp16", cast_buffers=True, settings={"text_config.num_hidden_layers": 3}),
    Variant("mistral3-deep", "mistral3", "fp16", "20KB", settings={"vision_config.num_hidden_layers": 3}),
    Variant("internvl3_5", "internvl", "fp32", "25KB"),
    Variant(
        "internvl3",
        "internvl",
        "fp16",
        cast_buffers=True,
        settings={
            "vision_config.use_qk_norm": False,
            "vision_config.attention_bias": True,
            "vision_config.norm_type": "layer_norm",
            "vision_config.num_hidden_layers": 3,
        },
    ),
    Variant(
        "llava-lora",
        "llava",
        "bf16",
        adapter={"r": 4, "lora_alpha": 8, "rank_pattern": {"q_proj": 2, "mlp.up_proj": 3}, "alpha_pattern": {"k_proj": 16}},
    ),
    Variant("qwen2_vl-rslora", "qwen2_vl", "fp32", "60KB", adapter={"r": 3, "lora_alpha": 6, "use_rslora": True}),
    Variant("gemma3-lora-head", "gemma3", "bf16", adapter={"r": 2, "lora_alpha": 4, "modules_to_save": ["lm_head"]}),
    Variant(
        "internvl-lora-projector",
        "internvl",
        "fp32",
        adapter={"r": 2, "lora_alpha": 2, "modules_to_save": ["multi_modal_projector"]},
    ),
    Variant("llava-med", "llava_med", "bf16"),
    Variant("huatuogpt-vision", "huatuogpt_vision", "fp16", tower="clip_vit_tiny"),
    Variant("huatuogpt-vision-34b", "huatuogpt_vision_34b", "bf16", tower="clip_vit_tiny"),
    Variant("video-llama-3", "video_llama_3", "bf16", "40KB"),
    Variant("hulu-med-qwen2", "hulu_med_qwen2", "bf16"),
    Variant("hulu-med-qwen3", "hulu_med_qwen3", "fp16"),
    Variant(
        "llava-mistral-window",
        "llava",
        "bf16",
        "20KB",
        settings={
            "text_config.model_type": "mistral",
            "text_config.num_hidden_layers": 4,
            "text_config.num_key_value_heads": 2,
            "text_config.head_dim": 12,
            "text_config.sliding_window": 24,
            "vision_feature_layer": [-3, -1],
            "multimodal_projector_bias": False,
        },
    ),
    Variant(
        "llava-qwen3-llama3",
        "llava",
        "fp16",
        mixed=True,
        settings={
            "text_config.model_type": "qwen3",
            "text_config.head_dim": 16,
            "text_config.attention_bias": True,
            "text_config.rope_parameters": {
                "rope_type": "llama3",
                "factor": 8.0,
                "low_freq_factor": 1.0,
                "high_freq_factor": 4.0,
                "original_max_position_embeddings": 64,
                "rope_theta": 5000.0,
            },
        },
    ),
    Variant(
        "gemma3-linear-tied",
        "gemma3",
        "bf16",
        "30KB",
        cast_buffers=True,
        settings={
            "tie_word_embeddings": True,
            "text_config.num_hidden_layers": 7,
            "text_config.layer_types": [*["sliding_attention"] * 5, "full_attention", "sliding_attention"],
            "text_config.sliding_window": 12,
            "text_config.num_key_value_heads": 2,
            "text_config.rope_parameters": {
                "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1000000.0},
                "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0},
            },
        },
    ),
    Variant(
        "paligemma2",
        "paligemma",
        "bf16",
        cast_buffers=True,
        settings={
            "text_config.model_type": "gemma2",
            "text_config.num_hidden_layers": 3,
            "text_config.layer_types": ["sliding_attention", "full_attention", "sliding_attention"],
            "text_config.head_dim": 16,
            "text_config.query_pre_attn_scalar": 24,
            "text_config.sliding_window": 16,
        },
    ),
    Variant(
        "qwen2_5_vl-yarn-tied",
        "qwen2_5_vl",
        "bf16",
        "25KB",
        cast_buffers=True,
        settings={
            "tie_word_embeddings": True,
            "text_config.num_hidden_layers": 4,
            "text_config.layer_types": ["full_attention", "sliding_attention"] * 2,
            "text_config.use_sliding_window": True,
            "text_config.sliding_window": 20,
            "text_config.rope_parameters": {
                "rope_type": "yarn",
                "factor": 4.0,
                "original_max_position_embeddings": 64,
                "rope_theta": 10000.0,
                "mrope_section": [2, 3, 3],
            },
            "vision_config.depth": 3,
            "vision_config.window_size": 32,
            "vision_config.fullatt_block_indexes": [2],
        },
    ),
    Variant(
        "qwen3_vl-tied-deep",
        "qwen3_vl",
        "fp16",
        "30KB",
        settings={
            "tie_word_embeddings": True,
            "text_config.num_hidden_layers": 4,
            "text_config.num_key_value_heads": 2,
            "vision_config.depth": 4,
        },
    ),
    Variant(
        "internvl-qwen2-dynamic",
        "internvl",
        "bf16",
        settings={
            "text_config.model_type": "qwen2",
            "text_config.num_hidden_layers": 3,
            "text_config.layer_types": ["full_attention"] * 3,
            "text_config.rope_parameters": {"rope_type": "dynamic", "factor": 2.0, "rope_theta": 1000000.0},
            "vision_config.use_qk_norm": False,
            "vision_config.attention_bias": True,
            "vision_config.norm_type": "layer_norm",
            "vision_config.use_mean_pooling": False,
        },
    ),
    Variant(
        "internvl-llama",
        "internvl",
        "fp32",
        settings={"text_config.model_type": "llama", "vision_feature_layer": 2, "vision_config.num_hidden_layers": 3},
    ),
    Variant(
        "smolvlm-tied",
        "smolvlm",
        "bf16",
        cast_buffers=True,
        settings={"tie_word_embeddings": True, "text_config.num_hidden_layers": 3, "text_config.num_key_value_heads": 1},
    ),
    Variant(
        "idefics3-mistral",
        "idefics3",
        "fp16",
        "30KB",
        settings={
            "text_config.model_type": "mistral",
            "text_config.sliding_window": 32,
            "text_config.num_hidden_layers": 3,
            "vision_config.num_attention_heads": 4,
        },
    ),
    Variant(
        "mistral3-yarn",
        "mistral3",
        "bf16",
        "25KB",
        settings={
            "text_config.num_hidden_layers": 3,
            "text_config.rope_parameters": {
                "rope_type": "yarn",
                "factor": 4.0,
                "beta_fast": 16.0,
                "beta_slow": 1.0,
                "original_max_position_embeddings": 32,
                "rope_theta": 10000.0,
            },
            "multimodal_projector_bias": True,
        },
    ),
    Variant(
        "llava_onevision-qwen3",
        "llava_onevision",
        "bf16",
        cast_buffers=True,
        settings={"text_config.model_type": "qwen3", "text_config.head_dim": 16, "vision_config.num_hidden_layers": 3},
    ),
)
