/** Answers that reached the limit of new tokens. What such an answer would have said next is unknown. */
import { groupBy } from '../base/grouping.ts'
import { type FrameAxis, frameAxes } from '../protocol/frame.ts'
import type { RunSettings } from '../protocol/settings.ts'
import { byAxis } from './report.ts'
import type { ResultRow } from './result-row.ts'

/** Above this share of answers a run warns. */
const muchCut = 0.02

export const isMuchCut = (cut: number, answered: number): boolean => cut > muchCut * answered

export interface CutCount {
  readonly answered: number
  /** How many of the answers are right. */
  readonly correct: number
  readonly cut: number
}

export interface CutSlice extends CutCount {
  readonly label: string
}

export interface CutAnswers extends CutCount {
  /** Every label of each axis, tasks from low to high level and others in the order of first mention. */
  readonly slices: Readonly<Record<FrameAxis, readonly CutSlice[]>>
}

type Row = Pick<ResultRow, FrameAxis | 'verdict' | 'isCut'>

/** @returns null where no answer was cut */
export function cutAnswers(rows: readonly Row[]): CutAnswers | null {
  if (!rows.some(({ isCut }) => isCut)) return null
  const slicesBy = (axis: FrameAxis) => groupBy(rows, row => row[axis])
  return {
    ...cutCount(rows),
    slices: byAxis(frameAxes, axis =>
      Array.from(slicesBy(axis), ([label, members]) => ({ label, ...cutCount(members) })),
    ),
  }
}

function cutCount(rows: readonly Row[]): CutCount {
  return {
    answered: rows.filter(({ verdict }) => verdict !== 'failed').length,
    correct: rows.filter(({ verdict }) => verdict === 'correct').length,
    cut: rows.filter(({ isCut }) => isCut).length,
  }
}

/** Enough for a paragraph. Answers that end earlier cost nothing. */
const least = 256

/** The limits with which cut answers are asked again: four times as many new tokens, and at least 256. */
export function withMoreTokens(settings: RunSettings): RunSettings {
  const { newTokensByKind } = settings
  const more = (limit: number): number => Math.min(999_999_999, Math.max(least, 4 * limit))
  return {
    ...settings,
    maxNewTokens: more(settings.maxNewTokens),
    ...(settings.thoughtTokens !== undefined && { thoughtTokens: more(settings.thoughtTokens) }),
    ...(newTokensByKind && {
      newTokensByKind: Object.fromEntries(
        Object.entries(newTokensByKind).map(([kind, limit]) => [kind, more(limit)]),
      ),
    }),
  }
}
