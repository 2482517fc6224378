import { wholeField } from '../base/config-fields.ts'
import { maxTokens } from './bounds.ts'
import type { Family, ModelConfigs } from './family.ts'
import { stretched, towerPatches } from './processing.ts'

/** From the image processor; else as many as the image has patches. */
function imageLength(configs: ModelConfigs): number {
  const { imageProcessor } = configs
  if (imageProcessor.image_seq_length !== undefined)
    return wholeField(imageProcessor, 'image_seq_length', 'preprocessor_config.json', maxTokens)
  return towerPatches(configs)
}

/**
 * PaliGemma. Follows `SiglipImageProcessorPil` and `PaliGemmaProcessor` of Python's transformers 5.23, whose
 * prompt is the images, the beginning-of-text token, the text and a line break.
 */
export const paligemma: Family = {
  modelTypes: ['paligemma'],
  modelClass: 'PaliGemmaForConditionalGeneration',
  sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
  placeholder: () => '<image>',
  details: null,
  oneImage: 'only checkpoints fine-tuned on pairs take several, and no file of a checkpoint shows this',
  prepareImage: (image, configs) => ({
    tensors: { pixel_values: stretched(image, configs.imageProcessor, 3) },
    tokens: '<image>'.repeat(imageLength(configs)),
  }),
  imageTokens: (_width, _height, configs) => imageLength(configs),
  prefixUnsupported: 'every token of a prompt attends to all others, including later ones',
  template:
    "{% for message in messages %}{% for item in message['content'] %}" +
    "{% if item['type'] == 'image' %}<image>{% endif %}{% endfor %}{{ bos_token }}" +
    "{% for item in message['content'] %}{% if item['type'] == 'text' %}{{ item['text'] }}{% endif %}{% endfor %}" +
    "{{ '\n' }}{% endfor %}",
  onlyTemplate: true,
}
