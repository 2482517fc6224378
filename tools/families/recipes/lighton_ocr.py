"""LightOnOCR: Pixtral on images of any shape as in Mistral 3, and Qwen3."""

from transformers import LightOnOcrConfig, LightOnOcrForConditionalGeneration, LightOnOcrProcessor
from transformers.models.pixtral.image_processing_pil_pixtral import PixtralImageProcessorPil

from built import Built
from lively import enliven
from recipes._qwen_vl import SPECIALS, text_settings
from recipes.mistral3 import MERGE, PATCH, Vision, features, vision_graph, vision_settings
from vocabulary import qwen2_tokenizer

NAMED = {
    "image_token": "<|image_pad|>",
    "image_break_token": "<|vision_pad|>",
    "image_end_token": "<|vision_end|>",
}
# LightOnOCR's own template: the system turn is empty.
TEMPLATE = (
    "<|im_start|>system<|im_end|>\n{%- for message in messages %}{{- '\n<|im_start|>' + message['role'] + '\n' }}"
    "{%- if message['content'] is string %}{{- message['content'] }}{%- else %}{%- for item in message['content'] %}"
    "{%- if item['type'] == 'image' %}{{- '<|image_pad|>' }}{%- elif item['type'] == 'text' %}{{- item['text'] }}"
    "{%- endif %}{%- endfor %}{%- endif %}{{- '<|im_end|>' }}{%- endfor %}"
    "{%- if add_generation_prompt %}{{- '\n<|im_start|>assistant\n' }}{%- endif %}"
)


class WholeSquaresVision(Vision):
    """An odd row or column of patches makes no token."""

    def project(self, hidden, rows, columns):
        height, width = rows // self.merge * self.merge, columns // self.merge * self.merge
        hidden = hidden.reshape(rows, columns, hidden.shape[-1])[:height, :width]
        return super().project(hidden.flatten(0, 1), height, width)


def build() -> Built:
    tokens = qwen2_tokenizer(
        SPECIALS, eos_token="<|im_end|>", pad_token="<|endoftext|>", extra_special_tokens=NAMED
    )
    rope = {"rope_type": "default", "rope_theta": 10000.0}
    config = LightOnOcrConfig(
        vision_config=vision_settings(),
        text_config={"model_type": "qwen3", **text_settings(tokens, head_dim=16, rope_parameters=rope)},
        image_token_id=tokens.convert_tokens_to_ids("<|image_pad|>"),
        spatial_merge_size=MERGE,
        attn_implementation="eager",
        tie_word_embeddings=False,
    )
    model = LightOnOcrForConditionalGeneration(config)
    enliven(model, seed=24)
    # Whole patches, but not whole tokens.
    size = {"size": {"longest_edge": 96}, "patch_size": {"height": PATCH, "width": PATCH}}
    processor = LightOnOcrProcessor(
        PixtralImageProcessorPil(**size),
        tokenizer=tokens,
        patch_size=PATCH,
        spatial_merge_size=MERGE,
        chat_template=TEMPLATE,
    )
    return wrapped(model, processor)


def load_processor(folder, tokens, config, template):
    return LightOnOcrProcessor(
        PixtralImageProcessorPil.from_pretrained(folder),
        tokenizer=tokens,
        patch_size=config.vision_config.patch_size,
        spatial_merge_size=config.spatial_merge_size,
        chat_template=template,
    )


def wrapped(model, processor) -> Built:
    encoder, projection = model.model.vision_encoder, model.model.vision_projection
    module = WholeSquaresVision(encoder, projection, model.config.spatial_merge_size)
    vision = vision_graph(module, model.config.vision_config.patch_size)
    return Built(model, processor, vision, model.model.language_model, model.lm_head, features=features)
