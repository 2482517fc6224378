"""Gemma 3n: timm's MobileNetV5, its scales fused; Gemma with four streams of which each layer computes one (AltUp).

The encoder is timm's own with fewer blocks and narrower; needs timm, and torchvision for timm.
"""

import torch
from timm.models._efficientnet_builder import decode_arch_def
from timm.models.mobilenetv5 import MobileNetV5MultiScaleFusionAdapter
from torch import nn
from torch.nn import functional
from transformers import Gemma3nConfig, Gemma3nForConditionalGeneration, Gemma3nProcessor
from transformers.models.siglip.image_processing_pil_siglip import SiglipImageProcessorPil

from built import Built, square_graph
from lively import enliven, mute_bytes
from recipes import gemma3
from recipes._per_layer import BoundHead, PerLayerDecoder, PerLayerEmbed
from recipes.paligemma import features
from vocabulary import gemma_tokenizer

SIZE, SIDE, HIDDEN, WINDOW = 96, 3, 32, 24
TEMPLATE = gemma3.TEMPLATE.replace("<start_of_image>", "<image_soft_token>")
#: The last four come after all text, first what is seen and then what is heard.
NAMED = {
    "boi_token": "<start_of_image>",
    "boa_token": "<start_of_audio>",
    "eoi_token": "<end_of_image>",
    "image_token": "<image_soft_token>",
    "eoa_token": "<end_of_audio>",
    "audio_token": "<audio_soft_token>",
}
# As in the 300M encoder, a few blocks of each kind: edge residual, inverted residual, multi-query attention.
BLOCKS = [
    ["er_r1_k3_s2_e4_c8"],
    ["uir_r1_a3_k5_s2_e4_c16", "uir_r1_a5_k0_s1_e4_c16"],
    ["uir_r1_a5_k5_s2_e4_c16", "mqa_r1_k3_h2_s2_d8_c16", "uir_r1_a0_k0_s1_e2_c16"],
    ["uir_r1_a5_k5_s2_e4_c16", "mqa_r1_k3_h2_s1_d8_c16", "uir_r1_a0_k0_s1_e2_c16"],
]


class Vision(nn.Module):
    """pixel_values [images, 3, H, W] -> [images, tokens, hidden].

    timm reads the sizes to pool by from its tensors, which cannot be traced; here they are said.
    """

    def __init__(self, model):
        super().__init__()
        self.tower, self.embed = model.model.vision_tower.timm_model, model.model.embed_vision
        self.hidden = model.config.vision_config.hidden_size
        #: Tokens of an image's side.
        self.side = round(model.config.vision_soft_tokens_per_image**0.5)

    def forward(self, pixel_values):
        scales = [self.tower.conv_stem(pixel_values)]
        for block in self.tower.blocks:
            scales.append(block(scales[-1]))
        fused = self.fuse([scales[index] for index in self.tower.msfa_indices])
        return self.embed(inputs_embeds=fused.flatten(2).transpose(1, 2) * self.hidden**0.5)

    def fuse(self, scales):
        msfa = self.tower.msfa
        side = int(scales[0].shape[-1])
        wide = torch.cat([functional.interpolate(scale, size=(side, side)) for scale in scales], 1)
        return msfa.norm(functional.avg_pool2d(msfa.ffn(wide), side // self.side))


class Embed(PerLayerEmbed):
    """Tokens that end an image or a sound have embeddings of their own kind."""

    def __init__(self, model):
        super().__init__(model.model.language_model)
        self.kinds = nn.ModuleList([model.model.embed_vision, model.model.embed_audio])

    def forward(self, input_ids):
        embeds, per_layer = super().forward(input_ids)
        for kind in self.kinds:
            first, last = kind.vocab_offset, kind.vocab_offset + kind.vocab_size - 1
            own = kind(input_ids=input_ids.clamp(first, last))
            embeds = torch.where(((input_ids >= first) & (input_ids <= last))[..., None], own, embeds)
        return embeds, per_layer


def sparse(share: float):
    """The gate's values above what that share of a normal distribution lies below; no exporter knows its inverse."""
    multiplier = torch.distributions.Normal(0, 1).icdf(torch.tensor(share)).item()

    def kept(values):
        deviation = values.std(dim=-1, keepdim=True, unbiased=False)
        return torch.relu(values - (values.mean(dim=-1, keepdim=True) + deviation * multiplier))

    return kept


class SparseDecoder(PerLayerDecoder):
    def example(self):
        # Only now, since the goldens are made by the layers as they are.
        for layer in self.text_model.layers:
            if layer.mlp.activation_sparsity > 0:
                layer.mlp._gaussian_topk = sparse(layer.mlp.activation_sparsity)
        return super().example()


def build() -> Built:
    tokens = gemma_tokenizer(
        ["<start_of_turn>", "<end_of_turn>", NAMED["boi_token"], NAMED["boa_token"]], extra_special_tokens=NAMED
    )
    end = tokens.convert_tokens_to_ids("<end_of_turn>")
    ids = {"bos_token_id": 2, "eos_token_id": [1, end], "pad_token_id": 0}
    seen, heard = (tokens.convert_tokens_to_ids(NAMED[name]) for name in ("eoi_token", "eoa_token"))
    config = Gemma3nConfig(
        vision_config={
            "model_type": "gemma3n_vision",
            "architecture": "mobilenetv5_300m_enc",
            "hidden_size": HIDDEN,
            "vocab_size": heard - seen,
            "vocab_offset": seen,
            "model_args": {
                "block_args": decode_arch_def(BLOCKS),
                "stem_size": 8,
                "fix_stem": True,
                "msfa_output_resolution": SIDE,
            },
        },
        audio_config={
            "hidden_size": 16,
            "conf_num_attention_heads": 2,
            "conf_num_hidden_layers": 1,
            "sscp_conv_channel_size": [4, 4],
            "vocab_size": len(tokens) - heard,
            "vocab_offset": heard,
        },
        text_config={
            "model_type": "gemma3n_text",
            "vocab_size": len(tokens),
            "vocab_size_per_layer_input": seen,
            "hidden_size": HIDDEN,
            "hidden_size_per_layer_input": 8,
            "intermediate_size": 64,
            "num_hidden_layers": 4,
            "num_kv_shared_layers": 2,
            "num_attention_heads": 2,
            "num_key_value_heads": 1,
            "head_dim": 16,
            "laurel_rank": 8,
            "max_position_embeddings": 2048,
            "sliding_window": WINDOW,
            "layer_types": ["sliding_attention", "full_attention"] * 2,
            "activation_sparsity_pattern": [0.8, 0.0, 0.8, 0.0],
            **ids,
        },
        vision_soft_tokens_per_image=SIDE**2,
        boi_token_id=tokens.convert_tokens_to_ids(NAMED["boi_token"]),
        eoi_token_id=seen,
        image_token_id=tokens.convert_tokens_to_ids(NAMED["image_token"]),
        boa_token_id=tokens.convert_tokens_to_ids(NAMED["boa_token"]),
        eoa_token_id=heard,
        audio_token_id=tokens.convert_tokens_to_ids(NAMED["audio_token"]),
        attn_implementation="eager",
        # Tied to embeddings this wide, every token would be followed by itself.
        tie_word_embeddings=False,
        **ids,
    )
    model = Gemma3nForConditionalGeneration(config)
    model.generation_config.eos_token_id = [1, end]
    # What no JSON file can hold.
    config.vision_config.model_args = None
    tower = model.model.vision_tower.timm_model
    # timm has it 2,048 wide, whatever the blocks are.
    tower.msfa = MobileNetV5MultiScaleFusionAdapter(tower.msfa_in_chs, HIDDEN, SIDE)
    enliven(model, seed=15, embedding_std=0.1)
    mute_bytes(model, tokens)
    processor = Gemma3nProcessor(
        None,
        SiglipImageProcessorPil(size={"height": SIZE, "width": SIZE}, resample=2, do_normalize=False),
        tokens,
        chat_template=TEMPLATE,
        image_seq_length=SIDE**2,
    )
    text = model.model.language_model
    vision = square_graph(Vision(model), SIZE)
    return Built(
        model,
        processor,
        vision,
        text,
        model.lm_head,
        decoder=SparseDecoder(text, BoundHead(model)),
        embed=Embed(model),
        features=features,
    )
