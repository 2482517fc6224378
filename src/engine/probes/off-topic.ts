/** A photograph that has nothing to do with medicine: evidence that is gone. */
import { type Pixels, resample, toGrey } from '@voxelwise/pixels'
/**
 * A cat, RGB in base64: "Chelsea" by Stefan van der Walt (CC0, from scikit-image 0.26), 300 pixels from the 75th on, resized by
 * Pillow (Lanczos).
 */
import photograph from './off-topic-photograph.json' with { type: 'json' }

const side = 64

/** The photograph instead of an image, of the same size and kind. */
export function offTopicLike({ width, height, channels }: Pixels): Pixels {
  const data = Uint8Array.from(atob(photograph), letter => letter.charCodeAt(0))
  const shown = resample({ width: side, height: side, channels: 3, data }, width, height, 'bicubic').data
  const out = new Uint8ClampedArray(width * height * channels).fill(255)
  for (let i = 0; i < width * height; i++) {
    const colour = shown.subarray(3 * i, 3 * i + 3)
    if (channels === 1) out[i] = toGrey(colour[0] as number, colour[1] as number, colour[2] as number)
    else out.set(colour, i * channels)
  }
  return { width, height, channels, data: out }
}
