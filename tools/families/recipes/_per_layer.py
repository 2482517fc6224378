"""What Gemma 3n and Gemma 4 share: every layer of the decoder is told something of each token beside its embedding."""

import torch
from torch import nn

from graphs import Decoder, Embed, causal_bias, with_window


class PerLayerEmbed(Embed):
    """input_ids -> inputs_embeds, and per_layer_inputs [batch, tokens, layers, values]."""

    outputs = ("inputs_embeds", "per_layer_inputs")

    def __init__(self, text_model):
        super().__init__(text_model.embed_tokens)
        self.text_model = text_model

    def forward(self, input_ids):
        return super().forward(input_ids), self.text_model.get_per_layer_inputs(input_ids)


class BoundHead(nn.Module):
    """Logits within the bound that the configuration names."""

    def __init__(self, model):
        super().__init__()
        self.lm_head, self.bound = model.lm_head, model.config.text_config.final_logit_softcapping

    def forward(self, hidden):
        if self.bound is None:
            return self.lm_head(hidden)
        return torch.tanh(self.lm_head(hidden) / self.bound) * self.bound


class PerLayerDecoder(Decoder):
    """Takes `per_layer_inputs` of the new tokens; layers that share keys and values have no cache."""

    inputs = {**Decoder.inputs, "per_layer_inputs": {0: "batch_size", 1: "sequence_length"}}

    def layers(self):
        return self.config.num_hidden_layers - self.config.num_kv_shared_layers

    def forward(self, inputs_embeds, attention_mask, position_ids, per_layer_inputs, *past):
        self.per_layer = per_layer_inputs
        return super().forward(inputs_embeds, attention_mask, position_ids, *past)

    def mask(self, inputs_embeds, attention_mask):
        return with_window(causal_bias(inputs_embeds, attention_mask), self.config.sliding_window)

    def run(self, inputs_embeds, mask, position_ids, cache):
        return self.text_model(
            inputs_embeds=inputs_embeds,
            per_layer_inputs=self.per_layer,
            attention_mask=mask,
            position_ids=position_ids,
            past_key_values=cache,
            use_cache=True,
        ).last_hidden_state

    def example(self):
        embeds, mask, positions, *past = super().example()
        per_layer = torch.randn(2, 3, self.config.num_hidden_layers, self.config.hidden_size_per_layer_input)
        return [embeds, mask, positions, per_layer, *past]
