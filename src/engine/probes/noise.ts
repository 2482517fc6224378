/** Images with noise, or of noise. */

import { colours, eachColour, type Moments, type Pixels, roundedByte } from '@voxelwise/pixels'
import { Random } from '@voxelwise/statistics'

/** Normal noise of this mean and deviation; of a grey image those of its brightness. */
export function noiseLike(pixels: Pixels, { means, deviations }: Moments, seed: number): Pixels {
  const { width, height, channels } = pixels
  const [mean, deviation] =
    channels === 1 ? [[brightness(means)], [brightness(deviations)]] : [means, deviations]
  const even = eachColour(pixels, (_value, _x, _y, c) => mean[c] ?? 0)
  return addNoise(even, deviation, Math.round(Math.min(width, height) / 224), seed)
}

const brightness = ([r, g, b]: Moments['means']): number => 0.299 * r + 0.587 * g + 0.114 * b

/**
 * Adds normal noise, the same to all channels but for their deviations. Each grain covers `grain` × `grain` pixels, because scaling a large
 * image down for the model would remove finer noise.
 */
export function addNoise(pixels: Pixels, deviations: readonly number[], grain: number, seed: number): Pixels {
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
