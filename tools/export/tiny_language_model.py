"""Makes the tiny random language model that the tests use as a judge, and exports it by the command itself.

Usage: python tools/export/tiny_language_model.py OUT          (test/golden/language-model)
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "families"))

import torch  # noqa: E402
from transformers import LlamaConfig, LlamaForCausalLM  # noqa: E402
from vocabulary import gpt2_tokenizer  # noqa: E402

TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)


def main() -> None:
    torch.manual_seed(0)
    marks = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    tokenizer = gpt2_tokenizer(marks, bos_token=marks[0], eos_token=marks[2], pad_token=marks[0])
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=4096,
        bos_token_id=0,
        eos_token_id=2,
        pad_token_id=0,
        # Logits far apart, so that no rounding decides what it says.
        initializer_range=0.3,
    )
    with tempfile.TemporaryDirectory() as work:
        LlamaForCausalLM(config).save_pretrained(work)
        tokenizer.save_pretrained(work)
        Path(work, "chat_template.jinja").write_text(TEMPLATE)
        command = [sys.executable, str(HERE), work, "--out", sys.argv[1], "--dtypes", "fp32", "--verify"]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
