/** The blocks of an image, numbered row by row from the top left. */

import { inMeanColour, type Pixels } from '@voxelwise/pixels'
import { UniformRandom } from '@voxelwise/statistics'
import type { Box } from '../../../engine/protocol/probe.ts'
import type { Sample } from '../../../engine/protocol/sample.ts'

/** Blocks along each side of an image, where it has enough tokens. */
export const blocksAlong = 4

type Place = readonly [x: number, y: number]

/** The block in which a place lies. @param place from 0 (left, top) to 1 */
export function blockAt([x, y]: Place, side: number): number {
  const along = (share: number): number => Math.min(side - 1, Math.max(0, Math.floor(share * side)))
  return along(y) * side + along(x)
}

/** The finest grid each of whose blocks has a token; null without places, or with fewer than 2 × 2. */
export function sideFor(places: readonly (Place | null)[] | null): number | null {
  if (places === null) return null
  for (let side = blocksAlong; side >= 2; side--) {
    const seen = new Set(places.flatMap(place => (place ? [blockAt(place, side)] : [])))
    if (seen.size === side ** 2) return side
  }
  return null
}

/** In whole pixels; neighbouring blocks share no pixel, and all together cover the image. */
function boxOfBlock(block: number, side: number, { width, height }: Pick<Pixels, 'width' | 'height'>): Box {
  const edge = (at: number, length: number): number => Math.floor((at * length) / side)
  const [column, row] = [block % side, Math.floor(block / side)]
  const [left, top] = [edge(column, width), edge(row, height)]
  return [left, top, edge(column + 1, width) - left, edge(row + 1, height) - top]
}

/** Images with a block painted, of a question that is checked. */
export const paintedImages = (side: number): number => side ** 2

/** The image with blocks in its mean colour. */
export const withoutBlocks = (pixels: Pixels, blocks: readonly number[], side: number): Pixels =>
  inMeanColour(
    pixels,
    blocks.map(block => boxOfBlock(block, side, pixels)),
  )

/** How many questions of a pass get a map of the pixels, and curves. */
const mostChecked = 30

/** Indices of the questions that do: as many of a pass as take little time, drawn by a seed and their indices. */
export function checkedSamples(samples: readonly Pick<Sample, 'index'>[]): readonly number[] {
  const drawn = samples.map(({ index }) => ({ index, at: new UniformRandom(index).next() }))
  return drawn
    .sort((a, b) => a.at - b.at)
    .slice(0, mostChecked)
    .map(({ index }) => index)
}
