"""FastVLM: timm's FastViT, two linear maps, Qwen2; needs timm, and torchvision for timm.

Python's transformers has it as `fast_vlm`. ONNX folders keep the settings that Apple published: `llava_qwen2`, with
Qwen2's fields at the top.
"""

from torch import nn
from transformers import FastVlmConfig, FastVlmForConditionalGeneration, LlavaProcessor
from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

from built import Built, square_graph
from lively import enliven
from recipes._settings import decoder_settings
from recipes.paligemma import features
from vocabulary import qwen2_tokenizer

#: Pixels of a token's side, and how many of them an image has.
PATCH, SIZE = 64, 128
SPECIALS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<image>"]
# As transformers' own conversion of FastVLM has it.
TEMPLATE = (
    "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}"
    "{{ '<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n' }}{% endif %}"
    "{{'<|im_start|>' + message['role'] + '\n'}}"
    "{# Render all images first #}{% for content in message['content'] | selectattr('type', 'equalto', 'image') %}"
    "{{ '<image>' }}{% endfor %}{# Render all text next #}"
    "{% for content in message['content'] | selectattr('type', 'equalto', 'text') %}{{ '\n' + content['text'] }}{% endfor %}"
    "{{'<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


class Vision(nn.Module):
    """pixel_values [images, 3, H, W] -> [images, tokens, hidden]."""

    def __init__(self, model):
        super().__init__()
        self.tower, self.projector = model.model.vision_tower.timm_model, model.model.multi_modal_projector

    def forward(self, pixel_values):
        return self.projector(self.tower.forward_features(pixel_values).flatten(2).permute(0, 2, 1))


def build() -> Built:
    tokens = qwen2_tokenizer(SPECIALS, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    ids = {"bos_token_id": 0, "eos_token_id": tokens.convert_tokens_to_ids("<|im_end|>"), "pad_token_id": 0}
    text_config = decoder_settings(tokens, model_type="qwen2", tie_word_embeddings=False, **ids)
    config = FastVlmConfig(
        vision_config={
            "model_type": "timm_wrapper",
            "architecture": "fastvit_mci3",
            "do_pooling": True,
            "global_pool": "avg",
            "hidden_size": 64,
            "num_labels": 2,
            "model_args": {
                "inference_mode": True,
                "layers": [1, 1, 1, 1, 1],
                "embed_dims": [8, 8, 16, 32, 32],
                "mlp_ratios": [2, 2, 2, 2, 2],
            },
        },
        text_config=text_config,
        image_token_index=tokens.convert_tokens_to_ids("<image>"),
        image_seq_length=(SIZE // PATCH) ** 2,
        attn_implementation="eager",
        **ids,
    )
    model = FastVlmForConditionalGeneration(config)
    enliven(model, seed=16)
    processor = LlavaProcessor(
        CLIPImageProcessorPil(
            size={"shortest_edge": SIZE},
            crop_size={"height": SIZE, "width": SIZE},
            image_mean=[0.0, 0.0, 0.0],
            image_std=[1.0, 1.0, 1.0],
        ),
        tokenizer=tokens,
        patch_size=PATCH,
        chat_template=TEMPLATE,
    )
    return wrapped(model, processor)


def load_processor(folder, tokens, config, template):
    images = CLIPImageProcessorPil.from_pretrained(folder)
    return LlavaProcessor(images, tokenizer=tokens, patch_size=PATCH, chat_template=template)


def wrapped(model, processor) -> Built:
    text_config = model.config.text_config.to_dict()
    vision = square_graph(Vision(model), processor.image_processor.crop_size["height"])
    published = {"model_type": "llava_qwen2", "architectures": ["LlavaQwen2ForCausalLM"]}
    not_published = ("text_config", "vision_config", "vision_feature_layer", "vision_feature_select_strategy")
    text = model.model.language_model
    return Built(
        model,
        processor,
        vision,
        text,
        model.lm_head,
        features=features,
        skip=dict.fromkeys(("placed", "turns"), "It is not asked about several images."),
        settings={"config.json": {**text_config, **published, **dict.fromkeys(not_published)}},
    )
