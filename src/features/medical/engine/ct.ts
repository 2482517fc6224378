/** Faults of CT, this project's own: MedMNIST-C has none. Offsets are shares of the range of values. */

import { eachColour, type Pixels } from '@voxelwise/pixels'
import type { Random } from '@voxelwise/statistics'

/**
 * Rings around the centre, each a pixel of an image of 224 wide and with an offset of its own: elements of the detector that are
 * calibrated badly.
 */
export function rings(pixels: Pixels, deviation: number, unit: number, random: Random): Pixels {
  const { width, height } = pixels
  const count = Math.ceil(Math.hypot(width, height) / 2 / unit) + 1
  const offsets = Float64Array.from({ length: count }, () => 255 * deviation * random.normal())
  return eachColour(pixels, (value, x, y) => {
    const distance = Math.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2)
    return value + (offsets[Math.floor(distance / unit)] as number)
  })
}

const directions = 180

/**
 * Streaks through a point in the middle half, such as metal: every degree has an offset of its own, which fades within eight pixels of
 * the point.
 */
export function streaks(pixels: Pixels, deviation: number, unit: number, random: Random): Pixels {
  const centreX = pixels.width * (0.25 + 0.5 * random.unit())
  const centreY = pixels.height * (0.25 + 0.5 * random.unit())
  const offsets = Float64Array.from({ length: directions }, () => 255 * deviation * random.normal())
  return eachColour(pixels, (value, x, y) => {
    const [dx, dy] = [x + 0.5 - centreX, y + 0.5 - centreY]
    const turn = (Math.atan2(dy, dx) / Math.PI + 1) % 1
    const near = Math.min(1, Math.hypot(dx, dy) / (8 * unit))
    return value + near * (offsets[Math.floor(turn * directions)] as number)
  })
}
