/** Faults of MRI, this project's own: MedMNIST-C has none. Phase is encoded along the height. */

import { colours, eachColour, meanColour, type Pixels, roundedByte } from '@voxelwise/pixels'
import type { Random } from '@voxelwise/statistics'

/** The magnitude of a value with noise in both of its parts. */
export const ricianNoise = (value: number, deviation: number, random: Random): number =>
  Math.hypot(value + deviation * random.normal(), deviation * random.normal())

/** A weaker copy a quarter of the height further: every fourth line of k-space is stronger. */
export function ghosting(pixels: Pixels, strength: number): Pixels {
  const { width, height, channels, data } = pixels
  const shift = Math.round(height / 4)
  return eachColour(pixels, (value, x, y, c) => {
    const from = (y + shift) % height
    return value + strength * (data[(from * width + x) * channels + c] as number)
  })
}

/** Brightness times exp(±a), which changes slowly over the image: a polynomial of second order. */
export function biasField(pixels: Pixels, reach: number, random: Random): Pixels {
  const { width, height } = pixels
  const [a = 0, b = 0, ab = 0, a2 = 0, b2 = 0] = Array.from({ length: 5 }, () => random.normal())
  const at = (place: number, length: number) => (length < 2 ? 0 : (2 * place) / (length - 1) - 1)
  const field = (x: number, y: number) => {
    const [u, v] = [at(x, width), at(y, height)]
    return a * u + b * v + ab * u * v + a2 * (u * u - 1 / 3) + b2 * (v * v - 1 / 3)
  }
  let most = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) most = Math.max(most, Math.abs(field(x, y)))
  const scale = most === 0 ? 0 : reach / most
  return eachColour(pixels, (value, x, y) => value * Math.exp(scale * field(x, y)))
}

/** Lines of k-space (this share of them, the middle ones spared) taken while the body had moved along the height. */
export function kSpaceMotion(pixels: Pixels, share: number, unit: number, random: Random): Pixels {
  const { width, height, channels, data } = pixels
  const spared = Math.ceil(0.02 * height)
  const outer = Array.from({ length: Math.max(0, height - 2 * spared - 1) }, (_, i) => spared + 1 + i)
  const moved: { readonly line: number; readonly by: number }[] = []
  for (let left = Math.round(share * height); left > 0 && outer.length > 0; left--) {
    const [line = 0] = outer.splice(random.below(outer.length), 1)
    moved.push({ line, by: 10 * unit * (2 * random.unit() - 1) })
  }
  const cosines = Float64Array.from({ length: height }, (_, i) => Math.cos((2 * Math.PI * i) / height))
  const sines = Float64Array.from({ length: height }, (_, i) => Math.sin((2 * Math.PI * i) / height))
  const out = pixels.data.slice()
  const [real, imaginary] = [new Float64Array(height), new Float64Array(height)]
  for (let c = 0; c < colours(channels); c++)
    for (let x = 0; x < width; x++) {
      const at = (y: number) => (y * width + x) * channels + c
      for (let y = 0; y < height; y++) real[y] = data[at(y)] as number
      imaginary.fill(0)
      for (const { line, by } of moved) {
        let [re, im] = [0, 0]
        for (let y = 0; y < height; y++) {
          const turn = (line * y) % height
          re += (data[at(y)] as number) * (cosines[turn] as number)
          im -= (data[at(y)] as number) * (sines[turn] as number)
        }
        // The line's frequency is signed: beyond the middle it is negative.
        const phase = -2 * Math.PI * ((line > height / 2 ? line - height : line) / height) * by
        const [dRe, dIm] = [Math.cos(phase) - 1, Math.sin(phase)]
        const [addRe, addIm] = [(re * dRe - im * dIm) / height, (re * dIm + im * dRe) / height]
        for (let y = 0; y < height; y++) {
          const turn = (line * y) % height
          const [cosine, sine] = [cosines[turn] as number, sines[turn] as number]
          real[y] = (real[y] as number) + addRe * cosine - addIm * sine
          imaginary[y] = (imaginary[y] as number) + addRe * sine + addIm * cosine
        }
      }
      for (let y = 0; y < height; y++)
        out[at(y)] = roundedByte(Math.hypot(real[y] as number, imaginary[y] as number))
    }
  return { ...pixels, data: out }
}

/** One point of k-space of this share of the largest, the sum of all pixels: a wave over the image. */
export function spike(pixels: Pixels, share: number, random: Random): Pixels {
  const { width, height } = pixels
  const angle = 2 * Math.PI * random.unit()
  const frequency = 0.1 + 0.2 * random.unit()
  const phase = 2 * Math.PI * random.unit()
  const [u, v] = [
    (2 * Math.PI * Math.round(frequency * Math.cos(angle) * width)) / width,
    (2 * Math.PI * Math.round(frequency * Math.sin(angle) * height)) / height,
  ]
  const means = meanColour(pixels)
  return eachColour(pixels, (value, x, y, c) => {
    const [strength, turn] = [share * (means[c] ?? 0), u * x + v * y + phase]
    return Math.hypot(value + strength * Math.cos(turn), strength * Math.sin(turn))
  })
}
