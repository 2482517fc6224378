import { normalize } from '@voxelwise/pixels'
import { fieldError, flagField, isFields, numberField, wholeField } from '../base/config-fields.ts'
import { checkedTokens, maxMerged, maxPatch, maxTokens, maxValues } from './bounds.ts'
import { type Family, floats, integers, type ModelConfigs } from './family.ts'
import { tokenTypes, withoutTypes } from './gemma3.ts'
import {
  plainColours,
  readFilter,
  readNormalization,
  resized,
  type Settings,
  settingsFile,
} from './processing.ts'

/** Counted in patches; `pool` x `pool` patches become one token. */
function readSettings(settings: Settings) {
  const pool = wholeField(settings, 'pooling_kernel_size', settingsFile, maxMerged, 3)
  const patch = wholeField(settings, 'patch_size', settingsFile, maxPatch, 16)
  const most = wholeField(settings, 'max_soft_tokens', settingsFile, maxTokens, 280) * pool ** 2
  if (3 * most * patch ** 2 <= maxValues) return { patch, pool, most }
  throw fieldError(
    settingsFile,
    'max_soft_tokens',
    `less: its patches would contain ${3 * most * patch ** 2} numbers`,
  )
}

/** `get_aspect_ratio_preserving_size`: the largest sides in whole tokens within the maximum number of patches. */
function fittedSize(width: number, height: number, settings: Settings): [width: number, height: number] {
  const { patch, pool, most } = readSettings(settings)
  if (!flagField(settings, 'do_resize', settingsFile, true)) {
    if (width * height <= most * patch ** 2) return [width, height]
    throw new RangeError('it is larger than max_soft_tokens, and do_resize is false')
  }
  const side = pool * patch
  const factor = Math.sqrt((most * patch ** 2) / (height * width))
  const whole = (length: number): number => Math.floor((factor * length) / side) * side
  const longest = Math.floor(most / pool ** 2) * side
  const [w, h] = [whole(width), whole(height)]
  if (h === 0) return [Math.min(Math.floor(width / height) * side, longest), side]
  if (w === 0) return [side, Math.min(Math.floor(height / width) * side, longest)]
  return [w, h]
}

/** Planes as rows of patches, in a patch by row, column and channel; zeros after the last patch. */
function patches(planes: Float32Array, width: number, height: number, patch: number, most: number) {
  const values = new Float32Array(most * 3 * patch * patch)
  const places = new BigInt64Array(most * 2).fill(-1n)
  let to = 0
  for (let top = 0, n = 0; top < height; top += patch)
    for (let left = 0; left < width; left += patch, n++) {
      places[2 * n] = BigInt(left / patch)
      places[2 * n + 1] = BigInt(top / patch)
      for (let y = top; y < top + patch; y++)
        for (let x = left; x < left + patch; x++)
          for (let channel = 0; channel < 3; channel++)
            values[to++] = planes[(channel * height + y) * width + x] ?? 0
    }
  return { values, places }
}

function imageLength(width: number, height: number, { imageProcessor }: ModelConfigs): number {
  const { patch, pool } = readSettings(imageProcessor)
  const [w, h] = fittedSize(width, height, imageProcessor)
  return checkedTokens({ width, height }, (w * h) / (patch * pool) ** 2, 'patch_size')
}

/**
 * Gemma 4. Follows `Gemma4ImageProcessorPil` and `Gemma4Processor` of Python's transformers 5.23; transformers.js
 * would put line breaks around an image, which they do not.
 */
export const gemma4: Family = {
  modelTypes: ['gemma4'],
  modelClass: 'Gemma4ForConditionalGeneration',
  sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
  placeholder: () => '<|image|>',
  details: null,
  prepareImage(image, configs) {
    const settings = configs.imageProcessor
    const { patch, most } = readSettings(settings)
    const [width, height] = fittedSize(image.width, image.height, settings)
    const tokens = imageLength(image.width, image.height, configs)
    const pixels = resized(image, width, height, readFilter(settings, 3), 'size')
    const planes = normalize(pixels, readNormalization({ do_normalize: false, ...settings }, plainColours))
    const { values, places } = patches(planes, width, height, patch, most)
    return {
      tensors: {
        pixel_values: floats([1, most, 3 * patch ** 2], values),
        pixel_position_ids: integers([1, most, 2], places),
      },
      tokens: `<|image>${'<|image|>'.repeat(tokens)}<image|>`,
    }
  },
  imageTokens: imageLength,
  /** For the per-layer inputs, an image's tokens count as padding. */
  embeddedIds(ids, { config }) {
    const text = isFields(config.text_config) ? config.text_config : {}
    const padding = numberField(text, 'pad_token_id', 'config.json: text_config', 0)
    const others = new Set([config.image_token_id, config.video_token_id, config.audio_token_id])
    return ids.map(id => (others.has(id) ? padding : id))
  },
  decoderInputs: ({ ids }, { config }) => ({
    mm_token_type_ids: tokenTypes(ids, numberField(config, 'image_token_id', 'config.json')),
  }),
  departure(inputs, { config }) {
    const text = isFields(config.text_config) ? config.text_config : {}
    return text.use_bidirectional_attention === 'vision' ? withoutTypes(inputs, 'mm_token_type_ids') : null
  },
}
