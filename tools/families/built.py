"""What a family's recipe hands to the exporter and the recorder."""

from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch import nn


class Refused(Exception):
    """Why a checkpoint cannot be exported."""


@dataclass
class VisionGraph:
    """A module with the input names, example inputs and dynamic axes of vision_encoder.onnx."""

    module: nn.Module
    inputs: dict[str, torch.Tensor]
    axes: dict[str, dict[int, str]]
    output_axes: dict[int, str]


def square_graph(module: nn.Module, size: int) -> VisionGraph:
    """Of a module that takes pixel_values [images, 3, size, size] alone."""
    return VisionGraph(
        module,
        {"pixel_values": torch.randn(2, 3, size, size)},
        {"pixel_values": {0: "num_images"}},
        {0: "num_images"},
    )


@dataclass
class Built:
    model: nn.Module
    processor: object
    #: None for a language model without images.
    vision: VisionGraph | None
    text_model: nn.Module
    lm_head: nn.Module
    #: In place of the plain decoder and embedding of graphs.py.
    decoder: nn.Module | None = None
    embed: nn.Module | None = None
    #: Cases that the family's own processor refuses, with the reason.
    skip: dict[str, str] = field(default_factory=dict)
    #: The image processor's inputs for one picture, where it is not simply called.
    pixels: Callable | None = None
    #: Features of one picture as encode_image should give them: (model, inputs) -> tensor.
    features: Callable | None = None
    #: input_ids and all else for a case, where the processor is not simply called.
    prepare: Callable | None = None
    #: What the decoder is told beside embeddings, mask and cache: (model, inputs) -> tensors by name; plain positions unless given.
    told: Callable | None = None
    #: The token as which a place of the image is embedded, where it is not the image's own.
    embedded_as: int | None = None
    #: Other keys of the settings files; None leaves one out.
    settings: dict[str, dict] = field(default_factory=dict)
