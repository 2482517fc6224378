"""Optimiser and learning-rate schedule shared by the stages; budgets are wall-clock seconds, not steps."""

import math

import torch


def make_optimiser(parameters, rate: float, decay: float = 0.02) -> torch.optim.AdamW:
    parameters = [p for p in parameters if p.requires_grad]
    matrices = [p for p in parameters if p.ndim > 1]
    vectors = [p for p in parameters if p.ndim <= 1]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": vectors, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), eps=1e-8, fused=True)


def set_rate(optimiser, peak: float, step: int, progress: float, warmup: int = 60, floor: float = 0.05) -> None:
    """Linear warm-up in steps, then a cosine over the share of the time budget that is spent."""
    cosine = floor + (1 - floor) * 0.5 * (1 + math.cos(math.pi * min(progress, 1.0)))
    for group in optimiser.param_groups:
        group["lr"] = peak * min((step + 1) / warmup, 1.0) * cosine
