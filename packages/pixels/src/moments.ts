import { colours, type Pixels } from './pixels.ts'

type PerColour = readonly [red: number, green: number, blue: number]

/** Mean and standard deviation of red, green and blue, from 0 to 255. */
export interface Moments {
  readonly means: PerColour
  readonly deviations: PerColour
}

/** The moments of all pixels of some images, each image with the same weight. A grey counts for each colour. */
export class MomentSum {
  #images = 0
  readonly #sums = [0, 0, 0]
  readonly #squares = [0, 0, 0]

  add({ width, height, channels, data }: Pixels): void {
    const count = width * height
    for (let c = 0; c < 3; c++) {
      let [sum, squares] = [0, 0]
      for (let i = Math.min(c, colours(channels) - 1); i < data.length; i += channels) {
        const value = data[i] as number
        sum += value
        squares += value * value
      }
      this.#sums[c] = (this.#sums[c] as number) + sum / count
      this.#squares[c] = (this.#squares[c] as number) + squares / count
    }
    this.#images++
  }

  /** @returns null without an image */
  moments(): Moments | null {
    if (this.#images === 0) return null
    const mean = (c: number) => (this.#sums[c] as number) / this.#images
    const deviation = (c: number) =>
      Math.sqrt(Math.max(0, (this.#squares[c] as number) / this.#images - mean(c) ** 2))
    return {
      means: [mean(0), mean(1), mean(2)],
      deviations: [deviation(0), deviation(1), deviation(2)],
    }
  }
}

export function pixelMoments(pixels: Pixels): Moments {
  const sum = new MomentSum()
  sum.add(pixels)
  return sum.moments() ?? { means: [0, 0, 0], deviations: [0, 0, 0] }
}
