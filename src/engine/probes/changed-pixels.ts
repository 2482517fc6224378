import type { Pixels } from '../image/pixels.ts'
import { corrupt, imageSeed } from './corrupt.ts'
import { blankLike } from './image-swap.ts'
import type { PixelChange } from './perturbation.ts'

/**
 * What the model gets in place of an image: always fresh pixels of the same size and kind.
 * @param path rooted path of the file; each has noise of its own
 */
export function changedPixels(pixels: Pixels, path: string, change: PixelChange): Pixels {
  if (change.kind === 'blank-image') return blankLike(pixels)
  return corrupt(pixels, change.corruption, change.strength, imageSeed(path, change.seed))
}
