import { meanColour, type Pixels, roundedByte } from './pixels.ts'

type Boxes = readonly (readonly [x: number, y: number, width: number, height: number])[]

/** Fresh pixels: another image of the same kind and size in boxes (left, top, width, height), and the image elsewhere. */
export function fillBoxes(other: Pixels, pixels: Pixels, boxes: Boxes): Pixels {
  const { width, channels } = pixels
  const data = pixels.data.slice()
  for (const [x, y, wide, high] of boxes)
    for (let row = y; row < y + high; row++) {
      const from = (row * width + x) * channels
      data.set(other.data.subarray(from, from + wide * channels), from)
    }
  return { ...pixels, data }
}

/** Fresh pixels with boxes (left, top, width, height) in the mean colour of the whole image. Alpha stays. */
export function inMeanColour(pixels: Pixels, boxes: Boxes): Pixels {
  const { width, channels } = pixels
  const data = pixels.data.slice()
  for (const [c, mean] of meanColour(pixels).map(roundedByte).entries())
    for (const [x, y, wide, high] of boxes)
      for (let row = y; row < y + high; row++)
        for (let column = x; column < x + wide; column++) data[(row * width + column) * channels + c] = mean
  return { ...pixels, data }
}

/** An even grey of the same size, so that the model gets as many image tokens as with the image. */
export function blankLike({ width, height, channels }: Pixels): Pixels {
  const data = new Uint8ClampedArray(width * height * channels).fill(128)
  if (channels === 4) for (let i = 3; i < data.length; i += 4) data[i] = 255
  return { width, height, channels, data }
}
