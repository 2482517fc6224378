/** How accuracy varies over draws of the answers and over wordings of the questions. */
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { Probe } from '../../../engine/protocol/probe.ts'
import { type RepeatSpread, repeatSpread } from './unread-bounds.ts'

/** The kinds of passes that ask the same questions again. */
export const repeatKinds = ['repeat', 'paraphrase'] as const
export type RepeatKind = (typeof repeatKinds)[number]

export interface RepeatedAccuracy extends RepeatSpread {
  readonly kind: RepeatKind
  /** Questions that all of the passes answered. */
  readonly n: number
  /** The run's own accuracy on them. */
  readonly own: number
}

export interface RepeatPass {
  readonly probe: Probe
  readonly rows: readonly Pick<ResultRow, 'index' | 'verdict'>[]
}

type Verdicts = ReadonlyMap<number, boolean>

const verdictsByIndex = (rows: RepeatPass['rows']): Verdicts =>
  new Map(
    rows.flatMap(({ index, verdict }) =>
      verdict === 'failed' ? [] : [[index, verdict === 'correct'] as const],
    ),
  )

/** Accuracy by kind of two passes or more, on the questions that the run and all passes of the kind answered. */
export function repeatedAccuracies(
  rows: RepeatPass['rows'],
  passes: readonly RepeatPass[],
): RepeatedAccuracy[] {
  const ownVerdicts = verdictsByIndex(rows)
  return repeatKinds.flatMap(kind => {
    const verdicts = passes.filter(({ probe }) => probe.kind === kind).map(pass => verdictsByIndex(pass.rows))
    if (verdicts.length < 2) return []
    const shared = [...ownVerdicts.keys()].filter(index => verdicts.every(pass => pass.has(index)))
    const shareRight = (one: Verdicts): number =>
      shared.filter(index => one.get(index)).length / shared.length
    const spread = shared.length === 0 ? null : repeatSpread(verdicts.map(shareRight))
    return spread ? [{ kind, n: shared.length, own: shareRight(ownVerdicts), ...spread }] : []
  })
}
