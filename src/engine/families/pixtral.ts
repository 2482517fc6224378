import { resample } from '../image/resample.ts'
import { flag, isFields, object, positive } from '../model/fields.ts'
import type { Family, ModelConfigs } from './family.ts'
import { clipColours, filterOf, normalizationOf, settingsFile, stacked } from './processing.ts'

const processorFile = 'processor_config.json'

/** Pixels that a token stands for, along one side. */
function tokenSide({ config, processor }: ModelConfigs): number {
  const vision = isFields(config.vision_config) ? config.vision_config : {}
  const fields = {
    patch_size: processor.patch_size ?? vision.patch_size,
    spatial_merge_size: processor.spatial_merge_size ?? config.spatial_merge_size,
  }
  return (
    positive(fields, 'patch_size', processorFile, 16) *
    positive(fields, 'spatial_merge_size', processorFile, 1)
  )
}

/** Rows and columns of tokens: no side longer than is said, each up to a whole token. */
function gridOf(width: number, height: number, configs: ModelConfigs): [rows: number, columns: number] {
  const side = tokenSide(configs)
  const size = object(configs.imageProcessor, 'size', settingsFile)
  const most = (field: string): number =>
    positive({ [field]: size.longest_edge ?? size[field] }, field, settingsFile)
  const ratio = Math.max(height / most('height'), width / most('width'))
  const [w, h] = ratio > 1 ? [Math.floor(width / ratio), Math.floor(height / ratio)] : [width, height]
  return [Math.floor((h - 1) / side) + 1, Math.floor((w - 1) / side) + 1]
}

/**
 * Mistral 3. Follows `PixtralImageProcessorPil` and `PixtralProcessor` of Python's transformers 5.23: an image of
 * any shape in whole tokens, a break after each row of them and an end after the last.
 */
export const mistral3: Family = {
  modelTypes: ['mistral3'],
  modelClass: 'Mistral3ForConditionalGeneration',
  sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
  placeholder: () => '[IMG]',
  prepareImage(image, configs) {
    const settings = configs.imageProcessor
    const side = tokenSide(configs)
    const [rows, columns] = gridOf(image.width, image.height, configs)
    const pixels = flag(settings, 'do_resize', settingsFile, true)
      ? resample(image, columns * side, rows * side, filterOf(settings, 3))
      : image
    const { width, height } = pixels
    const row = '[IMG]'.repeat(Math.floor(width / side))
    return {
      tensors: {
        pixel_values: {
          type: 'float32',
          dims: [1, 3, height, width],
          data: stacked([pixels], normalizationOf(settings, clipColours)),
        },
        image_sizes: {
          type: 'int64',
          dims: [1, 2],
          data: BigInt64Array.of(BigInt(height), BigInt(width)),
        },
      },
      tokens: `${Array(Math.floor(height / side))
        .fill(row)
        .join('[IMG_BREAK]')}[IMG_END]`,
    }
  },
  imageTokens(width, height, configs) {
    const [rows, columns] = gridOf(width, height, configs)
    return rows * columns
  },
}
