/** An image mirrored, or turned by a right angle. */
import type { Pixels } from '@voxelwise/pixels'

/** Degrees clockwise. */
export const rotations = [90, 180, 270] as const
export type Rotation = (typeof rotations)[number]

/** Left and right exchanged. */
export const mirrored = (pixels: Pixels): Pixels =>
  rearranged(pixels, pixels.width, pixels.height, (x, y) => [pixels.width - 1 - x, y])

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
export function turnedPixels(pixels: Pixels, turn: Rotation): Pixels {
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
