/**
 * Corrupts an image in one of five ways, at five strengths: the families and strengths of D. Hendrycks and T.
 * Dietterich (2019), "Benchmarking neural network robustness to common corruptions and perturbations", ICLR
 * (ImageNet-C). They are defined for sides of 224 pixels; lengths scale with the image's shorter side.
 */
import { eachColour, meanColour, type Pixels } from '@voxelwise/pixels'
import type { GeneralCorruption, Strength } from '../protocol/probe.ts'
import { blur } from './blur.ts'
import { compress } from './compression.ts'
import { addNoise } from './noise.ts'
import { pixelated } from './pixelated.ts'

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
