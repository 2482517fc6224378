import { halfToEven, normalize, type Pixels } from '@voxelwise/pixels'
import {
  fieldError,
  flagField,
  isFields,
  numberField,
  positiveField,
  wholeField,
} from '../base/config-fields.ts'
import { checkedTokens, checkValues, maxMerged, maxPatch } from './bounds.ts'
import {
  type Family,
  floats,
  type InputOutline,
  integers,
  sizes,
  type TensorData,
  type TokenSpan,
} from './family.ts'
import { clipColours, filterOf, normalizationOf, resized, type Settings, settingsFile } from './processing.ts'

/** Sides that are multiples of `factor`, with an area between two bounds: Python's `smart_resize`. */
function smartSize(
  width: number,
  height: number,
  factor: number,
  min: number,
  max: number,
): [width: number, height: number] {
  let w = halfToEven(width / factor) * factor
  let h = halfToEven(height / factor) * factor
  if (w * h > max) {
    const beta = Math.sqrt((height * width) / max)
    w = Math.max(factor, Math.floor(width / beta / factor) * factor)
    h = Math.max(factor, Math.floor(height / beta / factor) * factor)
  } else if (w * h < min) {
    const beta = Math.sqrt(min / (height * width))
    w = Math.ceil((width * beta) / factor) * factor
    h = Math.ceil((height * beta) / factor) * factor
  }
  return [w, h]
}

/** Bounds of the area in pixels: `min_pixels` and `max_pixels`, or the `size` of newer files. */
function areas(settings: Settings): { min: number; max: number } {
  const size = isFields(settings.size) ? settings.size : {}
  const [min = 'min_pixels', max = 'max_pixels'] = [
    settings.min_pixels == null && size.shortest_edge != null ? 'size: shortest_edge' : undefined,
    settings.max_pixels == null && size.longest_edge != null ? 'size: longest_edge' : undefined,
  ]
  const maxPixels = settings.max_pixels ?? size.longest_edge ?? size.max_pixels
  return {
    min: minArea(settings.min_pixels ?? size.shortest_edge ?? size.min_pixels, min, 56 * 56),
    max: positiveField({ [max]: maxPixels }, max, settingsFile, 28 * 28 * 1280),
  }
}

/** Pixels that an image of any size may be drawn up to. */
const maxMinArea = 2 ** 22

/** @param field where `value` was read */
function minArea(value: unknown, field: string, fallback: number): number {
  const pixels = positiveField({ [field]: value }, field, settingsFile, fallback)
  if (pixels <= maxMinArea) return pixels
  throw fieldError(settingsFile, field, `a number of pixels up to ${maxMinArea}`)
}

const maxFrames = 16

type Fitted = (width: number, height: number, settings: Settings) => [width: number, height: number]

const fittedSize: Fitted = (width, height, settings) => {
  const { min, max } = areas(settings)
  return smartSize(width, height, tokenSide(settings), min, max)
}

interface Patching {
  /** Pixels of a patch's side. */
  readonly patch: number
  /** Patches that become one token, along a side. */
  readonly merge: number
  /** How often a still image is repeated in time. */
  readonly time: number
}

export function patchingOf(settings: Settings): Patching {
  return {
    patch: wholeField(settings, 'patch_size', settingsFile, maxPatch, 14),
    merge: wholeField(settings, 'merge_size', settingsFile, maxMerged, 2),
    time: wholeField(settings, 'temporal_patch_size', settingsFile, maxFrames, 2),
  }
}

/** Pixels per token along one side. */
function tokenSide(settings: Settings): number {
  const { patch, merge } = patchingOf(settings)
  return patch * merge
}

/**
 * Planes as rows of patches, with the patches of a merged token next to each other: n x (3 * time * patch * patch). A
 * still image is repeated in time.
 */
function patches(planes: Float32Array, { width, height }: Pixels, { patch, merge, time }: Patching) {
  const across = width / patch
  const down = height / patch
  const area = patch * patch
  const values = new Float32Array(down * across * 3 * time * area)
  let to = 0
  for (let block = 0; block < (down / merge) * (across / merge); block++) {
    const top = Math.floor(block / (across / merge)) * merge
    const left = (block % (across / merge)) * merge
    for (let inner = 0; inner < merge * merge; inner++) {
      const y = (top + Math.floor(inner / merge)) * patch
      const x = (left + (inner % merge)) * patch
      for (let channel = 0; channel < 3; channel++) {
        const start = to
        for (let row = 0; row < patch; row++) {
          const at = (channel * height + y + row) * width + x
          values.set(planes.subarray(at, at + patch), to)
          to += patch
        }
        for (let again = 1; again < time; again++) {
          values.copyWithin(to, start, start + area)
          to += area
        }
      }
    }
  }
  return values
}

/** Families that take images of any size, in whole patches merged to tokens, with a decoder that uses M-RoPE positions. */
function patchFamily(
  modelTypes: readonly string[],
  modelClass: string,
  token: string,
  fitted: Fitted,
): Family {
  const sides: Fitted = (width, height, settings) => {
    const does = flagField(settings, 'do_resize', settingsFile, true)
    const [w, h] = does ? fitted(width, height, settings) : [width, height]
    const { patch, merge, time } = patchingOf(settings)
    checkValues({ width, height }, 3 * time * w * h, 'size')
    checkedTokens({ width, height }, (w * h) / (patch * merge) ** 2, 'patch_size')
    return [w, h]
  }
  return {
    modelTypes,
    modelClass,
    sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
    placeholder: () => token,
    prepareImage(image, { imageProcessor: settings }) {
      const patching = patchingOf(settings)
      const { patch, merge } = patching
      const [width, height] = sides(image.width, image.height, settings)
      const pixels = resized(image, width, height, filterOf(settings, 3), 'size')
      const planes = normalize(pixels, normalizationOf(settings, clipColours))
      const data = patches(planes, pixels, patching)
      const rows = pixels.height / patch
      const columns = pixels.width / patch
      return {
        tensors: {
          pixel_values: floats([rows * columns, data.length / (rows * columns)], data),
          image_grid_thw: sizes(1, rows, columns),
        },
        tokens: token.repeat((rows * columns) / merge ** 2),
        grid: [rows / merge, columns / merge],
      }
    },
    imageTokens(width, height, { imageProcessor: settings }) {
      const [w, h] = sides(width, height, settings)
      return (w * h) / tokenSide(settings) ** 2
    },
    decoderInputs: (span, { config }) => ({
      position_ids: mropePositions(span, numberField(config, 'image_token_id', 'config.json')),
    }),
  }
}

const withoutDeepStack =
  'Its decoder takes the last layer of the image encoder alone; in PyTorch earlier layers contribute too (DeepStack).'

/** Embeddings that carry DeepStack's features are wider than the model by one width each. */
function losesDeepStack(inputs: readonly InputOutline[], config: Settings): boolean {
  const vision = isFields(config.vision_config) ? config.vision_config : {}
  const text = isFields(config.text_config) ? config.text_config : {}
  const stacked = Array.isArray(vision.deepstack_visual_indexes) ? vision.deepstack_visual_indexes.length : 0
  const width = inputs.find(({ name }) => name === 'inputs_embeds')?.dims.at(-1)
  return stacked > 0 && width === text.hidden_size
}

/** Follows `Qwen2VLImageProcessorPil` and `Qwen2VLProcessor` of Python's transformers 5.23. */
function qwenVl(modelTypes: readonly string[], modelClass: string): Family {
  return {
    ...patchFamily(modelTypes, modelClass, '<|image_pad|>', fittedSize),
    departure: (inputs, { config }) => (losesDeepStack(inputs, config) ? withoutDeepStack : null),
  }
}

export const qwen2Vl = qwenVl(['qwen2_vl'], 'Qwen2VLForConditionalGeneration')
export const qwen25Vl = qwenVl(['qwen2_5_vl'], 'Qwen2_5_VLForConditionalGeneration')
export const qwen3Vl = qwenVl(['qwen3_vl'], 'Qwen3VLForConditionalGeneration')
export const qwen3VlMoe = qwenVl(['qwen3_vl_moe'], 'Qwen3VLMoeForConditionalGeneration')
export const qwen35 = qwenVl(['qwen3_5'], 'Qwen3_5ForConditionalGeneration')
export const qwen35Moe = qwenVl(['qwen3_5_moe'], 'Qwen3_5MoeForConditionalGeneration')

/**
 * Positions of M-RoPE for a span: 3 x 1 x n, in time, row and column. `get_rope_index` of Python's Qwen2VLModel: text
 * counts on in all three. An image is at one point in time, extends over rows and columns from there, and the following
 * text counts on from its longer side.
 * @param imageToken the token of each piece of an image
 * @throws RangeError if there are more images among the tokens than grids
 */
export function mropePositions({ ids, from, grids }: TokenSpan, imageToken: number): TensorData {
  const length = ids.length - from
  const data = new BigInt64Array(3 * length)
  const write = (i: number, time: number, row: number, column: number): void => {
    if (i < from) return
    data[i - from] = BigInt(time)
    data[length + i - from] = BigInt(row)
    data[2 * length + i - from] = BigInt(column)
  }
  const images = grids.values()
  let position = 0
  for (let i = 0; i < ids.length; ) {
    const grid = ids[i] === imageToken ? images.next().value : undefined
    if (!grid) {
      // An image token that the model itself wrote is text.
      write(i++, position, position, position)
      position++
      continue
    }
    const [rows, columns] = grid
    for (let k = 0; k < rows * columns; k++)
      write(i++, position, position + Math.floor(k / columns), position + (k % columns))
    position += Math.max(rows, columns)
  }
  return integers([3, 1, length], data)
}

/**
 * GLM-OCR. Follows `Glm46VImageProcessorPil` and `Glm46VProcessor` of Python's transformers 5.23: sized as Qwen-VL's
 * images are, save that a side shorter than a token is first drawn up to one, and that the bounds are of a
 * volume, in which a still image is repeated in time.
 */
export const glmOcr: Family = patchFamily(
  ['glm_ocr'],
  'GlmOcrForConditionalGeneration',
  '<|image|>',
  (width, height, settings) => {
    const { time } = patchingOf(settings)
    const size = isFields(settings.size) ? settings.size : {}
    const least = minArea(size.shortest_edge, 'size: shortest_edge', 112 * 112) / time
    const most = positiveField(size, 'longest_edge', settingsFile, 28 * 28 * 15000) / time
    const side = tokenSide(settings)
    if (width >= side && height >= side) return smartSize(width, height, side, least, most)
    const scale = Math.max(side / height, side / width)
    return smartSize(Math.trunc(width * scale), Math.trunc(height * scale), side, least, most)
  },
)
