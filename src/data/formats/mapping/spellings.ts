import { getOrMake } from '../../../engine/base/grouping.ts'
import { foldedLabel } from './levelled.ts'

/**
 * For each label the spelling that stands for all of its spellings: the most frequent one, of equal ones the first.
 * `x_ray.` and `X-ray` are one label.
 */
export function oneSpelling(labels: Iterable<string | null>): (label: string | null) => string | null {
  const spellings = new Map<string, Map<string, number>>()
  for (const label of labels) {
    if (label === null) continue
    const counts = getOrMake(spellings, foldedLabel(label), () => new Map<string, number>())
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  const chosen = new Map(
    Array.from(spellings, ([folded, counts]) => [
      folded,
      [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0],
    ]),
  )
  return label => (label === null ? null : (chosen.get(foldedLabel(label)) ?? label))
}
