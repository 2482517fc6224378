import type { Pixels } from '../../engine/image/pixels.ts'

/**
 * Turns and mirrors pixels as an orientation tag asks: 1 to 8 say where the first row and column belong (TIFF 6.0,
 * tag 274). Any other number leaves them as they are.
 */
export function applyOrientation(source: Pixels, orientation: number): Pixels {
  if (orientation < 2 || orientation > 8) return source
  const { width, height, channels } = source
  const swapped = orientation >= 5
  const fromRight = [2, 3, 7, 8].includes(orientation)
  const fromBottom = [3, 4, 6, 7].includes(orientation)
  const newWidth = swapped ? height : width
  const newHeight = swapped ? width : height
  const data = new Uint8Array(source.data.length)
  let to = 0
  for (let y = 0; y < newHeight; y++) {
    for (let x = 0; x < newWidth; x++) {
      const column = swapped ? y : x
      const row = swapped ? x : y
      const fromX = fromRight ? width - 1 - column : column
      const fromY = fromBottom ? height - 1 - row : row
      const from = (fromY * width + fromX) * channels
      for (let c = 0; c < channels; c++) data[to++] = source.data[from + c] as number
    }
  }
  return { width: newWidth, height: newHeight, channels, data }
}
