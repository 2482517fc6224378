import type { Pixels } from '@voxelwise/pixels'
import { Random } from '@voxelwise/statistics'

/** As `picture` of tools/golden/corruptions.py draws it. */
export function drawnPicture(width: number, height: number, channels: Pixels['channels']): Pixels {
  const random = new Random(width * 1000 + height)
  const data = new Uint8Array(width * height * channels)
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const step = (Math.floor(x / 6) + Math.floor(y / 9)) % 2 ? 60 : 0
      for (let c = 0; c < channels; c++) {
        data[at++] = Math.abs(((x * 5 + y * 3 + c * 50) % 256) - 128) + random.below(60) + step
      }
    }
  }
  return { width, height, channels, data }
}
