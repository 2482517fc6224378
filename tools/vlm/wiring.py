"""Initial weights that already contain a rough circuit for picking an option.

From random weights a language model needs many millions of tokens before it discovers how to bind a letter to its
option, far beyond a CPU budget. So a few named directions of the residual stream and a few attention heads start with
a job, and training refines all of it together with everything that starts at random:

- layer 0, head 0: each token looks at the latest option letter and notes it;
- layer 1, heads 0-3: each token looks for image tokens that resemble it and notes whether there is one;
- layer 2, head 0: the answer position looks at tokens with such a note and says the letter they noted.

Image tokens are meant to resemble the words of what they show; `word_prototypes` says what that is.
"""

import math

import torch

from chat import LETTERS
from corpus import ATTRIBUTES, words

# Directions of the residual stream with a meaning from the start; the others hold random token identities.
CONSTANT, IS_LETTER, IS_IMAGE = 0, 1, 2
LETTER = slice(3, 7)
NOTED_LETTER = slice(7, 11)
RESEMBLES_IMAGE = 11
ANSWER = slice(12, 16)
FIRST_FREE = 16

MARK = 0.6
CONSTANT_LEVEL = 0.3
TOKEN_SPREAD = 0.05
SLOW_PAIRS = range(7, 16)  # rotary pairs that hardly turn over the length of a prompt


@torch.no_grad()
def wire(model, tokenizer) -> None:
    """Sets the initial weights of the language model in place."""
    text = model.model.text_model
    table = text.embed_tokens.weight
    table[:, :FIRST_FREE] = 0
    table[:, FIRST_FREE:].normal_(std=TOKEN_SPREAD)
    table[:, CONSTANT] = CONSTANT_LEVEL
    for i, letter in enumerate(LETTERS):
        option, answer = (only_token(tokenizer, t) for t in (letter, f" {letter}"))
        table[option, IS_LETTER] = MARK
        table[option, LETTER.start + i] = MARK
        table[answer, ANSWER.start + i] = MARK
    gather_letters(text.layers[0].self_attn)
    match_images(text.layers[1].self_attn)
    select_answer(text.layers[2].self_attn)


def only_token(tokenizer, text: str) -> int:
    (token,) = tokenizer.encode(text, add_special_tokens=False)
    return token


def gather_letters(attention) -> None:
    """All frequencies in phase make the score fall with distance, so the latest letter wins."""
    pairs = torch.arange(16)
    clear_head(attention, 0)
    attention.q_proj.weight[pairs, CONSTANT] = 0.45
    attention.k_proj.weight[pairs, IS_LETTER] = 0.45
    copy(attention, 0, range(LETTER.start, LETTER.stop), range(NOTED_LETTER.start, NOTED_LETTER.stop), 0.05)


def match_images(attention) -> None:
    """Equal query and key maps score likeness; a bonus for image tokens outweighs a token's likeness to itself."""
    size = attention.head_dim
    width = 2 * len(SLOW_PAIRS) - 2
    for head in range(4):
        clear_head(attention, head)
        first = head * size
        dims = [first + p + half for half in (0, size // 2) for p in SLOW_PAIRS if p != SLOW_PAIRS[-1]]
        source = range(FIRST_FREE + head * width, FIRST_FREE + (head + 1) * width)
        for dim, direction in zip(dims, source):
            attention.q_proj.weight[dim, direction] = 2.4
            attention.k_proj.weight[dim, direction] = 2.4
        attention.q_proj.weight[first + SLOW_PAIRS[-1], CONSTANT] = 1.0
        attention.k_proj.weight[first + SLOW_PAIRS[-1], IS_IMAGE] = 0.7
        copy(attention, head, [IS_IMAGE], [RESEMBLES_IMAGE], 0.06)


def select_answer(attention) -> None:
    clear_head(attention, 0)
    slow = torch.tensor(list(SLOW_PAIRS))
    attention.q_proj.weight[slow, CONSTANT] = 1.0
    attention.k_proj.weight[slow, RESEMBLES_IMAGE] = 1.0
    copy(attention, 0, range(NOTED_LETTER.start, NOTED_LETTER.stop), range(ANSWER.start, ANSWER.stop), 0.6)


def clear_head(attention, head: int) -> None:
    rows = slice(head * attention.head_dim, (head + 1) * attention.head_dim)
    for projection in (attention.q_proj, attention.k_proj, attention.v_proj):
        projection.weight[rows] = 0
    attention.o_proj.weight[:, rows] = 0


def copy(attention, head: int, source, target, gain: float) -> None:
    """What the head attends to moves from the source directions to the target directions."""
    for i, (a, b) in enumerate(zip(source, target, strict=True)):
        row = head * attention.head_dim + i
        attention.v_proj.weight[row, a] = 1.0
        attention.o_proj.weight[b, row] = gain


@torch.no_grad()
def word_prototypes(model, tokenizer) -> list[torch.Tensor]:
    """For each attribute a table with a vector for each label: marked as an image and like the label's own tokens."""
    table = model.get_input_embeddings().weight
    prototypes = []
    for name, labels in ATTRIBUTES.items():
        spoken = [words.MODALITY_NAMES[label] for label in labels] if name == "modality" else labels
        rows = []
        for label in spoken:
            ids = tokenizer.encode(f" {label}", add_special_tokens=False)
            vector = table[ids].sum(0) / math.sqrt(len(ids))
            vector[:FIRST_FREE] = 0
            vector[CONSTANT], vector[IS_IMAGE] = CONSTANT_LEVEL, MARK
            rows.append(vector)
        prototypes.append(torch.stack(rows))
    return prototypes
