"""The exported sessions of one precision, asked as the page asks them, by native ONNX Runtime."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from names import SUFFIXES
from quantise import SESSIONS

#: Gemma 4's graph names an input otherwise than Python's processor.
RENAMED = {"image_position_ids": "pixel_position_ids"}
TYPES = {"tensor(float)": np.float32, "tensor(float16)": np.float16, "tensor(int64)": np.int64, "tensor(bool)": np.bool_}


@dataclass
class Asked:
    """A prompt as PyTorch gets it, and what the sessions are told beside it; it needs no model any more."""

    inputs: dict[str, torch.Tensor]
    #: Ids as they are embedded, and which of them are places of the image; both [1, length].
    embedded_ids: np.ndarray
    image: np.ndarray
    #: Qwen2-VL's graph has a name of its own for the grid.
    grids: dict[str, np.ndarray]
    told: dict[str, np.ndarray]


def asked_of(built, prepared) -> Asked:
    inputs = {key: value for key, value in prepared.items() if isinstance(value, torch.Tensor)}
    ids = inputs["input_ids"].numpy()
    image = ids == image_token(built.model.config)
    as_embedded = ids if built.embedded_as is None else np.where(image, built.embedded_as, ids)
    grids = {"grid_thw": inputs["image_grid_thw"].numpy()} if "image_grid_thw" in inputs else {}
    told = built.told(built.model, inputs) if built.told else {}
    return Asked(inputs, as_embedded, image, grids, {name: value.numpy() for name, value in told.items()})


def image_token(config) -> int:
    ids = (getattr(config, name, None) for name in ("image_token_id", "image_token_index"))
    return next((found for found in ids if found is not None), -1)


class Sessions:
    def __init__(self, folder: Path, dtype: str):
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        self.sessions = {
            name: onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
            for name in SESSIONS
            if (path := folder / f"{name}{SUFFIXES[dtype]}.onnx").exists()
        }
        #: The last picture and its features: it is asked about more than once.
        self.last: tuple[dict, np.ndarray] | None = None

    def run(self, name: str, given: dict) -> dict:
        session = self.sessions[name]
        feeds = {one.name: np.asarray(given[one.name]).astype(TYPES[one.type]) for one in session.get_inputs()}
        return dict(zip([one.name for one in session.get_outputs()], session.run(None, feeds)))

    def features(self, pictures: dict) -> np.ndarray:
        taken = {one.name: pictures[one.name] for one in self.sessions["vision_encoder"].get_inputs()}
        if self.last is None or any(not np.array_equal(self.last[0][name], value) for name, value in taken.items()):
            self.last = taken, self.run("vision_encoder", taken)["image_features"].astype(np.float32)
        return self.last[1]

    def logits(self, asked: Asked) -> np.ndarray:
        """At the last position of the prompt."""
        embedded = self.run("embed_tokens", {"input_ids": asked.embedded_ids})
        embeds = embedded["inputs_embeds"].astype(np.float32)
        if "pixel_values" in asked.inputs:
            pictures = {RENAMED.get(key, key): value.numpy() for key, value in asked.inputs.items()} | asked.grids
            embeds[asked.image] = self.features(pictures).reshape(-1, embeds.shape[-1])
        length = asked.embedded_ids.shape[1]
        given = embedded | {
            "inputs_embeds": embeds,
            "attention_mask": np.ones((1, length)),
            "position_ids": np.arange(length)[None],
            **asked.told,
        }
        for one in self.sessions["decoder_model_merged"].get_inputs():
            if one.name.startswith("past"):
                sides = [side if isinstance(side, int) else 1 if axis == 0 else 0 for axis, side in enumerate(one.shape)]
                given[one.name] = np.zeros(sides)
        return self.run("decoder_model_merged", given)["logits"][0, -1].astype(np.float32)
