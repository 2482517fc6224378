/** How long the answers of a run took, in each task, and when right and wrong. */
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { groupBy } from '../../../engine/base/grouping.ts'
import { type ReadingSeconds, readingSeconds } from './reading-seconds.ts'

/** Seconds of the answers to some questions; null of none. */
export interface TaskSeconds {
  /** Null for all tasks. */
  readonly task: string | null
  readonly all: ReadingSeconds
  readonly right: ReadingSeconds | null
  readonly wrong: ReadingSeconds | null
}

type TimedRow = Pick<ResultRow, 'index' | 'task' | 'verdict'>

/**
 * All answers first, then those of each task where there are several, in the order of their first answers.
 * @param secondsBySample by the index of the sample; an answer without seconds counts nowhere
 */
export function readingTimes(
  rows: readonly TimedRow[],
  secondsBySample: ReadonlyMap<number, number>,
): readonly TaskSeconds[] {
  const timed = rows.filter(({ index, verdict }) => verdict !== 'failed' && secondsBySample.has(index))
  const tasks = groupBy(timed, ({ task }) => task)
  const groups: (readonly [string | null, readonly TimedRow[]])[] = [
    [null, timed],
    ...(tasks.size > 1 ? tasks : []),
  ]
  return groups.flatMap(([task, some]) => {
    const secondsIn = (chosen: readonly TimedRow[]) =>
      readingSeconds(chosen.map(({ index }) => secondsBySample.get(index) as number))
    const all = secondsIn(some)
    if (!all) return []
    const [right, wrong] = (['correct', 'wrong'] as const).map(kind =>
      secondsIn(some.filter(({ verdict }) => verdict === kind)),
    )
    return [{ task, all, right: right ?? null, wrong: wrong ?? null }]
  })
}
