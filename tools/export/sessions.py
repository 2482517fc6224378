"""The exported sessions of one precision, asked as the page asks them, by native ONNX Runtime."""

from pathlib import Path

import numpy as np
import onnxruntime
import torch
from precisions import SUFFIXES
from quantise import SESSIONS

TYPES = {"tensor(float)": np.float32, "tensor(float16)": np.float16, "tensor(int64)": np.int64, "tensor(bool)": np.bool_}


class Sessions:
    def __init__(self, folder: Path, dtype: str):
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        self.sessions = {
            name: onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
            for name in SESSIONS
            if (path := folder / f"{name}{SUFFIXES[dtype]}.onnx").exists()
        }

    def run(self, name: str, given: dict) -> dict:
        session = self.sessions[name]
        feeds = {one.name: np.asarray(given[one.name]).astype(TYPES[one.type]) for one in session.get_inputs()}
        return dict(zip([one.name for one in session.get_outputs()], session.run(None, feeds)))

    def logits(self, built, inputs: dict) -> np.ndarray:
        """At the last position of the prompt."""
        ids = inputs["input_ids"].numpy()
        embedded = self.run("embed_tokens", {"input_ids": ids})
        embeds = embedded["inputs_embeds"].astype(np.float32)
        if "pixel_values" in inputs:
            pictures = {key: value.numpy() for key, value in inputs.items()}
            if "image_grid_thw" in pictures:
                pictures["grid_thw"] = pictures["image_grid_thw"]
            features = self.run("vision_encoder", pictures)["image_features"].astype(np.float32)
            embeds[ids == built.model.config.image_token_id] = features.reshape(-1, embeds.shape[-1])
        length = ids.shape[1]
        given = {"inputs_embeds": embeds, "attention_mask": np.ones((1, length)), "position_ids": np.arange(length)[None]}
        if built.told:
            given |= {name: value.numpy() for name, value in built.told(built.model, inputs).items()}
        decoder = self.sessions["decoder_model_merged"]
        for one in decoder.get_inputs():
            if one.name.startswith("past"):
                sides = [side if isinstance(side, int) else 1 if axis == 0 else 0 for axis, side in enumerate(one.shape)]
                given[one.name] = np.zeros(sides)
        return self.run("decoder_model_merged", given)["logits"][0, -1].astype(np.float32)


def as_tensors(inputs) -> dict[str, torch.Tensor]:
    return {key: value for key, value in inputs.items() if isinstance(value, torch.Tensor)}
