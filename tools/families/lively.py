"""Random weights whose logits are far enough apart for greedy text to survive rounding."""

import torch

#: Added to every seed; make.py moves it where a greedy choice is too close.
offset = 0


@torch.no_grad()
def enliven(model, seed: int, embedding_std: float = 0.4) -> None:
    """Matrices keep the size of what they map; embeddings are wide; norms and biases are not trivial."""
    generator = torch.Generator().manual_seed(seed + offset)

    def noise(tensor, std):
        tensor.copy_(torch.randn(tensor.shape, generator=generator) * std)

    embeddings = {id(m.weight) for m in model.modules() if isinstance(m, torch.nn.Embedding)}
    for name, parameter in sorted(model.named_parameters()):
        if id(parameter) in embeddings:
            noise(parameter, embedding_std)
        elif parameter.dim() >= 2:
            fan_in = parameter[0].numel()
            noise(parameter, (3.0 if "lm_head" in name else 1.2) / fan_in**0.5)
        else:
            parameter.add_(torch.randn(parameter.shape, generator=generator) * 0.1)


@torch.no_grad()
def mute_bytes(model, tokenizer) -> None:
    """Keeps tokens of single bytes out of greedy text: libraries differ in how they show what is not UTF-8."""
    rows = [index for token, index in tokenizer.get_vocab().items() if len(token) == 6 and token.startswith("<0x")]
    model.get_output_embeddings().weight[rows] *= 0.2
