/**
 * Whether a run asks a benchmark's own questions. Neither paper publishes the ids of its questions, so they are recognised
 * by what the papers print: the number of samples of the release, and the tasks with at most as many questions each.
 */
import { countBy } from '../../base/grouping.ts'
import { publishedColumns, publishedTotal } from '../published.ts'
import { medCmrTasks } from '../published-med-cmr.ts'
import type { Countable } from '../shares.ts'
import type { PaperFindings } from './finding.ts'

type Paper = PaperFindings['paper']

interface Release {
  readonly paper: Paper
  /** Samples of the whole release, those without an image too. */
  readonly totals: readonly number[]
  /** Questions of each task. */
  readonly tasks: ReadonlyMap<string, number>
}

const choices = medCmrTasks.reduce((sum, { n }) => sum + (n ?? 0), 0)
/** Open questions of the released file, and as the paper counts them. */
const openQuestions = [0, 3999, 3998]

const releases: readonly Release[] = [
  {
    paper: 'MedRCube',
    totals: [publishedTotal],
    tasks: new Map(publishedColumns.flatMap(({ axis, label, n }) => (axis === 'task' ? [[label, n]] : []))),
  },
  {
    paper: 'Med-CMR',
    totals: openQuestions.map(open => choices + open),
    // Open questions have the same tasks; the paper does not print how many of each.
    tasks: new Map(medCmrTasks.map(({ name, n }) => [name, (n ?? 0) + Math.max(...openQuestions)])),
  },
]

/** The papers that have a task of the run's. */
export const papersWithTasks = (tasks: readonly string[]): readonly Paper[] =>
  releases.filter(release => tasks.some(task => release.tasks.has(task))).map(({ paper }) => paper)

/** @param total samples of the run's data set, those that were skipped too */
export function isBenchmark(paper: Paper, rows: readonly Pick<Countable, 'task'>[], total: number): boolean {
  const release = releases.find(one => one.paper === paper)
  if (!release?.totals.includes(total) || rows.length === 0) return false
  return [...countBy(rows.map(({ task }) => task))].every(([task, n]) => n <= (release.tasks.get(task) ?? 0))
}

/** Questions of the release, for a reader. */
export const releaseSize = (paper: Paper): number => releases.find(one => one.paper === paper)?.totals[0] ?? 0
