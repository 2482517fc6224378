/** Boxes in an image: how they are written, and how far two of them agree. */
import { isJsonArray, parseJson } from '@voxelwise/python'

/** Corners, in the unit of what they lie in. */
export type Corners = readonly [left: number, top: number, right: number, bottom: number]

/** Size of an image, or of the frame that boxes are given in. */
export type FrameSize = readonly [width: number, height: number]

/** `[[10, 20, 30, 40]]`: how a sample's answer has its boxes. */
export const boxText = (boxes: readonly Corners[]): string =>
  `[${boxes.map(box => `[${box.join(', ')}]`).join(', ')}]`

/** The boxes of `boxText`; none in any other text. */
export function parseBoxes(text: string): readonly Corners[] {
  try {
    const listed = parseJson(text)
    return isJsonArray(listed) ? listed.flatMap(item => (isCorners(item) ? [item] : [])) : []
  } catch {
    return []
  }
}

export const isCorners = (item: unknown): item is Corners =>
  Array.isArray(item) && item.length === 4 && item.every(value => Number.isFinite(value))

const area = ([left, top, right, bottom]: Corners): number => (right - left) * (bottom - top)

/** Intersection over union, 0 to 1; 0 of boxes without an area. */
export function intersectionOverUnion(a: Corners, b: Corners): number {
  const [left, top] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])]
  const [right, bottom] = [Math.min(a[2], b[2]), Math.min(a[3], b[3])]
  if (right <= left || bottom <= top) return 0
  const common = area([left, top, right, bottom])
  return common / (area(a) + area(b) - common)
}

/**
 * The mean overlap of boxes that belong together, 0 to 1: pairs with the largest overlap first, each box in one pair at most.
 * A box without a partner, on either side, counts as 0. Of two single boxes it is their `intersectionOverUnion`.
 */
export function matchedIou(said: readonly Corners[], right: readonly Corners[]): number {
  const pairs = said
    .flatMap((box, i) => right.map((other, j) => ({ i, j, overlap: intersectionOverUnion(box, other) })))
    .sort((a, b) => b.overlap - a.overlap)
  const [usedSaid, usedRight] = [new Set<number>(), new Set<number>()]
  let sum = 0
  for (const { i, j, overlap } of pairs) {
    if (usedSaid.has(i) || usedRight.has(j)) continue
    usedSaid.add(i)
    usedRight.add(j)
    sum += overlap
  }
  return sum / Math.max(1, said.length, right.length)
}
