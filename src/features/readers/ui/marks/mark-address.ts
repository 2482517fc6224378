/** The address of a page on which answers are marked. */

import { agreedCode } from '../../engine/marks/marks.ts'

const whichAnswers = ['wrong', 'all', 'differing'] as const

export interface MarkAddress {
  readonly runs: readonly string[]
  readonly set: string
  /** The person's code; null before it is given. */
  readonly by: string | null
  readonly which: (typeof whichAnswers)[number]
  /** How many are drawn; null for all. */
  readonly most: number | null
}

export const runsParameter = 'mark'

/** The page on which answers of some runs are marked. */
export const markHref = (runs: readonly string[], set: string | undefined, index?: number): string => {
  const query = new URLSearchParams({ [runsParameter]: runs.join(',') })
  if (set !== undefined) query.set('set', set)
  if (index !== undefined) query.set('sample', String(index))
  return `#/people?${query}`
}

/** Where a run's answers with differing labels are decided on, by all together. */
export const agreedHref = (run: string, set: string): string =>
  `${markHref([run], set)}&${new URLSearchParams({ by: agreedCode, which: 'differing' })}`

export function markAddress(query: URLSearchParams): MarkAddress {
  const most = Number(query.get('most') ?? Number.NaN)
  return {
    runs: (query.get(runsParameter) ?? '').split(',').filter(Boolean),
    set: query.get('set') ?? '',
    by: query.get('by'),
    which: whichAnswers.find(one => one === query.get('which')) ?? 'wrong',
    most: Number.isInteger(most) && most > 0 ? most : null,
  }
}
