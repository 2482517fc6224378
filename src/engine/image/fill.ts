import { colours, type Pixels, roundedByte } from './pixels.ts'

/** Fresh pixels with boxes (left, top, width, height) in the mean colour of the whole image. Alpha stays. */
export function inMeanColour(
  pixels: Pixels,
  boxes: readonly (readonly [x: number, y: number, width: number, height: number])[],
): Pixels {
  const { width, height, channels } = pixels
  const data = pixels.data.slice()
  for (let c = 0; c < colours(channels); c++) {
    let sum = 0
    for (let at = c; at < data.length; at += channels) sum += pixels.data[at] as number
    const mean = roundedByte(sum / (width * height))
    for (const [x, y, wide, high] of boxes)
      for (let row = y; row < y + high; row++)
        for (let column = x; column < x + wide; column++) data[(row * width + column) * channels + c] = mean
  }
  return { ...pixels, data }
}
