import { flagField, isFields, numberField, positiveField } from '../base/config-fields.ts'
import { checkedTokens, checkValues } from './bounds.ts'
import {
  type Family,
  type FamilyDetails,
  type InputOutline,
  integers,
  type ModelConfigs,
  type TensorData,
  type TokenSpan,
} from './family.ts'
import {
  areas,
  minArea,
  patchedImage,
  pixelDetails,
  readPatching,
  smartSize,
  writtenAreas,
} from './patches.ts'
import { clipColours, type Settings, settingsFile } from './processing.ts'

type Fitted = (width: number, height: number, configs: ModelConfigs) => [width: number, height: number]

/** Pixels per token along one side. */
function tokenSide(configs: ModelConfigs): number {
  const { patch, merge } = readPatching(configs)
  return patch * merge
}

const fittedSize: Fitted = (width, height, configs) => {
  const { min, max } = areas(configs.imageProcessor)
  return smartSize(width, height, tokenSide(configs), min, max)
}

const areaDetails = pixelDetails(({ imageProcessor }) => areas(imageProcessor), writtenAreas)

/** Families that take images of any size, in whole patches merged to tokens, with a decoder that uses M-RoPE positions. */
function patchFamily(
  modelTypes: readonly string[],
  modelClass: string,
  token: string,
  fitted: Fitted,
  details: FamilyDetails,
): Family {
  const sides: Fitted = (width, height, configs) => {
    const does = flagField(configs.imageProcessor, 'do_resize', settingsFile, true)
    const [w, h] = does ? fitted(width, height, configs) : [width, height]
    const { patch, merge, time } = readPatching(configs)
    checkValues({ width, height }, 3 * time * w * h, 'size')
    checkedTokens({ width, height }, (w * h) / (patch * merge) ** 2, 'patch_size')
    return [w, h]
  }
  return {
    modelTypes,
    modelClass,
    sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
    placeholder: () => token,
    details,
    prepareImage(image, configs) {
      const { merge } = readPatching(configs)
      const size = sides(image.width, image.height, configs)
      const { tensors, rows, columns } = patchedImage(image, size, configs, clipColours)
      return {
        tensors,
        tokens: token.repeat((rows * columns) / merge ** 2),
        grid: [rows / merge, columns / merge],
      }
    },
    imageTokens(width, height, configs) {
      const [w, h] = sides(width, height, configs)
      return (w * h) / tokenSide(configs) ** 2
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
    ...patchFamily(modelTypes, modelClass, '<|image_pad|>', fittedSize, areaDetails),
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

/** Bounds of an image's area; the settings are of a volume. */
function volumeAreas(configs: ModelConfigs) {
  const { imageProcessor: settings } = configs
  const { time } = readPatching(configs)
  const size = isFields(settings.size) ? settings.size : {}
  return {
    min: minArea(size.shortest_edge, 'size: shortest_edge', 112 * 112) / time,
    max: positiveField(size, 'longest_edge', settingsFile, 28 * 28 * 15000) / time,
  }
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
  (width, height, configs) => {
    const { min, max } = volumeAreas(configs)
    const side = tokenSide(configs)
    if (width >= side && height >= side) return smartSize(width, height, side, min, max)
    const scale = Math.max(side / height, side / width)
    return smartSize(Math.trunc(width * scale), Math.trunc(height * scale), side, min, max)
  },
  pixelDetails(volumeAreas, ({ min, max }, configs) => {
    const { time } = readPatching(configs)
    return { size: { shortest_edge: min * time, longest_edge: max * time } }
  }),
)
