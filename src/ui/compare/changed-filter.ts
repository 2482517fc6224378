import type { ChangedSample } from '../../engine/analysis/changed.ts'
import { searchedOf, wordTest } from '../shared/sample/search-words.ts'

export const changedAxes = ['change', 'task', 'modality', 'parts', 'dataset'] as const
export type ChangedAxis = (typeof changedAxes)[number]

/** Which of the changed samples are listed: an axis that is absent lets everything through. */
export function filterChanged(
  samples: readonly ChangedSample[],
  query: URLSearchParams,
): readonly ChangedSample[] {
  const wanted = changedAxes.filter(axis => query.has(axis))
  const hasWords = wordTest(query.get('q') ?? '')
  return samples.filter(sample => {
    if (!wanted.every(axis => sample[axis] === query.get(axis))) return false
    return hasWords === null || hasWords(searchedOf(sample))
  })
}
