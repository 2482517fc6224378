/** Images of any size, drawn to whole patches, of which some beside each other become one token: Qwen-VL, GLM-OCR, VideoLLaMA 3. */
import { halfToEven, normalize, type Pixels } from '@voxelwise/pixels'
import { ownValue } from '@voxelwise/python'
import { fieldError, isFields, positiveField, wholeField } from '../base/config-fields.ts'
import { maxMerged, maxPatch } from './bounds.ts'
import { quarters } from './detail.ts'
import { type FamilyDetails, floats, type ModelConfigs, type PreparedImage, sizes } from './family.ts'
import { readFilter, readNormalization, resized, type Settings, settingsFile } from './processing.ts'

/** Sides that are multiples of `factor`, with an area between two bounds: Python's `smart_resize`. */
export function smartSize(
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

/** Bounds of an area, in pixels. */
interface Areas {
  readonly min: number
  readonly max: number
}

/** Bounds of the area in pixels: `min_pixels` and `max_pixels`, or the `size` of newer files. */
export function areas(settings: Settings): Areas {
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

/**
 * Details of a family that draws an image to an area between two bounds.
 * @param own bounds in pixels, by the model's files
 * @param written settings with other bounds
 */
export function pixelDetails(
  own: (configs: ModelConfigs) => Areas,
  written: (bounds: Areas, configs: ModelConfigs) => Settings,
): FamilyDetails {
  return {
    settings({ measure, most }, configs) {
      if (measure !== 'pixels') return null
      return written({ min: Math.min(own(configs).min, most), max: most }, configs)
    },
    offered(configs) {
      const { patch, merge } = readPatching(configs)
      const area = (patch * merge) ** 2
      const counts = quarters(Math.floor(own(configs).max / area))
      return counts.map(count => ({ measure: 'pixels', most: count * area }))
    },
  }
}

/** `areas`, as newer processors and older ones read them. */
export const writtenAreas = ({ min, max }: Areas): Settings => ({ min_pixels: min, max_pixels: max })

/** Pixels that an image of any size may be drawn up to. */
const maxMinArea = 2 ** 22

/** @param field where `value` was read */
export function minArea(value: unknown, field: string, fallback: number): number {
  const pixels = positiveField({ [field]: value }, field, settingsFile, fallback)
  if (pixels <= maxMinArea) return pixels
  throw fieldError(settingsFile, field, `a number of pixels up to ${maxMinArea}`)
}

const maxFrames = 16

interface Patching {
  /** Pixels of a patch's side. */
  readonly patch: number
  /** Patches that become one token, along a side. */
  readonly merge: number
  /** How often a still image is repeated in time. */
  readonly time: number
}

/** What files leave out, by `model_type` where it is not Qwen-VL's. */
const usual: Patching = { patch: 14, merge: 2, time: 2 }
const others: Readonly<Record<string, Patching>> = { video_llama_3: { patch: 14, merge: 1, time: 1 } }

export function readPatching({
  config,
  imageProcessor: settings,
}: Pick<ModelConfigs, 'config' | 'imageProcessor'>): Patching {
  const absent = ownValue(others, String(config.model_type)) ?? usual
  return {
    patch: wholeField(settings, 'patch_size', settingsFile, maxPatch, absent.patch),
    merge: wholeField(settings, 'merge_size', settingsFile, maxMerged, absent.merge),
    time: wholeField(settings, 'temporal_patch_size', settingsFile, maxFrames, absent.time),
  }
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

/**
 * An image as the encoder's patches, and the numbers of its rows and columns of patches.
 * @param size width and height in pixels: multiples of a token's side
 */
export function patchedImage(
  image: Pixels,
  [width, height]: readonly [width: number, height: number],
  configs: ModelConfigs,
  colours: Parameters<typeof readNormalization>[1],
): Pick<PreparedImage, 'tensors'> & { readonly rows: number; readonly columns: number } {
  const { imageProcessor: settings } = configs
  const patching = readPatching(configs)
  const pixels = resized(image, width, height, readFilter(settings, 3), 'size')
  const data = patches(normalize(pixels, readNormalization(settings, colours)), pixels, patching)
  const [rows, columns] = [pixels.height / patching.patch, pixels.width / patching.patch]
  return {
    tensors: {
      pixel_values: floats([rows * columns, data.length / (rows * columns)], data),
      image_grid_thw: sizes(1, rows, columns),
    },
    rows,
    columns,
  }
}
