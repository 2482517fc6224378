import type { ChangedSample } from '../data/changed.ts'

export const changedAxes = ['change', 'task', 'modality', 'parts', 'dataset'] as const
export type ChangedAxis = (typeof changedAxes)[number]

/** Which of the changed samples are listed: an axis that is absent lets everything through. */
export function filterChanged(
  samples: readonly ChangedSample[],
  query: URLSearchParams,
): readonly ChangedSample[] {
  const wanted = changedAxes.filter(axis => query.has(axis))
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return samples.filter(sample => {
    if (!wanted.every(axis => sample[axis] === query.get(axis))) return false
    if (words.length === 0) return true
    const searched = `${sample.question}\n${sample.id}\n${sample.image ?? ''}`.toLowerCase()
    return words.every(word => searched.includes(word))
  })
}
