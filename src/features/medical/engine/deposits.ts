/** Stains and bubbles of MedMNIST-C on a slide. Lengths and places are for a shorter side of 224 pixels. */

import { colours, type Pixels } from '@voxelwise/pixels'
import type { Random } from '@voxelwise/statistics'

/** A whole number from `low` to `high`, both included; `low` where there is no room. */
export const between = (random: Random, low: number, high: number): number =>
  low + random.below(Math.max(0, Math.floor(high) - low) + 1)

/**
 * Black stains that do not touch the edge. The package draws one of ten inks of each size; these have outlines of their own, and cover as
 * much of their square: 62% (standard deviation 10%) of 24 × 24, 54% (4%) of 32 × 32.
 * @param most stains; at least one
 */
export function stains(pixels: Pixels, most: number, side: number, unit: number, random: Random): Pixels {
  const { width, height, channels } = pixels
  const data = pixels.data.slice()
  for (let left = between(random, 1, most); left > 0; left--) {
    const radius = stainOutline(side, random)
    const x = between(random, 10, width / unit - side - 10) + side / 2
    const y = between(random, 10, height / unit - side - 10) + side / 2
    eachPixelAround(pixels, [x, y], side, unit, (at, dx, dy) => {
      if (Math.hypot(dx, dy) > radius(Math.atan2(dy, dx))) return
      for (let c = 0; c < colours(channels); c++) data[at * channels + c] = 0
    })
  }
  return { ...pixels, data }
}

/** The radius of a wavy outline by its angle, whose area is a drawn part of the square. */
function stainOutline(side: number, random: Random): (angle: number) => number {
  const [least, most] = side < 28 ? [0.454, 0.795] : [0.466, 0.617]
  const area = (least + (most - least) * random.unit()) * side * side
  const waves = [2, 3, 4, 5, 6].map(times => ({
    times,
    height: (0.25 * random.unit()) / times,
    phase: 2 * Math.PI * random.unit(),
  }))
  const squares = waves.reduce((sum, { height }) => sum + height * height, 0)
  const mean = Math.sqrt(area / (Math.PI * (1 + squares / 2)))
  return angle =>
    mean * waves.reduce((sum, { times, height, phase }) => sum + height * Math.cos(times * angle + phase), 1)
}

const [rimOpacity, opacity] = [130, 100]
const rim = 2

/**
 * White discs with a rim, both transparent; a later one hides those below it.
 * @param largest radius without the rim
 * @param most bubbles; at least seven
 */
export function bubbles(pixels: Pixels, largest: number, most: number, unit: number, random: Random): Pixels {
  const { width, height, channels } = pixels
  const cover = new Uint8Array(width * height)
  for (let left = between(random, 7, most); left > 0; left--) {
    const radius = between(random, 3, largest)
    const x = between(random, radius, width / unit - radius) + 0.5
    const y = between(random, radius, height / unit - radius) + 0.5
    const [inner, outer] = [(radius + 0.5) ** 2, (radius + rim + 0.5) ** 2]
    eachPixelAround(pixels, [x, y], 2 * (radius + rim + 1), unit, (at, dx, dy) => {
      const square = dx * dx + dy * dy
      if (square <= outer) cover[at] = square <= inner ? opacity : rimOpacity
    })
  }
  const data = pixels.data.slice()
  for (const [at, alpha] of cover.entries())
    if (alpha > 0)
      for (let c = 0; c < colours(channels); c++) {
        const place = at * channels + c
        data[place] = dividedBy255((pixels.data[place] as number) * (255 - alpha) + 255 * alpha)
      }
  return { ...pixels, data }
}

/** As Pillow rounds when it pastes. */
const dividedBy255 = (value: number): number => (((value + 128) >> 8) + value + 128) >> 8

/** Visits the pixels of a square around a place, with the distances of their centres from it. */
function eachPixelAround(
  { width, height }: Pixels,
  [x, y]: readonly [number, number],
  side: number,
  unit: number,
  visit: (at: number, dx: number, dy: number) => void,
): void {
  const first = (place: number) => Math.max(0, Math.floor((place - 0.75 * side) * unit))
  const end = (place: number, length: number) => Math.min(length, Math.ceil((place + 0.75 * side) * unit))
  for (let row = first(y); row < end(y, height); row++)
    for (let column = first(x); column < end(x, width); column++)
      visit(row * width + column, (column + 0.5) / unit - x, (row + 0.5) / unit - y)
}
