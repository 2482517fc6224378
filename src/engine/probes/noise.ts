import type { Pixels } from '../image/pixels.ts'
import { Random } from '../statistics/random.ts'
import { colours, roundedByte } from './rounding.ts'

/**
 * Adds normal noise, the same to all channels as in an image that has no colour, in grains of so many pixels: a
 * large image that the model gets scaled down would lose finer noise.
 */
export function addNoise(pixels: Pixels, deviation: number, grain: number, seed: number): Pixels {
  const { width, height, channels } = pixels
  const random = new Random(seed)
  const side = Math.max(1, grain)
  const noise = new Float64Array(Math.ceil(width / side))
  const data = pixels.data.slice()
  for (let y = 0; y < height; y++) {
    if (y % side === 0) for (let i = 0; i < noise.length; i++) noise[i] = deviation * random.normal()
    for (let x = 0; x < width; x++) {
      const added = noise[Math.floor(x / side)] as number
      const at = (y * width + x) * channels
      for (let c = 0; c < colours(channels); c++) data[at + c] = roundedByte((data[at + c] as number) + added)
    }
  }
  return { ...pixels, data }
}
