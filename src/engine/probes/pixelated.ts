import { type Pixels, resample } from '@voxelwise/pixels'

/** Fewer pixels, each as large as those it replaces. */
export function pixelated(pixels: Pixels, factor: number): Pixels {
  const side = (length: number) => Math.max(1, Math.trunc(length * factor))
  const small = resample(pixels, side(pixels.width), side(pixels.height), 'box')
  return resample(small, pixels.width, pixels.height, 'box')
}
