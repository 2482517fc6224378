/**
 * An image in memory: 8-bit samples, channels interleaved, rows from top to bottom without padding.
 * One channel is grey, three are RGB, four are RGBA with alpha not multiplied in (Pillow's L, RGB, RGBA).
 * `data.length` is `width * height * channels`.
 */
export type Pixels = {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3 | 4
  readonly data: Uint8Array | Uint8ClampedArray
}

/**
 * Rounds to a whole number, halves up. A value that misses a half only by rounding errors counts as a half, so the
 * result is the same on every machine.
 */
export const rounded = (value: number): number => Math.floor(value + 0.5 + 1e-7)

export const roundedByte = (value: number): number => Math.min(255, Math.max(0, rounded(value)))

/** How many channels carry brightness or colour; alpha is left as it is. */
export const colours = (channels: 1 | 3 | 4): number => Math.min(channels, 3)

/** Pillow's conversion of a colour to grey. */
export const toGrey = (red: number, green: number, blue: number): number =>
  (red * 19595 + green * 38470 + blue * 7471 + 0x8000) >> 16

/** The mean of each colour. */
export function meanColour({ width, height, channels, data }: Pixels): readonly number[] {
  return Array.from({ length: colours(channels) }, (_, c) => {
    let sum = 0
    for (let at = c; at < data.length; at += channels) sum += data[at] as number
    return sum / (width * height)
  })
}

/** Fresh pixels with every value changed and rounded; alpha stays. */
export function eachColour(
  pixels: Pixels,
  change: (value: number, x: number, y: number, channel: number) => number,
): Pixels {
  const { width, height, channels } = pixels
  const data = pixels.data.slice()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < colours(channels); c++) {
        const at = (y * width + x) * channels + c
        data[at] = roundedByte(change(pixels.data[at] as number, x, y, c))
      }
  return { ...pixels, data }
}
