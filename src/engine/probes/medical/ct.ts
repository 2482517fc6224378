/** Faults of CT, this project's own: MedMNIST-C has none. Offsets are shares of the range of values. */
import { colours, type Pixels, roundedByte } from '../../image/pixels.ts'
import type { Random } from '../../statistics/random.ts'

/**
 * Rings around the centre, each a pixel of an image of 224 wide and with an offset of its own: elements of the detector that are
 * calibrated badly.
 * @param deviation of the offsets
 */
export function rings(pixels: Pixels, deviation: number, unit: number, random: Random): Pixels {
  const { width, height } = pixels
  const count = Math.ceil(Math.hypot(width, height) / 2 / unit) + 1
  const offsets = Float64Array.from({ length: count }, () => 255 * deviation * random.normal())
  return shifted(
    pixels,
    (x, y) => offsets[Math.floor(Math.hypot(x - width / 2, y - height / 2) / unit)] as number,
  )
}

const directions = 180

/**
 * Streaks through a point in the middle half, such as metal: every degree has an offset of its own, which fades within eight pixels of
 * the point.
 * @param deviation of the offsets
 */
export function streaks(pixels: Pixels, deviation: number, unit: number, random: Random): Pixels {
  const centreX = pixels.width * (0.25 + 0.5 * random.unit())
  const centreY = pixels.height * (0.25 + 0.5 * random.unit())
  const offsets = Float64Array.from({ length: directions }, () => 255 * deviation * random.normal())
  return shifted(pixels, (x, y) => {
    const [dx, dy] = [x - centreX, y - centreY]
    const turn = (Math.atan2(dy, dx) / Math.PI + 1) % 1
    const near = Math.min(1, Math.hypot(dx, dy) / (8 * unit))
    return near * (offsets[Math.floor(turn * directions)] as number)
  })
}

/** The same offset for all colours of a pixel, by its centre. */
function shifted(pixels: Pixels, offset: (x: number, y: number) => number): Pixels {
  const { width, height, channels } = pixels
  const data = pixels.data.slice()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const by = offset(x + 0.5, y + 0.5)
      const at = (y * width + x) * channels
      for (let c = 0; c < colours(channels); c++) data[at + c] = roundedByte((data[at + c] as number) + by)
    }
  return { ...pixels, data }
}
