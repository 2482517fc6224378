"""The model's training forward pass: image tokens from pictures or from attribute vectors, loss on answers only."""

import torch
from torch import nn
from torch.nn import functional

from architecture import IMAGE_SEQ_LEN
from corpus import ATTRIBUTES
from rows import IGNORED

NAMES = tuple(ATTRIBUTES)


class Prototypes(nn.Module):
    """A fixed vector for each label of each attribute; attribute k has its place at image token k.

    In the text stage they stand in for an image; in the vision stage they are what the image tokens should look like.
    They are not part of the exported model.
    """

    def __init__(self, tables: list[torch.Tensor]):
        super().__init__()
        for k, table in enumerate(tables):
            self.register_buffer(f"table_{k}", table)

    @classmethod
    def random(cls, hidden: int) -> "Prototypes":
        """Without meaning, for a vision stage that runs beside the text stage; `train.py` maps them to the others."""
        source = torch.Generator().manual_seed(7)
        return cls([torch.randn(len(labels), hidden, generator=source) * 0.1 for labels in ATTRIBUTES.values()])

    @classmethod
    def load(cls, path) -> "Prototypes":
        return cls(list(torch.load(path).values()))

    @property
    def tables(self) -> list[torch.Tensor]:
        return [getattr(self, f"table_{k}") for k in range(len(NAMES))]

    def stand_in(self, codes: torch.Tensor, noise: float = 0.0) -> torch.Tensor:
        """[batch, attributes] label codes -> [batch, image tokens, hidden].

        With noise, vectors are blended with those of wrong labels (less than half) and jittered: what an encoder
        that is unsure would give.
        """
        tokens = []
        for k, table in enumerate(self.tables):
            token = table[codes[:, k]]
            if noise:
                other = table[torch.randint(len(table), codes[:, k].shape)]
                share = torch.rand(len(codes), 1) * 0.45 * (torch.rand(len(codes), 1) < noise)
                token = (1 - share) * token + share * other
                token = token + torch.randn_like(token) * token.std() * 0.2 * noise
            tokens.append(token)
        free = IMAGE_SEQ_LEN - len(tokens)
        tokens = torch.stack(tokens, 1)
        return torch.cat([tokens, torch.zeros(len(codes), free, tokens.shape[-1])], 1)

    def loss(self, image_tokens: torch.Tensor, codes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Classification by distance to the prototypes plus a pull towards the right one; and which were right."""
        losses, right = [], []
        for k, table in enumerate(self.tables):
            token = image_tokens[:, k].float()
            spread = torch.cdist(table, table).square().mean()
            distances = torch.cdist(token, table).square() / spread
            losses.append(functional.cross_entropy(-4 * distances, codes[:, k]))
            losses.append(0.3 * distances.gather(1, codes[:, k : k + 1]).mean())
            right.append(distances.argmin(1) == codes[:, k])
        return torch.stack(losses).sum() / len(self.tables), torch.stack(right, 1)


def encode_labels(attributes: dict[str, str]) -> list[int]:
    """Label codes in the order of ATTRIBUTES."""
    return [labels.index(attributes[name]) for name, labels in ATTRIBUTES.items()]


def image_tokens_of(model, pixels: torch.Tensor) -> torch.Tensor:
    """[batch, 3, H, W] normalised pixels -> [batch, image tokens, text hidden]."""
    inner = model.model
    return inner.connector(inner.vision_model(pixel_values=pixels).last_hidden_state)


def answer_logits(model, batch: dict[str, torch.Tensor], image_tokens: torch.Tensor | None):
    """Logits at the positions that predict an answer token, and those tokens."""
    ids = batch["input_ids"]
    embeds = model.get_input_embeddings()(ids)
    if len(batch["images"]):
        features = image_tokens[batch["images"]].to(embeds.dtype).reshape(-1, embeds.shape[-1])
        embeds = embeds.masked_scatter((ids == model.image_token_id).unsqueeze(-1), features)
    # Padding is on the right and attention is causal, so no mask is needed.
    hidden = model.model.text_model(inputs_embeds=embeds, use_cache=False).last_hidden_state
    where = batch["labels"] != IGNORED
    return model.lm_head(hidden[where]), batch["labels"][where]


def letter_accuracy(logits: torch.Tensor, labels: torch.Tensor, letters: torch.Tensor) -> torch.Tensor:
    """Which of the letter positions have their letter on top of the whole vocabulary."""
    is_letter = torch.isin(labels, letters)
    return logits[is_letter].argmax(-1) == labels[is_letter]
