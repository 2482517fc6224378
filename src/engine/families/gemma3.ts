import { numberField, wholeField } from '../base/config-fields.ts'
import { maxTokens } from './bounds.ts'
import { type Family, type InputOutline, integers, type ModelConfigs, type TensorData } from './family.ts'
import { stretched } from './processing.ts'

const boi = '<start_of_image>'

/** Tokens of an image. Gemma 3n has another name for them in config.json. */
function imageLength({ config, processor }: ModelConfigs): number {
  const configured = config.mm_tokens_per_image ?? config.vision_soft_tokens_per_image
  const fields = { image_seq_length: processor.image_seq_length ?? configured }
  return wholeField(fields, 'image_seq_length', 'processor_config.json', maxTokens, 256)
}

/**
 * Gemma 3. Follows `Gemma3ImageProcessorPil` and `Gemma3Processor` of Python's transformers 5.23, whose own
 * `do_pan_and_scan` (false) overrides the folder's files: crops are made only on request. A decoder that takes
 * `token_type_ids` lets the tokens of an image attend to each other in both directions, as in PyTorch.
 */
export const gemma3: Family = {
  modelTypes: ['gemma3'],
  modelClass: 'Gemma3ForConditionalGeneration',
  sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
  placeholder: () => boi,
  details: null,
  prepareImage: (image, configs) => ({
    tensors: { pixel_values: stretched(image, configs.imageProcessor, 2) },
    tokens: `\n\n${boi}${'<image_soft_token>'.repeat(imageLength(configs))}<end_of_image>\n\n`,
  }),
  imageTokens: (_width, _height, configs) => imageLength(configs),
  decoderInputs({ ids }, { config }) {
    const fields = { image_token_index: config.image_token_index ?? config.image_token_id }
    return { token_type_ids: tokenTypes(ids, numberField(fields, 'image_token_index', 'config.json')) }
  },
  departure: inputs => withoutTypes(inputs, 'token_type_ids'),
}

/** Which tokens are of an image: 1 x all tokens, 1 for those and 0 for text. */
export function tokenTypes(ids: readonly number[], imageToken: number): TensorData {
  const data = BigInt64Array.from(ids, id => (id === imageToken ? 1n : 0n))
  return integers([1, ids.length], data)
}

/** Without the types a decoder cannot let an image's tokens see those after them; null where it has them. */
export function withoutTypes(inputs: readonly InputOutline[], name: string): string | null {
  if (inputs.some(input => input.name === name)) return null
  return `Its decoder has no input "${name}", so an image's tokens see only those before them; in PyTorch they see each other.`
}

/** Gemma 3n. Follows `SiglipImageProcessorPil` and `Gemma3nProcessor` of Python's transformers 5.23. */
export const gemma3n: Family = {
  modelTypes: ['gemma3n'],
  modelClass: 'Gemma3nForConditionalGeneration',
  sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
  placeholder: () => '<image_soft_token>',
  details: null,
  prepareImage: (image, configs) => ({
    tensors: { pixel_values: stretched(image, configs.imageProcessor, 3) },
    tokens: `\n\n<start_of_image>${'<image_soft_token>'.repeat(imageLength(configs))}<end_of_image>\n\n`,
  }),
  imageTokens: (_width, _height, configs) => imageLength(configs),
}
