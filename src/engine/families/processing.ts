import {
  filterOfPil,
  type Normalization,
  normalize,
  type Pixels,
  type ResampleFilter,
  resample,
} from '@voxelwise/pixels'
import { ownValue } from '@voxelwise/python'
import {
  fieldError,
  flagField,
  numberField,
  objectField,
  positiveField,
  tripleField,
  wholeField,
} from '../base/config-fields.ts'
import { checkSize, checkValues, maxPatch, maxSide, maxTokens, settingsFile } from './bounds.ts'
import { floats, type ModelConfigs, type TensorData } from './family.ts'

/** Shared by the image processors of all families. */

export type Settings = Readonly<Record<string, unknown>>

export { settingsFile }

/** Colour statistics that processors name when their file does not. */
export const clipColours = {
  mean: [0.48145466, 0.4578275, 0.40821073],
  std: [0.26862954, 0.26130258, 0.27577711],
} as const

export const plainColours = { mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] } as const

interface Colours {
  readonly mean: readonly number[]
  readonly std: readonly number[]
}

/** @param colours of the family, for a file that names none */
export function readNormalization(settings: Settings, colours: Colours): Normalization {
  const named = (field: string, fallback: readonly number[]): readonly number[] =>
    ownValue(settings, field) === undefined || ownValue(settings, field) === null
      ? fallback
      : tripleField(settings, field, settingsFile)
  const deviations = (): readonly number[] => {
    const std = named('image_std', colours.std)
    if (std.every(value => Math.fround(value) !== 0)) return std
    throw fieldError(settingsFile, 'image_std', 'three numbers other than 0')
  }
  return {
    rescaleFactor: flagField(settings, 'do_rescale', settingsFile, true)
      ? positiveField(settings, 'rescale_factor', settingsFile, 1 / 255)
      : null,
    meanAndStd: flagField(settings, 'do_normalize', settingsFile, true)
      ? { mean: named('image_mean', colours.mean), std: deviations() }
      : null,
  }
}

/** @param fallback number of a `PIL.Image.Resampling`, for a file that names none */
export function readFilter(settings: Settings, fallback: number): ResampleFilter {
  const filter = numberField(settings, 'resample', settingsFile, fallback)
  if (Number.isInteger(filter) && filter >= 0 && filter <= 5) return filterOfPil(filter)
  throw fieldError(settingsFile, 'resample', 'the number of a filter of Pillow (0 to 5)')
}

/** `resample`, within bounds. @param field the setting at fault @throws as checkSize */
export function resized(
  image: Pixels,
  width: number,
  height: number,
  filter: ResampleFilter,
  field: string,
): Pixels {
  checkSize(image, width, height, field)
  return resample(image, width, height, filter)
}

/** Patches of an image of the vision tower's own size, from config.json. */
export function towerPatches({ config }: ModelConfigs): number {
  const file = 'config.json: vision_config'
  const vision = objectField(config, 'vision_config', 'config.json')
  const side = wholeField(vision, 'image_size', file, maxSide)
  const count = Math.floor(side / wholeField(vision, 'patch_size', file, maxPatch)) ** 2
  if (count >= 1 && count <= maxTokens) return count
  throw fieldError(file, 'patch_size', `what makes 1 to ${maxTokens} patches of ${side} x ${side} pixels`)
}

/** Equal-sized images as one tensor: n x 3 x height x width. */
export function stacked(images: readonly Pixels[], how: Normalization): Float32Array<ArrayBuffer> {
  const [first] = images
  const plane = first ? 3 * first.width * first.height : 0
  const values = new Float32Array(images.length * plane)
  images.forEach((pixels, i) => {
    normalize(pixels, how, values.subarray(i * plane, (i + 1) * plane))
  })
  return values
}

/** What each sample of each channel becomes in torchvision, which rescales mean and deviation instead. */
export function fusedTables({ rescaleFactor, meanAndStd }: Normalization): readonly Float32Array[] {
  const scale = Math.fround(1 / (rescaleFactor ?? 1))
  return [0, 1, 2].map(channel => {
    if (!meanAndStd) return Float32Array.from({ length: 256 }, (_, sample) => sample * (rescaleFactor ?? 1))
    const mean = Math.fround(Math.fround(meanAndStd.mean[channel] ?? 0) * scale)
    const std = Math.fround(Math.fround(meanAndStd.std[channel] ?? 1) * scale)
    return Float32Array.from({ length: 256 }, (_, sample) => Math.fround(sample - mean) / std)
  })
}

/**
 * An image stretched to the encoder's own size, as `SiglipImageProcessorPil` and `Gemma3ImageProcessorPil` (without pan and
 * scan) of Python's transformers 5.23 do. @param resampling number of a filter of Pillow, for a file that names none
 */
export function stretched(image: Pixels, settings: Settings, resampling: number): TensorData {
  const size = objectField(settings, 'size', settingsFile)
  const side = (field: string): number => wholeField(size, field, `${settingsFile}: size`, maxSide)
  const pixels = flagField(settings, 'do_resize', settingsFile, true)
    ? resized(image, side('width'), side('height'), readFilter(settings, resampling), 'size')
    : image
  checkValues(image, 3 * pixels.width * pixels.height, 'size')
  const data = stacked([pixels], readNormalization(settings, plainColours))
  return floats([1, 3, pixels.height, pixels.width], data)
}
