"""Lets a torchvision that was built for another torch be imported: its own kernels are missed, its resizing works."""

from importlib.util import find_spec
from pathlib import Path

import torch

KERNELS = "nms roi_align roi_pool ps_roi_align ps_roi_pool deform_conv2d".split()

spec = find_spec("torchvision")
if spec is None:
    raise ImportError("LFM2-VL's image processor is torchvision's: pip install --no-deps torchvision")
try:
    torch.ops.load_library(str(Path(spec.origin).parent / "_C.so"))
except OSError:
    library = torch.library.Library("torchvision", "DEF")
    for kernel in KERNELS:
        for name in (kernel, f"q{kernel}", f"_{kernel}_backward"):
            library.define(f"{name}(Tensor a) -> Tensor")
