"""Qwen2.5-VL: like Qwen2-VL, with windows in most layers of the tower."""

import torch
from transformers import Qwen2_5_VLConfig, Qwen2_5_VLForConditionalGeneration, Qwen2_5_VLProcessor
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

from graphs import LOWEST
from recipes._qwen_vl import (
    MERGE,
    PATCH,
    TEMPLATE,
    TIME,
    Vision,
    finished,
    ids_of,
    images_settings,
    text_settings,
    tokenizer,
)

WINDOW = 2 * MERGE * PATCH


class WindowedVision(Vision):
    """Patches see their own window alone, save in the layers that see all; their order does not matter."""

    def bias(self, layer, rows, columns):
        if layer in self.tower.fullatt_block_indexes:
            return None
        side = WINDOW // PATCH
        windows = torch.stack([rows // side, columns // side], -1)
        same = (windows[:, None] == windows[None]).all(-1)
        return torch.where(same, 0.0, LOWEST)


def build():
    tokens = tokenizer()
    config = Qwen2_5_VLConfig(
        vision_config={
            "depth": 3,
            "hidden_size": 32,
            "intermediate_size": 64,
            "out_hidden_size": 32,
            "num_heads": 2,
            "patch_size": PATCH,
            "spatial_merge_size": MERGE,
            "temporal_patch_size": TIME,
            "window_size": WINDOW,
            "fullatt_block_indexes": [1],
        },
        text_config=text_settings(tokens),
        attn_implementation="eager",
        **ids_of(tokens),
    )
    model = Qwen2_5_VLForConditionalGeneration(config)
    processor = Qwen2_5_VLProcessor(
        Qwen2VLImageProcessorPil(**images_settings()), tokenizer=tokens, chat_template=TEMPLATE
    )
    return finished(model, processor, 6, WindowedVision(model), "image_grid_thw")
