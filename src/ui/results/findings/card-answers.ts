/** The answers that a finding is about: three to look at, and where all of them are listed. */
import type { FindingSamples } from '../../../app/controller/report-facts.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { RunFinding } from '../../../engine/analysis/run-findings.ts'
import { hasYesNoAnswer } from '../../../engine/analysis/yes-no.ts'
import { counted } from '../../../engine/base/counted.ts'
import { isInSlice } from '../../../engine/protocol/voxel-map.ts'
import { compareHref, resultsHref } from '../../state/router.ts'
import { type CardChart, type ChartFacts, largestDrops, voxelQuery } from './finding-lines.ts'

type Shown = Pick<ResultRow, 'index' | 'id' | 'image'>

export interface CardAnswers {
  /** At most three samples to look at, of different images. */
  readonly samples: readonly Shown[]
  /** Where its answers are listed, with how many they are. */
  readonly link: { readonly href: string; readonly text: string } | null
}

interface AnswerFacts extends ChartFacts {
  readonly samples?: FindingSamples
}

/** @param chart of the finding, whose first line the answers are of */
export function cardAnswers(facts: AnswerFacts, finding: RunFinding, { voxel }: CardChart): CardAnswers {
  const { run, rows, levels, samples } = facts
  switch (finding.kind) {
    case 'overall':
      return wrongAnswers(run.id, rows, {})
    case 'unread': {
      const unread = rows.filter(({ isUnparsed }) => isUnparsed)
      // A protocol without reasons leaves an unread reply without an answer: it is one of the wrong ones.
      if (unread.length === 0) return wrongAnswers(run.id, rows, {})
      const href = resultsHref(run.id, 'samples', { only: 'unread' })
      return listed(unread, href, 'unread reply', 'unread replies')
    }
    case 'weakest':
    case 'below':
    case 'unclear':
      if (!voxel) return none
      return wrongAnswers(
        run.id,
        rows.filter(row => isInSlice(row, voxel)),
        voxelQuery(voxel),
      )
    case 'constant': {
      const task = finding.tasks[0]?.label ?? ''
      return wrongAnswers(
        run.id,
        rows.filter(row => row.task === task),
        { task },
      )
    }
    case 'shortcut':
      return listed(
        rowsAt(rows, samples?.linked ?? []),
        resultsHref(run.id, 'samples', { only: 'shortcut', ...levels }),
        'answer in a shortcut',
        'answers in shortcuts',
      )
    case 'previous': {
      const { run: earlier, overall } = finding.previous
      const href = compareHref([earlier, run.id], 'changed')
      const shown = firstThree(rowsAt(rows, samples?.changed.get(earlier) ?? []))
      const changed = overall.table.onlyFirst + overall.table.onlySecond
      return { samples: shown, link: linkTo(href, changed, 'changed verdict') }
    }
    case 'degraded': {
      const pass = finding.passes[0] ?? largestDrops(facts)[0]
      if (!pass) return none
      const href = compareHref([run.id, pass.run], 'changed', { change: 'lost' })
      const shown = firstThree(rowsAt(rows, samples?.changed.get(pass.run) ?? []))
      return { samples: shown, link: linkTo(href, pass.overall.table.onlyFirst, 'lost answer') }
    }
    case 'yes-no':
      return wrongAnswers(run.id, rows.filter(hasYesNoAnswer), { only: 'yes-no' })
    case 'published':
      // Published runs come without answers.
      return {
        samples: [],
        link: linkTo(compareHref([run.id], 'published'), finding.of, 'published model'),
      }
    case 'blind':
      return none
  }
}

const none: CardAnswers = { samples: [], link: null }

function linkTo(href: string, n: number, one: string, many?: string): CardAnswers['link'] {
  return n === 0 ? null : { href, text: counted(n, one, many) }
}

const listed = (rows: readonly Shown[], href: string, one: string, many?: string): CardAnswers => ({
  samples: firstThree(rows),
  link: linkTo(href, rows.length, one, many),
})

/** The wrong ones among some answers; where all are right, these. @param query the names of these answers in an address */
export function wrongAnswers(
  run: string,
  rows: readonly ResultRow[],
  query: Readonly<Record<string, string | null>>,
): CardAnswers {
  const wrong = rows.filter(({ verdict }) => verdict === 'wrong')
  if (wrong.length > 0)
    return listed(wrong, resultsHref(run, 'samples', { ...query, verdict: 'wrong' }), 'wrong answer')
  const right = rows.filter(({ verdict }) => verdict === 'correct')
  return listed(right, resultsHref(run, 'samples', { ...query, verdict: 'correct' }), 'right answer')
}

/** The rows of some samples, in the order of the run. */
export function rowsAt(rows: readonly ResultRow[], indices: ArrayLike<number>): readonly ResultRow[] {
  if (indices.length === 0) return []
  const wanted = new Set(Array.from(indices))
  return rows.filter(({ index }) => wanted.has(index))
}

/** The first three with different images. */
export function firstThree(rows: readonly Shown[]): readonly Shown[] {
  const rowsByImage = new Map<string, Shown>()
  for (const row of rows) {
    if (rowsByImage.size === 3) break
    if (row.image !== null && !rowsByImage.has(row.image)) rowsByImage.set(row.image, row)
  }
  return [...rowsByImage.values()]
}
