"""LLaVA-OneVision: SigLIP on tiles of an image, put together again with a vector at the end of each row, and Qwen2.

Published ONNX files stop at the projector and leave that vector out. Here the encoder takes `image_sizes` too, as
Python's get_image_features does, and gives the features of the whole image in their order.
"""

import torch
from torch import nn
from transformers import LlavaOnevisionConfig, LlavaOnevisionForConditionalGeneration, LlavaOnevisionProcessor
from transformers.models.llava_onevision.image_processing_pil_llava_onevision import LlavaOnevisionImageProcessorPil

from built import Built, Refused, VisionGraph
from cases import messages
from lively import enliven
from recipes._settings import decoder_settings, siglip_settings
from vocabulary import qwen2_tokenizer

SIZE, PATCH = 32, 8
SIDE = SIZE // PATCH
PINPOINTS = [[SIZE * h, SIZE * w] for h in range(1, 4) for w in range(1, 4) if h * w <= 4]
#: More tiles than this are interpolated down.
MOST_TILES = 3
SPECIALS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<image>", "<video>"]
TEMPLATE = (
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + ' '}}"
    "{# Render all images first #}{% for content in message['content'] | selectattr('type', 'equalto', 'image') %}"
    "{{ '<image>' }}{% endfor %}{# Render all text next #}"
    "{% for content in message['content'] | selectattr('type', 'equalto', 'text') %}{{ '\n' + content['text'] }}{% endfor %}"
    "{{'<|im_end|>'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


class Vision(nn.Module):
    """pixel_values [1, tiles, 3, H, W], image_sizes [1, 2] -> [tokens, hidden]; the first tile is the whole image."""

    def __init__(self, model):
        super().__init__()
        self.model, settings = model.model, model.config
        self.layer, self.size = settings.vision_feature_layer, settings.vision_config.image_size
        self.side = self.size // settings.vision_config.patch_size
        #: More tiles than this are interpolated down: `anyres_max_9`.
        self.most = int(settings.vision_aspect_ratio.rpartition("_")[2])
        self.register_buffer("pinpoints", torch.tensor(settings.image_grid_pinpoints))

    def forward(self, pixel_values, image_sizes):
        hidden = self.model.vision_tower(pixel_values[0], output_hidden_states=True).hidden_states[self.layer]
        tiles = self.model.multi_modal_projector(hidden)
        side = self.side
        height, width = image_sizes[0, 0], image_sizes[0, 1]
        grid = self.best(height, width) // self.size
        rows, columns = grid[0] * side, grid[1] * side

        # The part of the grid that is not padding, and how large it is made.
        wide = width * rows > columns * height
        top = torch.where(wide, (rows - height * columns // width) // 2, 0)
        left = torch.where(wide, 0, (columns - width * rows // height) // 2)
        rows, columns = rows - 2 * top, columns - 2 * left
        ratio = torch.sqrt((rows * columns).float() / (self.most * side**2))
        shrinks = ratio > 1.1
        down = torch.where(shrinks, torch.floor(rows.float() / ratio).long(), rows)
        across = torch.where(shrinks, torch.floor(columns.float() / ratio).long(), columns)

        # As many places as there can be, then those that there are: rows of features, each ended by a new line. An
        # image that is only whole has the new line alone.
        count = pixel_values.shape[1] - 1
        place = torch.arange(count * side * (side + 1) + 1)
        row, column = place // (across + 1), place % (across + 1)
        y, y_next, y_share = self.taps(row, down, rows)
        x, x_next, x_share = self.taps(column, across, columns)
        flat = tiles.flatten(0, 1)

        def at(y, x):
            y, x = y + top, x + left
            tile = 1 + y // side * grid[1] + x // side
            index = tile * side**2 + y % side * side + x % side
            return flat[index.clamp(max=flat.shape[0] - 1)]

        upper = at(y, x) * (1 - x_share) + at(y, x_next) * x_share
        lower = at(y_next, x) * (1 - x_share) + at(y_next, x_next) * x_share
        features = upper * (1 - y_share) + lower * y_share
        alone = place[-1:] == 0
        ends = (column == across) | alone
        features = torch.where(ends[:, None], self.model.image_newline, features)
        return torch.cat([tiles[0], features[(row < down) & (~alone | (place == 0))]])

    def best(self, height, width):
        """Of the sizes that an image may be tiled to, the one that keeps most of it and wastes least."""
        high, wide = self.pinpoints[:, 0], self.pinpoints[:, 1]
        by_width = wide * height <= high * width
        kept = torch.where(by_width, wide * (height * wide // width), high * (width * high // height))
        kept = torch.minimum(kept, height * width)
        wasted = torch.where(kept == kept.max(), high * wide - kept, 2**40)
        order = torch.where(wasted == wasted.min(), torch.arange(len(self.pinpoints)), len(self.pinpoints))
        return self.pinpoints[order.min()]

    def taps(self, index, size, source):
        """Bilinear interpolation from `source` places to `size`: two neighbours and the share of the second."""
        where = ((index.float() + 0.5) * (source.float() / size.float()) - 0.5).clamp(min=0)
        first = torch.minimum(where.floor().long(), source - 1)
        second = torch.minimum(first + 1, source - 1)
        return first, second, (where - first.float())[:, None]


def pixels(image_processor, picture, count: int):
    prepared = image_processor([[picture] * count], return_tensors="pt")
    return {
        "pixel_values": prepared["pixel_values"][:1],
        "image_sizes": prepared["image_sizes"][:1],
        "batch_num_images": torch.tensor([count]),
    }


def features(model, inputs):
    keys = ("pixel_values", "image_sizes", "batch_num_images")
    return torch.cat(list(model.get_image_features(**{key: inputs[key] for key in keys}).pooler_output))


def prepare(processor, case, images):
    """Images come by prompt: only one that is alone in its prompt is tiled."""
    text = processor.tokenizer.apply_chat_template(
        messages(case), chat_template=processor.chat_template, tokenize=False, add_generation_prompt=True
    )
    return processor(text=[text], **({"images": [images]} if images else {}), return_tensors="pt")


def build() -> Built:
    tokens = qwen2_tokenizer(SPECIALS, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    ids = {"bos_token_id": 0, "eos_token_id": tokens.convert_tokens_to_ids("<|im_end|>"), "pad_token_id": 0}
    config = LlavaOnevisionConfig(
        vision_config=siglip_settings(SIZE, PATCH),
        text_config=decoder_settings(tokens, model_type="qwen2", **ids),
        image_token_index=tokens.convert_tokens_to_ids("<image>"),
        video_token_index=tokens.convert_tokens_to_ids("<video>"),
        image_grid_pinpoints=PINPOINTS,
        vision_aspect_ratio=f"anyres_max_{MOST_TILES}",
        vision_feature_select_strategy="full",
        vision_feature_layer=-1,
        attn_implementation="eager",
        tie_word_embeddings=False,
        **ids,
    )
    model = LlavaOnevisionForConditionalGeneration(config)
    enliven(model, seed=11)
    processor = LlavaOnevisionProcessor(
        LlavaOnevisionImageProcessorPil(
            size={"height": SIZE, "width": SIZE},
            image_grid_pinpoints=PINPOINTS,
            image_mean=[0.5, 0.5, 0.5],
            image_std=[0.5, 0.5, 0.5],
        ),
        tokenizer=tokens,
        num_image_tokens=SIDE**2,
        vision_feature_select_strategy="full",
        vision_aspect_ratio=f"anyres_max_{MOST_TILES}",
        chat_template=TEMPLATE,
    )
    return wrapped(model, processor)


def load_processor(folder, tokens, config, template):
    settings = config.vision_config
    return LlavaOnevisionProcessor(
        LlavaOnevisionImageProcessorPil.from_pretrained(folder),
        tokenizer=tokens,
        num_image_tokens=(settings.image_size // settings.patch_size) ** 2,
        vision_feature_select_strategy=config.vision_feature_select_strategy,
        vision_aspect_ratio=config.vision_aspect_ratio,
        chat_template=template,
    )


def wrapped(model, processor) -> Built:
    if model.config.vision_feature_select_strategy != "full":
        raise Refused("vision_feature_select_strategy is not full; the encoder's graph gives the features of every patch")
    size = model.config.vision_config.image_size
    vision = VisionGraph(
        Vision(model),
        {"pixel_values": torch.randn(1, 5, 3, size, size), "image_sizes": torch.tensor([[2 * size, 2 * size]])},
        {"pixel_values": {1: "num_tiles"}},
        {0: "num_tokens"},
    )
    text = model.model.language_model
    return Built(
        model, processor, vision, text, model.lm_head, features=features, prepare=prepare, pixels=pixels
    )
