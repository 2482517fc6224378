import { ownValue } from '@voxelwise/python'
import { flagField, isFields, objectField, wholeField } from '../base/config-fields.ts'
import type { ImageDetail } from '../base/image-detail.ts'
import { checkedTokens, checkValues, maxMerged, maxPatch, maxSide } from './bounds.ts'
import { type Family, floats, type ModelConfigs, sizes } from './family.ts'
import { clipColours, readFilter, readNormalization, resized, settingsFile, stacked } from './processing.ts'

const processorFile = 'processor_config.json'

/** Pixels per token along one side. */
function tokenSide({ config, processor }: ModelConfigs): number {
  const vision = isFields(config.vision_config) ? config.vision_config : {}
  const fields = {
    patch_size: processor.patch_size ?? vision.patch_size,
    spatial_merge_size: processor.spatial_merge_size ?? config.spatial_merge_size,
  }
  return (
    wholeField(fields, 'patch_size', processorFile, maxPatch, 16) *
    wholeField(fields, 'spatial_merge_size', processorFile, maxMerged, 1)
  )
}

interface Variant {
  readonly modelTypes: readonly string[]
  readonly modelClass: string
  /** The token of a piece of an image. */
  readonly token: string
  /** An image's sides are multiples of this many pixels. */
  step(configs: ModelConfigs): readonly [height: number, width: number]
  /** The prompt's text for this many rows and columns of tokens. */
  text(rows: number, columns: number): string
}

/** No side longer than the limit, each rounded up to a full step. */
function fittedSize(
  width: number,
  height: number,
  { imageProcessor: settings }: ModelConfigs,
  [down, across]: readonly [number, number],
): [width: number, height: number] {
  if (!flagField(settings, 'do_resize', settingsFile, true)) return [width, height]
  const size = objectField(settings, 'size', settingsFile)
  const most = (field: string): number =>
    wholeField(
      { [field]: size.longest_edge ?? ownValue(size, field) },
      field,
      `${settingsFile}: size`,
      maxSide,
    )
  const ratio = Math.max(height / most('height'), width / most('width'))
  const [w, h] = ratio > 1 ? [Math.floor(width / ratio), Math.floor(height / ratio)] : [width, height]
  return [(Math.floor((w - 1) / across) + 1) * across, (Math.floor((h - 1) / down) + 1) * down]
}

/** A half and a quarter of the model's own longest side, in whole steps, if they have room for two tokens. */
function offeredSides(
  configs: ModelConfigs,
  [down, across]: readonly [number, number],
): readonly ImageDetail[] {
  const { size: given } = configs.imageProcessor
  const size = isFields(given) ? given : {}
  if (size.longest_edge === undefined) return []
  const longest = wholeField(size, 'longest_edge', `${settingsFile}: size`, maxSide)
  const step = Math.max(down, across)
  const sides = [4, 2].map(part => Math.floor(longest / part / step) * step)
  return sides.filter(side => side >= 2 * tokenSide(configs)).map(most => ({ measure: 'side', most }))
}

/** Families that see an image of any shape by Pixtral, patches merged to tokens: `PixtralImageProcessorPil`. */
function pixtral({ modelTypes, modelClass, token, step, text }: Variant): Family {
  return {
    modelTypes,
    modelClass,
    sessions: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
    placeholder: () => token,
    details: {
      settings: ({ measure, most }) => (measure === 'side' ? { size: { longest_edge: most } } : null),
      offered: configs => offeredSides(configs, step(configs)),
    },
    prepareImage(image, configs) {
      const settings = configs.imageProcessor
      const side = tokenSide(configs)
      const [width, height] = fittedSize(image.width, image.height, configs, step(configs))
      checkValues(image, 3 * width * height, 'size')
      const rows = Math.floor(height / side)
      const columns = Math.floor(width / side)
      checkedTokens(image, rows * columns, 'patch_size')
      const pixels = resized(image, width, height, readFilter(settings, 3), 'size')
      const how = readNormalization(settings, clipColours)
      return {
        tensors: {
          pixel_values: floats([1, 3, height, width], stacked([pixels], how)),
          image_sizes: sizes(height, width),
        },
        tokens: text(rows, columns),
      }
    },
    imageTokens(width, height, configs) {
      const side = tokenSide(configs)
      const [w, h] = fittedSize(width, height, configs, step(configs))
      return checkedTokens({ width, height }, Math.floor(h / side) * Math.floor(w / side), 'patch_size')
    },
  }
}

/**
 * Mistral 3. Follows `PixtralProcessor` of Python's transformers 5.23: an image in whole tokens, a break after each row
 * and an end after the last.
 */
export const mistral3 = pixtral({
  modelTypes: ['mistral3'],
  modelClass: 'Mistral3ForConditionalGeneration',
  token: '[IMG]',
  step: configs => [tokenSide(configs), tokenSide(configs)],
  text: (rows, columns) => `${Array(rows).fill('[IMG]'.repeat(columns)).join('[IMG_BREAK]')}[IMG_END]`,
})

/**
 * LightOnOCR. Follows `LightOnOcrProcessor` of Python's transformers 5.23: sides are multiples given by the image
 * processor's own file, and partial tokens at the edges are dropped.
 */
export const lightonOcr = pixtral({
  modelTypes: ['lighton_ocr'],
  modelClass: 'LightOnOcrForConditionalGeneration',
  token: '<|image_pad|>',
  step({ imageProcessor: { patch_size: patch = 16 } }) {
    const sides = isFields(patch) ? patch : { height: patch, width: patch }
    const side = (field: string): number => wholeField(sides, field, `${settingsFile}: patch_size`, maxSide)
    return [side('height'), side('width')]
  },
  text: (rows, columns) => '<|image_pad|>'.repeat(rows * columns),
})
