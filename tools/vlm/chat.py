"""The conversation format: special tokens, chat template and the benchmark's prompt."""

END_OF_TEXT = "<|endoftext|>"
TURN_START = "<|im_start|>"
TURN_END = "<|im_end|>"
FAKE_IMAGE_TOKEN = "<fake_token_around_image>"
IMAGE_TOKEN = "<image>"
END_OF_UTTERANCE = "<end_of_utterance>"
GLOBAL_IMAGE_TOKEN = "<global-img>"

# The order fixes the ids (0..6); the first three match SmolVLM's.
SPECIAL_TOKENS = (
    END_OF_TEXT,
    TURN_START,
    TURN_END,
    FAKE_IMAGE_TOKEN,
    IMAGE_TOKEN,
    END_OF_UTTERANCE,
    GLOBAL_IMAGE_TOKEN,
)

# SmolVLM's own template, unchanged.
CHAT_TEMPLATE = (
    "<|im_start|>{% for message in messages %}{{message['role'] | capitalize}}"
    "{% if message['content'][0]['type'] == 'image' %}{{':'}}{% else %}{{': '}}{% endif %}"
    "{% for line in message['content'] %}{% if line['type'] == 'text' %}{{line['text']}}"
    "{% elif line['type'] == 'image' %}{{ '<image>' }}{% endif %}{% endfor %}<end_of_utterance>\n"
    "{% endfor %}{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}"
)

LETTERS = "ABCD"


def multiple_choice_prompt(question: str, options) -> str:
    """The official MedRCube prompt."""
    lines = [f"Question: {question}", "Options:"]
    lines += [f"{letter}. {option}" for letter, option in zip(LETTERS, options)]
    lines.append("Answer with the option's letter from the given choices directly.")
    return "\n".join(lines)


def user_turn(text: str, with_image: bool) -> list[dict]:
    """One user turn, the image (if any) before the text."""
    image = [{"type": "image"}] if with_image else []
    return [{"role": "user", "content": [*image, {"type": "text", "text": text}]}]


# What the template makes of a turn, for building training sequences without rendering jinja millions of times.
# `tools/vlm/tokenizer.py` checks that these strings agree with the template.
USER_PREFIX_IMAGE = f"{TURN_START}User:"
USER_PREFIX_TEXT = f"{TURN_START}User: "
USER_SUFFIX = f"{END_OF_UTTERANCE}\nAssistant:"


def expanded_image(image_seq_len: int) -> str:
    """What the processor puts in the place of `<image>` when images are not split."""
    return f"{FAKE_IMAGE_TOKEN}{GLOBAL_IMAGE_TOKEN}{IMAGE_TOKEN * image_seq_len}{FAKE_IMAGE_TOKEN}"
