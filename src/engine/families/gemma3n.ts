import { whole } from '../base/config-fields.ts'
import { maxTokens } from './bounds.ts'
import type { Family, ModelConfigs } from './family.ts'
import { stretched } from './siglip.ts'

function imageLength({ config, processor }: ModelConfigs): number {
  const fields = { image_seq_length: processor.image_seq_length ?? config.vision_soft_tokens_per_image }
  return whole(fields, 'image_seq_length', 'processor_config.json', maxTokens, 256)
}

/** Gemma 3n. Follows `SiglipImageProcessorPil` and `Gemma3nProcessor` of Python's transformers 5.23. */
export const gemma3n: Family = {
  modelTypes: ['gemma3n'],
  modelClass: 'Gemma3nForConditionalGeneration',
  sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
  placeholder: () => '<image_soft_token>',
  prepareImage: (image, configs) => ({
    tensors: { pixel_values: stretched(image, configs.imageProcessor, 3) },
    tokens: `\n\n<start_of_image>${'<image_soft_token>'.repeat(imageLength(configs))}<end_of_image>\n\n`,
  }),
  imageTokens: (_width, _height, configs) => imageLength(configs),
}
