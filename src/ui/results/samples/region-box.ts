/** A box on an image, drawn by a pointer or moved by keys; in whole pixels of the image. */
import type { Box } from '../../../engine/protocol/probe.ts'

export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** From 0 (left, top) to 1. */
type Place = readonly [x: number, y: number]

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** The box with two places as its corners, at least one pixel large. */
export function boxBetween(from: Place, to: Place, { width, height }: ImageSize): Box {
  const [x, wide] = span(from[0], to[0], width)
  const [y, high] = span(from[1], to[1], height)
  return [x, y, wide, high]
}

function span(a: number, b: number, length: number): readonly [start: number, size: number] {
  const start = clamp(Math.floor(Math.min(a, b) * length), 0, length - 1)
  const end = clamp(Math.ceil(Math.max(a, b) * length), start + 1, length)
  return [start, end - start]
}

/** A quarter of each side, in the middle: where keys begin. */
export const middleBox = (size: ImageSize): Box => boxBetween([0.375, 0.375], [0.625, 0.625], size)

const directions: Readonly<Record<string, Place>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * The box after an arrow key: moved by a hundredth of the side, or with Shift as much wider or higher. Null for any other key.
 */
export function nudged([x, y, wide, high]: Box, key: string, isSizing: boolean, size: ImageSize): Box | null {
  const direction = directions[key]
  if (!direction) return null
  const { width, height } = size
  const by = (at: 0 | 1, length: number): number => direction[at] * Math.max(1, Math.round(length / 100))
  const [right, down] = [by(0, width), by(1, height)]
  return isSizing
    ? [x, y, clamp(wide + right, 1, width - x), clamp(high + down, 1, height - y)]
    : [clamp(x + right, 0, width - wide), clamp(y + down, 0, height - high), wide, high]
}
