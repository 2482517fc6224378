/** Average precision of boxes, as pycocotools computes it (COCOeval, one category, no crowds). */
import { type Corners, intersectionOverUnion } from '../protocol/boxes.ts'

interface SaidBox {
  readonly box: Corners
  /** Larger is surer. Equal where a reply gives none. */
  readonly score: number
}

export interface BoxesOfImage {
  readonly said: readonly SaidBox[]
  readonly right: readonly Corners[]
}

/** How many boxes of one image count: the surest. */
const mostBoxes = 100
/** Points of recall at which precision is read: 0, 0.01 … 1, as multiples of the step in floating point. */
const points = 100
const step = 0.01
const largestThreshold = 1 - 1e-10

/**
 * Mean over thresholds of overlap, from 0 to 1; null where nothing is right. Boxes are ranked by their scores; of equal scores in the
 * order of the images and their boxes.
 */
export function averagePrecision(
  images: readonly BoxesOfImage[],
  thresholds: readonly number[],
): number | null {
  const rights = images.reduce((sum, { right }) => sum + right.length, 0)
  if (rights === 0 || thresholds.length === 0) return null
  const ranked = images.map(({ said, right }) => ({
    right,
    said: said.toSorted((a, b) => b.score - a.score).slice(0, mostBoxes),
  }))
  const values = thresholds.map(threshold => {
    const hits = ranked.flatMap(({ said, right }) => matches(said, right, threshold))
    const inOrder = hits.toSorted((a, b) => b.score - a.score)
    return areaUnder(
      inOrder.map(({ isHit }) => isHit),
      rights,
    )
  })
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Whether each box has a right one of its own: the surest choose first, of equal overlaps the last. */
function matches(said: readonly SaidBox[], right: readonly Corners[], threshold: number) {
  const taken = new Set<number>()
  return said.map(({ box, score }) => {
    let best = Math.min(threshold, largestThreshold)
    let chosen: number | null = null
    for (const [i, other] of right.entries()) {
      const overlap = taken.has(i) ? -1 : intersectionOverUnion(box, other)
      if (overlap < best) continue
      best = overlap
      chosen = i
    }
    if (chosen !== null) taken.add(chosen)
    return { score, isHit: chosen !== null }
  })
}

/** Area under precision over recall: at each point the best precision at that recall or more. */
function areaUnder(hits: readonly boolean[], rights: number): number {
  const recall: number[] = []
  const precision: number[] = []
  let truePositives = 0
  for (const [i, isHit] of hits.entries()) {
    truePositives += Number(isHit)
    recall.push(truePositives / rights)
    precision.push(truePositives / (i + 1))
  }
  for (let i = precision.length - 1; i > 0; i--)
    precision[i - 1] = Math.max(precision[i - 1] ?? 0, precision[i] ?? 0)
  let sum = 0
  for (let point = 0, at = 0; point <= points; point++) {
    while (at < recall.length && (recall[at] ?? 0) < point * step) at++
    sum += precision[at] ?? 0
  }
  return sum / (points + 1)
}
