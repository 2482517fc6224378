"""Runs an exported phantom VLM with onnxruntime: the Python counterpart of what the page does."""

from pathlib import Path

import numpy as np
import onnxruntime

VARIANT_SUFFIX = {"fp32": "", "q8": "_quantized", "q4": "_q4"}


class OnnxVlm:
    """The three sessions of one precision and the glue between them."""

    def __init__(self, folder, variant: str, image_token_id: int, threads: int = 2):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        suffix = VARIANT_SUFFIX[variant]
        self.vision, self.embedding, self.decoder = (
            onnxruntime.InferenceSession(
                str(Path(folder) / "onnx" / f"{part}{suffix}.onnx"), options, providers=["CPUExecutionProvider"]
            )
            for part in ("vision_encoder", "embed_tokens", "decoder_model_merged")
        )
        self.image_token_id = image_token_id

    def image_features(self, pixel_values, pixel_attention_mask) -> np.ndarray:
        feeds = {
            "pixel_values": np.asarray(pixel_values, np.float32),
            "pixel_attention_mask": np.asarray(pixel_attention_mask).astype(bool),
        }
        return self.vision.run(None, feeds)[0]

    def embed(self, input_ids, image_features=None) -> np.ndarray:
        """Token embeddings with the image features in the places of the image tokens."""
        embeds = self.embedding.run(None, {"input_ids": np.asarray(input_ids, np.int64)})[0]
        if image_features is not None:
            embeds[np.asarray(input_ids) == self.image_token_id] = image_features.reshape(-1, embeds.shape[-1])
        return embeds

    def empty_cache(self, batch: int) -> dict[str, np.ndarray]:
        return {
            x.name: np.zeros((batch, x.shape[1], 0, x.shape[3]), np.float32)
            for x in self.decoder.get_inputs()
            if x.name.startswith("past_key_values")
        }

    def decode(self, embeds, attention_mask, cache) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Logits of the new tokens and the longer cache."""
        mask = np.asarray(attention_mask, np.int64)
        positions = np.where(mask == 0, 1, np.cumsum(mask, -1) - 1)[:, -embeds.shape[1] :]
        feeds = {"inputs_embeds": embeds, "attention_mask": mask, "position_ids": positions, **cache}
        names = [x.name for x in self.decoder.get_outputs()]
        outputs = dict(zip(names, self.decoder.run(None, feeds)))
        logits = outputs.pop("logits")
        return logits, {name.replace("present", "past_key_values"): value for name, value in outputs.items()}

    def generate(self, input_ids, image_features, eos_token_id: int, max_new_tokens: int) -> list[int]:
        """Greedy continuation of one prompt, without the end token's id."""
        ids = np.asarray(input_ids, np.int64)
        embeds, cache, length, new = self.embed(ids, image_features), self.empty_cache(1), ids.shape[1], []
        while True:
            logits, cache = self.decode(embeds, np.ones((1, length)), cache)
            token = int(logits[0, -1].argmax())
            if token == eos_token_id:
                return new
            new.append(token)
            if len(new) == max_new_tokens:
                return new
            embeds, length = self.embed([[token]]), length + 1
