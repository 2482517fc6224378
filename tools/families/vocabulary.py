"""Small tokenizers of the real classes: a few hundred tokens, every special token of the family, any text encodable."""

import json

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import GemmaTokenizer, GPT2Tokenizer, LlamaTokenizer, PreTrainedTokenizerFast, Qwen2Tokenizer
from transformers.models.qwen3_5.tokenization_qwen3_5 import Qwen3_5Tokenizer

CORPUS = [
    "Question: Which imaging modality is shown? Options: A. CT B. MRI C. Ultrasound D. X-ray",
    "Answer with the option's letter from the given choices directly.",
    "You are a helpful assistant. User: Assistant: system user assistant model",
    "The lesion in the left lung is small, round and bright; no fracture or effusion is seen.",
    "Here is the original image and here are some crops to help you see better",
] * 8
MERGES = 60


def byte_level_vocabulary(specials: list[str]) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """Specials first, then the 256 bytes, then a few merges."""
    core = Tokenizer(models.BPE())
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    trainer = trainers.BpeTrainer(
        vocab_size=len(specials) + len(alphabet) + MERGES,
        special_tokens=specials,
        initial_alphabet=alphabet,
        show_progress=False,
    )
    core.train_from_iterator(CORPUS, trainer)
    return vocabulary_of(core)


def byte_fallback_vocabulary(specials: list[str]) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """Specials first, then <0x00> to <0xFF>, then letters and merges with ▁ for the space."""
    core = Tokenizer(models.BPE())
    core.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Split(Regex("(?=▁)"), "isolated")]
    )
    letters = sorted({char for line in CORPUS for char in line.replace(" ", "▁")} | {"\n"})
    first = [*specials, *(f"<0x{byte:02X}>" for byte in range(256))]
    trainer = trainers.BpeTrainer(
        vocab_size=len(first) + len(letters) + MERGES,
        special_tokens=first,
        initial_alphabet=letters,
        show_progress=False,
    )
    core.train_from_iterator([line.replace(" ", "▁") for line in CORPUS], trainer)
    return vocabulary_of(core)


def vocabulary_of(core: Tokenizer) -> tuple[dict[str, int], list[tuple[str, str]]]:
    model = json.loads(core.to_str())["model"]
    return model["vocab"], [tuple(pair) for pair in model["merges"]]


def gpt2_tokenizer(specials: list[str], **roles) -> GPT2Tokenizer:
    vocab, merges = byte_level_vocabulary(specials)
    return finish(GPT2Tokenizer(vocab=vocab, merges=merges, **roles), specials)


def qwen2_tokenizer(specials: list[str], **roles) -> Qwen2Tokenizer:
    vocab, merges = byte_level_vocabulary(specials)
    return finish(Qwen2Tokenizer(vocab=vocab, merges=merges, **roles), specials)


def qwen3_5_tokenizer(specials: list[str], **roles) -> Qwen3_5Tokenizer:
    vocab, merges = byte_level_vocabulary(specials)
    return finish(Qwen3_5Tokenizer(vocab=vocab, merges=merges, **roles), specials)


def glm_tokenizer(specials: list[str], **roles) -> PreTrainedTokenizerFast:
    """Of no class of its own: all is in tokenizer.json."""
    vocab, merges = byte_level_vocabulary(specials)
    core = Tokenizer(models.BPE(vocab, merges))
    words = Regex(
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    )
    core.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(words, "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    core.decoder = decoders.ByteLevel()
    return finish(PreTrainedTokenizerFast(tokenizer_object=core, **roles), specials)


def llama_tokenizer(specials: list[str], **roles) -> LlamaTokenizer:
    vocab, merges = byte_fallback_vocabulary(["<unk>", "<s>", "</s>", *specials])
    return finish(LlamaTokenizer(vocab=vocab, merges=merges, **roles), specials)


def gemma_tokenizer(specials: list[str], **roles) -> GemmaTokenizer:
    vocab, merges = byte_fallback_vocabulary(["<pad>", "<eos>", "<bos>", "<unk>", "<mask>", *specials])
    return finish(GemmaTokenizer(vocab=vocab, merges=merges, **roles), specials)


def finish(tokenizer, specials: list[str]):
    """Marks the family's own special tokens as such; their ids stay what the vocabulary says."""
    size = len(tokenizer)
    tokenizer.add_special_tokens({"additional_special_tokens": specials})
    assert len(tokenizer) == size, "a special token was not in the vocabulary"
    assert tokenizer.decode(tokenizer.encode("Größe 1 🫁\n", add_special_tokens=False)).strip() == "Größe 1 🫁"
    return tokenizer
