/**
 * Corrupts an image in one of five ways, at five strengths: the families and strengths of D. Hendrycks and T.
 * Dietterich (2019), "Benchmarking neural network robustness to common corruptions and perturbations", ICLR
 * (ImageNet-C). They are defined for sides of 224 pixels; lengths scale with the image's shorter side.
 */
import { fnv1a } from '../base/random.ts'
import { blankLike } from '../image/fill.ts'
import { type Moments, momentsOf } from '../image/moments.ts'
import { colours, eachColour, meanColour, type Pixels, roundedByte } from '../image/pixels.ts'
import {
  type GeneralCorruption,
  isMedical,
  type PixelChange,
  type Rotation,
  type Strength,
} from '../protocol/probe.ts'
import { Random } from '../statistics/random.ts'
import { blur } from './blur.ts'
import { compress } from './compression.ts'
import { corruptMedical, pixelated } from './medical/corrupt.ts'
import { levelOf } from './medical/tables.ts'
import { withoutBlocks } from './occlusion/blocks.ts'
import { offTopicLike } from './off-topic.ts'
import { covered } from './region.ts'

/** Always returns fresh pixels of the same size and kind; alpha is unchanged. Only noise uses the seed. */
export function corrupt(
  pixels: Pixels,
  corruption: GeneralCorruption,
  strength: Strength,
  seed: number,
): Pixels {
  const level = <T>(values: readonly [T, T, T, T, T]): T => values[strength - 1] as T
  const unit = Math.min(pixels.width, pixels.height) / 224
  switch (corruption) {
    case 'noise': {
      const deviation = 255 * level([0.08, 0.12, 0.18, 0.26, 0.38])
      return addNoise(pixels, [deviation, deviation, deviation], Math.round(unit), seed)
    }
    case 'blur':
      return blur(pixels, unit * level([1, 2, 3, 4, 6]))
    case 'contrast':
      return lowerContrast(pixels, level([0.4, 0.3, 0.2, 0.1, 0.05]))
    case 'compression':
      return compress(pixels, level([25, 18, 15, 10, 7]))
    case 'low-resolution':
      return pixelated(pixels, level([0.6, 0.5, 0.4, 0.3, 0.25]))
  }
}

/** Every channel's distance from its own mean, scaled. */
function lowerContrast(pixels: Pixels, factor: number): Pixels {
  const means = meanColour(pixels)
  return eachColour(pixels, (value, _x, _y, c) => {
    const mean = means[c] as number
    return mean + factor * (value - mean)
  })
}

/**
 * The model's input instead of the image: always fresh pixels of the same kind, and of the same size unless turned.
 * @param path rooted path of the file; each file has its own noise
 */
export function changedPixels(pixels: Pixels, path: string, change: PixelChange): Pixels {
  const { width, height } = pixels
  if (change.kind === 'blank-image') return blankLike(pixels)
  if (change.kind === 'region' || change.kind === 'elsewhere')
    return covered(pixels, change.kind, change.box, path, change.fill)
  if (change.kind === 'noise-image')
    return noiseImage(pixels, change.moments ?? momentsOf(pixels), fnv1a(path, change.seed))
  if (change.kind === 'off-topic') return offTopicLike(pixels)
  if (change.kind === 'occlusion')
    return withoutBlocks(pixels, change.removed?.blocks ?? [], change.removed?.side ?? 1)
  if (change.kind === 'flip') return rearranged(pixels, width, height, (x, y) => [width - 1 - x, y])
  if (change.kind === 'rotate') return turned(pixels, change.turn)
  const { corruption, strength, profile } = change
  const seed = fnv1a(path, change.seed)
  if (!isMedical(corruption)) return corrupt(pixels, corruption, strength, seed)
  const level = profile ? levelOf(profile, corruption, strength) : null
  return level ? corruptMedical(pixels, corruption, level, seed) : { ...pixels, data: pixels.data.slice() }
}

/** Normal noise of this mean and deviation; of a grey image those of its brightness. */
function noiseImage(pixels: Pixels, { means, deviations }: Moments, seed: number): Pixels {
  const { width, height, channels } = pixels
  const [mean, deviation] =
    channels === 1 ? [[brightness(means)], [brightness(deviations)]] : [means, deviations]
  const even = eachColour(pixels, (_value, _x, _y, c) => mean[c] ?? 0)
  return addNoise(even, deviation, Math.round(Math.min(width, height) / 224), seed)
}

const brightness = ([r, g, b]: Moments['means']): number => 0.299 * r + 0.587 * g + 0.114 * b

/** Each pixel taken from another place. */
function rearranged(
  { width: ownWidth, channels, data: own }: Pixels,
  width: number,
  height: number,
  from: (x: number, y: number) => readonly [x: number, y: number],
): Pixels {
  const data = new Uint8ClampedArray(own.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = from(x, y)
      const [at, to] = [(fromY * ownWidth + fromX) * channels, (y * width + x) * channels]
      for (let c = 0; c < channels; c++) data[to + c] = own[at + c] as number
    }
  return { width, height, channels, data }
}

/** Turned clockwise. */
function turned(pixels: Pixels, turn: Rotation): Pixels {
  const { width, height } = pixels
  switch (turn) {
    case 90:
      return rearranged(pixels, height, width, (x, y) => [y, height - 1 - x])
    case 180:
      return rearranged(pixels, width, height, (x, y) => [width - 1 - x, height - 1 - y])
    case 270:
      return rearranged(pixels, height, width, (x, y) => [width - 1 - y, x])
  }
}

/**
 * Adds normal noise, the same to all channels but for their deviations. Each grain covers `grain` × `grain` pixels, because scaling a large
 * image down for the model would remove finer noise.
 */
function addNoise(pixels: Pixels, deviations: readonly number[], grain: number, seed: number): Pixels {
  const { width, height, channels } = pixels
  const random = new Random(seed)
  const side = Math.max(1, grain)
  const noise = new Float64Array(Math.ceil(width / side))
  const data = pixels.data.slice()
  for (let y = 0; y < height; y++) {
    if (y % side === 0) for (let i = 0; i < noise.length; i++) noise[i] = random.normal()
    for (let x = 0; x < width; x++) {
      const added = noise[Math.floor(x / side)] as number
      const at = (y * width + x) * channels
      for (let c = 0; c < colours(channels); c++)
        data[at + c] = roundedByte((data[at + c] as number) + (deviations[c] as number) * added)
    }
  }
  return { ...pixels, data }
}
