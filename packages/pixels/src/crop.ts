import type { Pixels } from './pixels.ts'

/**
 * The rectangle of `width` x `height` pixels at (`left`, `top`), which may extend beyond the image.
 * @param fill one value per channel for pixels outside the image; 0 by default
 */
export function crop(
  image: Pixels,
  left: number,
  top: number,
  width: number,
  height: number,
  fill: readonly number[] = [],
): Pixels {
  const { channels } = image
  const data = new Uint8Array(width * height * channels)
  if (fill.length > 0) for (let i = 0; i < data.length; i++) data[i] = fill[i % channels] ?? 0
  const from = Math.max(left, 0)
  const to = Math.min(left + width, image.width)
  if (to > from) {
    for (let y = Math.max(-top, 0); y < Math.min(height, image.height - top); y++) {
      const row = (top + y) * image.width
      const pixels = image.data.subarray((row + from) * channels, (row + to) * channels)
      data.set(pixels, (y * width + from - left) * channels)
    }
  }
  return { width, height, channels, data }
}

/** As `center_crop` of Python's image_transforms: images that are too small get a black border. */
export function centerCrop(image: Pixels, width: number, height: number): Pixels {
  const left = Math.floor((image.width - width) / 2)
  const top = Math.floor((image.height - height) / 2)
  return crop(image, left, top, width, height)
}

/** As `pad_to_square` of the LLaVA processors: as wide as high, the image in the middle. */
export function padToSquare(image: Pixels, fill: readonly number[]): Pixels {
  const side = Math.max(image.width, image.height)
  const left = Math.floor((side - image.width) / 2)
  const top = Math.floor((side - image.height) / 2)
  return crop(image, -left, -top, side, side, fill)
}
