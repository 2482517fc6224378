"""Qwen2.5-VL: like Qwen2-VL, with windows in most layers of the tower."""

import torch
from transformers import Qwen2_5_VLConfig, Qwen2_5_VLForConditionalGeneration, Qwen2_5_VLProcessor

from graphs import LOWEST
from recipes._qwen_vl import (
    MERGE,
    PATCH,
    TEMPLATE,
    Vision,
    finished,
    ids_of,
    make_processor,
    text_settings,
    load_qwen_processor,
    tokenizer,
    vision_settings,
    wrapped_qwen,
)

WINDOW = 2 * MERGE * PATCH


class WindowedVision(Vision):
    """Patches see their own window alone, save in the layers that see all; their order does not matter."""

    def bias(self, layer, rows, columns):
        if layer in self.tower.fullatt_block_indexes:
            return None
        side = self.tower.window_size // self.tower.patch_size
        windows = torch.stack([rows // side, columns // side], -1)
        same = (windows[:, None] == windows[None]).all(-1)
        return torch.where(same, 0.0, LOWEST)


def build():
    tokens = tokenizer()
    config = Qwen2_5_VLConfig(
        vision_config=vision_settings(depth=3, window_size=WINDOW, fullatt_block_indexes=[1]),
        text_config=text_settings(tokens),
        attn_implementation="eager",
        **ids_of(tokens),
    )
    model = Qwen2_5_VLForConditionalGeneration(config)
    processor = make_processor(Qwen2_5_VLProcessor, tokens, TEMPLATE)
    return finished(model, processor, 6, WindowedVision(model), "image_grid_thw")


def wrapped(model, processor):
    return wrapped_qwen(model, processor, WindowedVision(model), "image_grid_thw")


def load_processor(folder, tokens, config, template):
    return load_qwen_processor(Qwen2_5_VLProcessor, folder, tokens, template)
