"""Trains the byte-level BPE tokenizer on the phantom data set's own prompts.

Usage: python tools/vlm/tokenizer.py OUT_DIR
"""

import random
import sys
from pathlib import Path

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from chat import (
    CHAT_TEMPLATE,
    END_OF_TEXT,
    END_OF_UTTERANCE,
    FAKE_IMAGE_TOKEN,
    GLOBAL_IMAGE_TOKEN,
    IMAGE_TOKEN,
    SPECIAL_TOKENS,
    TURN_END,
    TURN_START,
    USER_PREFIX_IMAGE,
    USER_PREFIX_TEXT,
    USER_SUFFIX,
    user_turn,
)
from corpus import tokenizer_corpus

VOCABULARY_SIZE = 1024
MAX_LENGTH = 1024


def train_tokenizer(corpus) -> PreTrainedTokenizerFast:
    """SmolLM2's pre-tokenizer (single digits, byte level) with a small vocabulary.

    All 256 bytes are in the alphabet, so any text can be encoded.
    """
    core = Tokenizer(models.BPE())
    core.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    core.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY_SIZE,
        special_tokens=list(SPECIAL_TOKENS),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    core.train_from_iterator(corpus, trainer)
    return wrap(core)


def wrap(core: Tokenizer) -> PreTrainedTokenizerFast:
    """A bare tokenizer with SmolVLM's roles for its special tokens."""
    return PreTrainedTokenizerFast(
        tokenizer_object=core,
        bos_token=TURN_START,
        eos_token=END_OF_UTTERANCE,
        pad_token=TURN_END,
        unk_token=END_OF_TEXT,
        additional_special_tokens=[FAKE_IMAGE_TOKEN, IMAGE_TOKEN, GLOBAL_IMAGE_TOKEN],
        chat_template=CHAT_TEMPLATE,
        clean_up_tokenization_spaces=False,
        model_max_length=MAX_LENGTH,
        padding_side="left",
    )


def check(tokenizer: PreTrainedTokenizerFast) -> None:
    """The letter is one token, prompts continue as they were trained, and any text survives a round trip."""
    letters = {letter: tokenizer.encode(f" {letter}", add_special_tokens=False) for letter in "ABCD"}
    assert all(len(ids) == 1 for ids in letters.values()), letters
    for letter, ids in letters.items():
        alone = tokenizer.encode("Assistant:", add_special_tokens=False)
        together = tokenizer.encode(f"Assistant: {letter}{END_OF_UTTERANCE}", add_special_tokens=False)
        assert together == [*alone, *ids, tokenizer.eos_token_id]
    for with_image, prefix in ((True, f"{USER_PREFIX_IMAGE}{IMAGE_TOKEN}"), (False, USER_PREFIX_TEXT)):
        turn = user_turn("Hi", with_image)
        rendered = tokenizer.apply_chat_template(turn, add_generation_prompt=True, tokenize=False)
        assert rendered == f"{prefix}Hi{USER_SUFFIX}", rendered
    for text in ("答案是A。", "Größe é ß １ 🫁", "a  b\n\tc"):
        assert tokenizer.decode(tokenizer.encode(text, add_special_tokens=False)) == text, text


def load_tokenizer(folder) -> PreTrainedTokenizerFast:
    """The trained tokenizer from its folder."""
    return wrap(Tokenizer.from_file(str(Path(folder) / "tokenizer.json")))


def main() -> None:
    tokenizer = train_tokenizer(tokenizer_corpus(random.Random(0)))
    check(tokenizer)
    tokenizer.save_pretrained(sys.argv[1])
    print(f"{len(tokenizer)} tokens in {sys.argv[1]}")


if __name__ == "__main__":
    main()
