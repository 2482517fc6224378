"""Training rows: one question with its answer, tokenised exactly as the processor tokenises the prompt."""

from dataclasses import dataclass

import torch

from architecture import IMAGE_SEQ_LEN
from chat import (
    END_OF_UTTERANCE,
    LETTERS,
    USER_PREFIX_IMAGE,
    USER_PREFIX_TEXT,
    USER_SUFFIX,
    expanded_image,
    multiple_choice_prompt,
)

IGNORED = -100


@dataclass(frozen=True)
class Row:
    """A question on image `image` of the batch, or on none, with the tokens that answer it."""

    text: str
    answer: str
    image: int | None
    task: str = ""


def choice_row(question, image: int | None) -> Row:
    """The official prompt with the right letter."""
    prompt = multiple_choice_prompt(question.question, question.options)
    return Row(prompt, f" {LETTERS[question.answer]}", image, question.task)


def words_row(question, image: int) -> Row:
    """The same question to be answered in words: this grounds labels before letters are learnt."""
    prompt = f"Question: {question.question}\nAnswer in words."
    return Row(prompt, f" {question.options[question.answer]}", image, question.task)


class Collator:
    """Rows to right-padded tensors; only answers carry labels."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer
        self.pad = tokenizer.pad_token_id

    def encode(self, row: Row) -> tuple[list[int], list[int]]:
        prefix = USER_PREFIX_TEXT if row.image is None else USER_PREFIX_IMAGE + expanded_image(IMAGE_SEQ_LEN)
        prompt = f"{prefix}{row.text}{USER_SUFFIX}"
        core = self.tokenizer.backend_tokenizer
        ids = core.encode(prompt, add_special_tokens=False).ids
        answer = core.encode(f"{row.answer}{END_OF_UTTERANCE}", add_special_tokens=False).ids
        return ids, answer

    def __call__(self, rows: list[Row]) -> dict[str, torch.Tensor]:
        encoded = [self.encode(row) for row in rows]
        longest = max(len(prompt) + len(answer) for prompt, answer in encoded) - 1
        input_ids = torch.full((len(rows), longest), self.pad)
        labels = torch.full((len(rows), longest), IGNORED)
        for i, (prompt, answer) in enumerate(encoded):
            # The last answer token is never an input; labels sit where the logits that predict them are.
            ids = prompt + answer[:-1]
            input_ids[i, : len(ids)] = torch.tensor(ids)
            labels[i, len(prompt) - 1 : len(ids)] = torch.tensor(answer)
        images = torch.tensor([row.image for row in rows if row.image is not None], dtype=torch.long)
        return {"input_ids": input_ids, "labels": labels, "images": images}
