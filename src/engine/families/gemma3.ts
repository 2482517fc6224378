import { VoxelwiseError } from '../errors.ts'
import { flag, isFields, number, positive } from '../model/fields.ts'
import type { Family, ModelConfigs } from './family.ts'
import { settingsFile } from './processing.ts'
import { stretched } from './siglip.ts'

const boi = '<start_of_image>'

function imageLength({ config, processor }: ModelConfigs): number {
  const fields = { image_seq_length: processor.image_seq_length ?? config.mm_tokens_per_image }
  return positive(fields, 'image_seq_length', 'processor_config.json', 256)
}

/** @throws VoxelwiseError where the processor would cut crops out of an image: no published model does */
function refusePanAndScan({ imageProcessor, processor }: ModelConfigs): void {
  const inner = isFields(processor.images_kwargs) ? processor.images_kwargs : {}
  if (!flag({ ...inner, ...nonNull(imageProcessor) }, 'do_pan_and_scan', settingsFile, false)) return
  throw new VoxelwiseError({
    code: 'model-config',
    subject: `${settingsFile}: do_pan_and_scan`,
    message: 'Pan and scan, by which Gemma 3 looks at crops of a long image too, is not supported.',
    remedy: 'Set it to false, as in the published models.',
  })
}

function nonNull(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/**
 * Gemma 3. Follows `Gemma3ImageProcessorPil` and `Gemma3Processor` of Python's transformers 5.23. A decoder that
 * takes `token_type_ids` lets the tokens of an image see each other both ways, as PyTorch does.
 */
export const gemma3: Family = {
  modelTypes: ['gemma3'],
  modelClass: 'Gemma3ForConditionalGeneration',
  sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
  placeholder: () => boi,
  prepareImage(image, configs) {
    refusePanAndScan(configs)
    return {
      tensors: { pixel_values: stretched(image, configs.imageProcessor, 2) },
      tokens: `\n\n${boi}${'<image_soft_token>'.repeat(imageLength(configs))}<end_of_image>\n\n`,
    }
  },
  imageTokens: (_width, _height, configs) => imageLength(configs),
  /** `token_type_ids`, 1 x all tokens: 1 for those of an image. */
  decoderInputs({ ids }, { config }) {
    const fields = { image_token_index: config.image_token_index ?? config.image_token_id }
    const image = number(fields, 'image_token_index', 'config.json')
    const data = BigInt64Array.from(ids, id => (id === image ? 1n : 0n))
    return { token_type_ids: { type: 'int64', dims: [1, ids.length], data } }
  },
}
