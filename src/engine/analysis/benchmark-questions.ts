/**
 * Whether a run asks a benchmark's own questions. Neither paper publishes the ids of its questions, so they are recognised by
 * what is published: the number of samples of the release, its labels with at most as many questions each, and the form of its ids.
 */
import { countBy } from '../base/grouping.ts'
import { type PublishedColumn, publishedColumns, publishedTotal } from './published.ts'
import { medCmrTasks } from './published-med-cmr.ts'
import type { Countable } from './shares.ts'

/** A benchmark whose paper's figures are known here. */
export type PaperName = 'MedRCube' | 'Med-CMR'

interface Release {
  readonly paper: PaperName
  /** Samples of the whole release, those without an image too. */
  readonly totals: readonly number[]
  /** Questions of each task. */
  readonly tasks: ReadonlyMap<string, number>
  /** Questions of each modality and region, without those of some tasks; null where they are not published. */
  readonly labels: {
    readonly modality: ReadonlyMap<string, number>
    readonly parts: ReadonlyMap<string, number>
    readonly without: readonly string[]
  } | null
  readonly id: RegExp
}

const countByLabel = (axis: PublishedColumn['axis']): ReadonlyMap<string, number> =>
  new Map(publishedColumns.flatMap(column => (column.axis === axis ? [[column.label, column.n]] : [])))

const choices = medCmrTasks.reduce((sum, { n }) => sum + (n ?? 0), 0)
/** Open questions of the released file, and as the paper counts them. */
const openQuestions = [0, 3999, 3998]

const releases: readonly Release[] = [
  {
    paper: 'MedRCube',
    totals: [publishedTotal],
    tasks: countByLabel('task'),
    labels: {
      ...{ modality: countByLabel('modality'), parts: countByLabel('parts') },
      without: ['View Recognition', 'Imaging Protocols Recognition'],
    },
    id: /./,
  },
  {
    paper: 'Med-CMR',
    totals: openQuestions.map(open => choices + open),
    // Open questions have the same tasks; the paper does not print how many of each.
    tasks: new Map(medCmrTasks.map(({ name, n }) => [name, (n ?? 0) + Math.max(...openQuestions)])),
    ...{ labels: null, id: /^\d+$/ },
  },
]

/** The papers that have a task of the run's. */
export const papersWithTasks = (tasks: readonly string[]): readonly PaperName[] =>
  releases.filter(release => tasks.some(task => release.tasks.has(task))).map(({ paper }) => paper)

type Recognised = Pick<Countable, 'id' | 'task' | 'modality' | 'parts'>

/** @param total samples of the run's data set, those that were skipped too */
export function isBenchmark(paper: PaperName, rows: readonly Recognised[], total: number): boolean {
  const release = releases.find(one => one.paper === paper)
  if (!release?.totals.includes(total) || rows.length === 0) return false
  const { tasks, labels, id } = release
  if (
    !rows.every(row => id.test(row.id)) ||
    !isWithin(
      rows.map(({ task }) => task),
      tasks,
    )
  )
    return false
  if (!labels) return true
  const labelled = rows.filter(({ task }) => !labels.without.includes(task))
  return (['modality', 'parts'] as const).every(axis =>
    isWithin(
      labelled.map(row => row[axis]),
      labels[axis],
    ),
  )
}

/** Whether no label is new, or more frequent than published. */
const isWithin = (found: readonly string[], published: ReadonlyMap<string, number>): boolean =>
  [...countBy(found)].every(([label, n]) => n <= (published.get(label) ?? 0))

/** Questions of the release, for a reader. */
export const releaseSize = (paper: PaperName): number =>
  releases.find(one => one.paper === paper)?.totals[0] ?? 0
