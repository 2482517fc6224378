import { centerCrop, type Pixels, padToSquare } from '@voxelwise/pixels'
import { ownValue } from '@voxelwise/python'
import { flagField, isFields, numberField, objectField, wholeField } from '../base/config-fields.ts'
import { checkedTokens, checkSize, checkValues, maxPatch, maxSide } from './bounds.ts'
import { type Family, floats, type ModelConfigs } from './family.ts'
import {
  clipColours,
  readFilter,
  readNormalization,
  resized,
  type Settings,
  settingsFile,
  stacked,
} from './processing.ts'

type Size = Pick<Pixels, 'width' | 'height'>

/** Sizes are an object, or in older files one number. */
function sides(settings: Settings, field: string): Settings {
  const value = ownValue(settings, field)
  if (typeof value !== 'number') return objectField(settings, field, settingsFile)
  return field === 'size' ? { shortest_edge: value } : { height: value, width: value }
}

/** The shortest edge at its size, the other by the aspect ratio; or both as given. */
function resizedSides({ width, height }: Size, settings: Settings): Size {
  const size = sides(settings, 'size')
  if (size.shortest_edge === undefined) return both(size, 'size')
  const short = wholeField(size, 'shortest_edge', `${settingsFile}: size`, maxSide)
  const long = Math.trunc((short * Math.max(width, height)) / Math.min(width, height))
  return width <= height ? { width: short, height: long } : { width: long, height: short }
}

function both(size: Settings, name: string): Size {
  const side = (field: string): number => wholeField(size, field, `${settingsFile}: ${name}`, maxSide)
  return { width: side('width'), height: side('height') }
}

/** The image's size after each step: padded to a square, resized, cropped; null for a skipped step. */
function steps(image: Size, settings: Settings): { square: Size; fitted: Size; cropped: Size } {
  const does = (field: string, fallback: boolean): boolean =>
    flagField(settings, field, settingsFile, fallback)
  const side = Math.max(image.width, image.height)
  // Only LLaVA's own processor pads; CLIP's ignores the field.
  const pads = String(settings.image_processor_type ?? '').startsWith('Llava') && does('do_pad', false)
  const square = pads ? { width: side, height: side } : image
  checkSize(image, square.width, square.height, 'do_pad')
  const fitted = does('do_resize', true) ? resizedSides(square, settings) : square
  checkSize(square, fitted.width, fitted.height, 'size')
  const cropped = does('do_center_crop', true) ? both(sides(settings, 'crop_size'), 'crop_size') : fitted
  checkValues(image, 3 * cropped.width * cropped.height, 'crop_size')
  return { square, fitted, cropped }
}

/** As many as the vision tower leaves of an image of that size. */
function imageLength(image: Size, { config, processor }: ModelConfigs): number {
  const vision = isFields(config.vision_config) ? config.vision_config : {}
  const patch = wholeField(
    { patch_size: processor.patch_size ?? vision.patch_size },
    'patch_size',
    'processor_config.json',
    maxPatch,
  )
  const strategy =
    processor.vision_feature_select_strategy ?? config.vision_feature_select_strategy ?? 'default'
  // CLIP puts a class token before the patches; older files do not mention it.
  const classTokens = vision.model_type === 'clip_vision_model' ? 1 : 0
  const extra = numberField(processor, 'num_additional_image_tokens', 'processor_config.json', classTokens)
  return (
    Math.floor(image.height / patch) * Math.floor(image.width / patch) +
    extra -
    (strategy === 'default' ? 1 : 0)
  )
}

/** Pixels of a token's side if no file gives it: FastViT halves an image six times. */
const fastVitPatch = 64

/** FastVLM has no class token, and its settings do not describe the encoder. */
function fastVlmLength(image: Size, { processor }: ModelConfigs): number {
  const patch = wholeField(processor, 'patch_size', 'processor_config.json', maxPatch, fastVitPatch)
  return Math.floor(image.height / patch) * Math.floor(image.width / patch)
}

/** @param length tokens of an image of the size that the encoder is given */
function llavaFamily(
  modelType: string,
  modelClass: string,
  length: (image: Size, configs: ModelConfigs) => number,
): Family {
  return {
    modelTypes: [modelType],
    modelClass,
    sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
    placeholder: () => '<image>',
    details: null,
    prepareImage(image, configs) {
      const settings = configs.imageProcessor
      const how = readNormalization(settings, clipColours)
      const { square, fitted, cropped } = steps(image, settings)
      const edge = (how.meanAndStd?.mean ?? []).map(mean => Math.trunc(mean * 255))
      const squared = square === image ? image : padToSquare(image, edge)
      const filter = readFilter(settings, 3)
      const drawn = resized(squared, fitted.width, fitted.height, filter, 'size')
      const pixels = cropped === fitted ? drawn : centerCrop(drawn, cropped.width, cropped.height)
      return {
        tensors: {
          pixel_values: floats([1, 3, pixels.height, pixels.width], stacked([pixels], how)),
        },
        tokens: '<image>'.repeat(checkedTokens(image, length(pixels, configs), 'crop_size')),
      }
    },
    imageTokens(width, height, configs) {
      const image = { width, height }
      return checkedTokens(image, length(steps(image, configs.imageProcessor).cropped, configs), 'crop_size')
    },
  }
}

/**
 * LLaVA 1.5. Follows `CLIPImageProcessorPil`, `LlavaImageProcessorPil` (which may pad to a square first) and
 * `LlavaProcessor` of Python's transformers 5.23.
 */
export const llava = llavaFamily('llava', 'LlavaForConditionalGeneration', imageLength)

/** FastVLM. Follows `CLIPImageProcessorPil` and `LlavaProcessor` of Python's `fast_vlm`. */
export const llavaQwen2: Family = {
  ...llavaFamily('llava_qwen2', 'LlavaQwen2ForCausalLM', fastVlmLength),
  oneImage: 'its checkpoints were trained on one image a prompt',
}
