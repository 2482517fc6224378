/**
 * The operators of MedMNIST-C (medmnistc 0.1.0). Lengths are for sides of 224 and scale with the shorter side. Without randomness
 * they equal the package's to the byte; randomness takes the image's own seed. Colours are corrupted each for itself, and a grey image
 * becomes grey again, as there.
 */

import { colours, type Pixels, toGrey } from '@voxelwise/pixels'
import { Random } from '@voxelwise/statistics'
import { pixelated } from '../../../engine/probes/pixelated.ts'
import type { MedicalCorruption } from '../../../engine/protocol/probe.ts'
import { characters } from './characters.ts'
import { rings, streaks } from './ct.ts'
import { bubbles, stains } from './deposits.ts'
import { defocus, gaussianBlur, motionBlur } from './filters.ts'
import { jpegLoss } from './jpeg.ts'
import { biasField, ghosting, kSpaceMotion, ricianNoise, spike } from './mri.ts'
import { zoomBlur } from './zoom.ts'

interface Corrupting {
  readonly pixels: Pixels
  /** The parameters of the modality's table. */
  readonly levels: readonly number[]
  readonly level: number
  readonly second: number
  /** Pixels for one of an image of 224. */
  readonly unit: number
  readonly random: Random
}

const brightness = ({ pixels, level }: Corrupting) => blended(pixels, 0, level)
const contrast = ({ pixels, level }: Corrupting) => blended(pixels, meanGrey(pixels), level)
const gamma = ({ pixels, level }: Corrupting) =>
  mapped(pixels, value => Math.trunc(255.999 * (value / 255) ** level))

/** Noise that changes a value from 0 to 1. */
const noise =
  (change: (value: number, level: number, random: Random) => number) =>
  ({ pixels, level, unit, random }: Corrupting) =>
    noisy(pixels, unit, value => truncated(change(value, level, random)))

const operators: Readonly<Record<MedicalCorruption, (of: Corrupting) => Pixels>> = {
  'medical-pixelate': ({ pixels, level, unit }) => pixelated(pixels, Math.min(1, level / unit)),
  'medical-jpeg': ({ pixels, level }) => jpegLoss(pixels, level),
  'medical-brightness-up': brightness,
  'medical-brightness-down': brightness,
  'medical-contrast-up': contrast,
  'medical-contrast-down': contrast,
  'medical-gamma-up': gamma,
  'medical-gamma-down': gamma,
  'medical-saturate': ({ pixels, level }) => saturated(pixels, level),
  'medical-black-corner': ({ pixels, level }) => blackCorner(pixels, level),
  'medical-gaussian-blur': ({ pixels, level, unit }) => gaussianBlur(pixels, level, unit),
  'medical-defocus': ({ pixels, level, second, unit }) => defocus(pixels, level, second, unit),
  'medical-motion': ({ pixels, level, second, unit, random }) =>
    motionBlur(pixels, level * unit, second * unit, (random.unit() - 0.5) * 90),
  'medical-gaussian': noise((value, level, random) => value + level * random.normal()),
  'medical-speckle': noise((value, level, random) => value + value * level * random.normal()),
  'medical-impulse': noise((value, level, random) => {
    if (random.unit() >= level) return value
    return random.unit() < 0.5 ? 0 : 1
  }),
  'medical-shot': ({ pixels, level, unit, random }) => {
    const poisson = new Poisson(random)
    return noisy(pixels, unit, value => truncated(poisson.drawn(value * level) / level))
  },
  'medical-zoom': ({ pixels, level, second }) => zoomBlur(pixels, level, second),
  'medical-characters': ({ pixels, levels, unit, random }) => characters(pixels, levels, unit, random),
  'medical-stain': ({ pixels, level, second, unit, random }) => stains(pixels, level, second, unit, random),
  'medical-bubble': ({ pixels, level, second, unit, random }) => bubbles(pixels, level, second, unit, random),
  'ct-ring': ({ pixels, level, unit, random }) => rings(pixels, level, unit, random),
  'ct-streak': ({ pixels, level, unit, random }) => streaks(pixels, level, unit, random),
  'mri-rician': noise(ricianNoise),
  'mri-ghosting': ({ pixels, level }) => ghosting(pixels, level),
  'mri-bias-field': ({ pixels, level, random }) => biasField(pixels, level, random),
  'mri-motion': ({ pixels, level, unit, random }) => kSpaceMotion(pixels, level, unit, random),
  'mri-spike': ({ pixels, level, random }) => spike(pixels, level, random),
}

/** Always fresh pixels of the same size and kind; alpha is unchanged. @param levels the parameters of the modality's table */
export function corruptMedical(
  pixels: Pixels,
  corruption: MedicalCorruption,
  levels: readonly number[],
  seed: number,
): Pixels {
  const [level = 0, second = 0] = levels
  const unit = Math.min(pixels.width, pixels.height) / 224
  return operators[corruption]({ pixels, levels, level, second, unit, random: new Random(seed) })
}

/** A value from 0 to 1 as a byte: cut off, as NumPy's `astype(uint8)`. */
const truncated = (value: number): number => Math.trunc(Math.min(1, Math.max(0, value)) * 255 + 1e-9)

function mapped(pixels: Pixels, change: (value: number) => number): Pixels {
  const table = Uint8ClampedArray.from({ length: 256 }, (_, value) => change(value))
  const { channels } = pixels
  const data = pixels.data.slice()
  for (let i = 0; i < data.length; i++)
    if (i % channels < colours(channels)) data[i] = table[data[i] as number] as number
  return { ...pixels, data }
}

/** Pillow's `ImageEnhance`: between a grey and the image, or beyond it, in single precision and cut off. */
function blended(pixels: Pixels, grey: number, factor: number): Pixels {
  const alpha = Math.fround(factor)
  return mapped(pixels, value =>
    Math.trunc(Math.min(255, Math.max(0, Math.fround(grey + Math.fround(alpha * (value - grey)))))),
  )
}

/** The mean of Pillow's conversion to grey, as a whole number. */
function meanGrey({ width, height, channels, data }: Pixels): number {
  let sum = 0
  for (let at = 0; at < data.length; at += channels)
    sum +=
      channels === 1
        ? (data[at] as number)
        : toGrey(data[at] as number, data[at + 1] as number, data[at + 2] as number)
  return Math.trunc(sum / (width * height) + 0.5)
}

/** More saturation in HSV, as scikit-image's `rgb2hsv` and `hsv2rgb`. A grey image turns red there, and stays grey here. */
function saturated(pixels: Pixels, added: number): Pixels {
  const { channels } = pixels
  const data = pixels.data.slice()
  if (channels === 1 || isAllGrey(pixels)) return { ...pixels, data }
  for (let at = 0; at < data.length; at += channels) {
    const [r, g, b] = [
      (data[at] as number) / 255,
      (data[at + 1] as number) / 255,
      (data[at + 2] as number) / 255,
    ]
    const value = Math.max(r, g, b)
    const delta = value - Math.min(r, g, b)
    const sixth = b === value ? 4 + (r - g) / delta : g === value ? 2 + (b - r) / delta : (g - b) / delta
    const turn = delta === 0 ? 0 : sixth / 6
    const hue = (turn - Math.floor(turn)) * 6
    const saturation = Math.min(1, (delta === 0 ? 0 : delta / value) + added)
    const part = Math.floor(hue)
    const rest = hue - part
    const [p, q, t] = [
      value * (1 - saturation),
      value * (1 - rest * saturation),
      value * (1 - (1 - rest) * saturation),
    ]
    const shown = [
      [value, t, p],
      [q, value, p],
      [p, value, t],
      [p, q, value],
      [t, p, value],
      [value, p, q],
    ][part % 6]
    for (let c = 0; c < 3; c++) data[at + c] = Math.trunc(255 * (shown?.[c] ?? 0))
  }
  return { ...pixels, data }
}

/** Black outside a circle: OpenCV's filled `circle`. */
function blackCorner(pixels: Pixels, factor: number): Pixels {
  const { width, height, channels } = pixels
  const [x, y] = [width >> 1, height >> 1]
  const radius = Math.trunc(Math.min(x, y, width - x, height - y) * factor)
  /** Half the width of the circle, by distance from its centre. */
  const reach = new Int32Array(radius + 1).fill(-1)
  for (let error = 0, far = radius, near = 0, plus = 1, minus = 2 * radius - 1; far >= near; ) {
    reach[near] = Math.max(reach[near] as number, far)
    reach[far] = Math.max(reach[far] as number, near)
    near++
    error += plus
    plus += 2
    if (error <= 0) continue
    error -= minus
    far--
    minus -= 2
  }
  const data = pixels.data.slice()
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const half = reach[Math.abs(row - y)] ?? -1
      if (Math.abs(column - x) <= half) continue
      for (let c = 0; c < colours(channels); c++) data[(row * width + column) * channels + c] = 0
    }
  return { ...pixels, data }
}

/** Each grain and colour drawn for itself; a grain is as large as a pixel of the model's input. */
function noisy(pixels: Pixels, unit: number, draw: (value: number) => number): Pixels {
  const { width, height, channels } = pixels
  const side = Math.max(1, Math.round(unit))
  const isGrey = colours(channels) === 1 || isAllGrey(pixels)
  const data = pixels.data.slice()
  const [drawn, shifts] = [new Float64Array(3), new Float64Array(3)]
  for (let top = 0; top < height; top += side)
    for (let left = 0; left < width; left += side) {
      const [bottom, right] = [Math.min(height, top + side), Math.min(width, left + side)]
      for (let c = 0; c < 3; c++) {
        const value = pixels.data[(top * width + left) * channels + (isGrey ? 0 : c)] as number
        shifts[c] = draw(value / 255) - value
      }
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) {
          const at = (y * width + x) * channels
          for (let c = 0; c < 3; c++) {
            const value = pixels.data[at + (isGrey ? 0 : c)] as number
            drawn[c] = Math.min(255, Math.max(0, value + (shifts[c] as number)))
          }
          const grey = isGrey ? toGrey(drawn[0] as number, drawn[1] as number, drawn[2] as number) : 0
          for (let c = 0; c < colours(channels); c++) data[at + c] = isGrey ? grey : (drawn[c] as number)
        }
    }
  return { ...pixels, data }
}

function isAllGrey({ channels, data }: Pixels): boolean {
  for (let at = 0; at < data.length; at += channels)
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false
  return true
}

/** Poisson numbers by inversion: the distribution of each mean is summed once. */
class Poisson {
  readonly #random: Random
  readonly #sums = new Map<number, Float64Array>()

  constructor(random: Random) {
    this.#random = random
  }

  drawn(mean: number): number {
    const sums = this.#sums.get(mean) ?? this.#diskSums(mean)
    const wanted = this.#random.unit()
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] as number) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }

  #diskSums(mean: number): Float64Array {
    const sums = new Float64Array(Math.ceil(mean + 10 * Math.sqrt(mean) + 20))
    let [share, sum] = [Math.exp(-mean), 0]
    for (let k = 0; k < sums.length; k++) {
      sum += share
      sums[k] = sum
      share *= mean / (k + 1)
    }
    this.#sums.set(mean, sums)
    return sums
  }
}
