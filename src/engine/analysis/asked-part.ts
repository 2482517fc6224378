/** For a run that has not asked all of its data set: how much it asked, and what that implies for the whole. */

import type { JsonObject } from '@voxelwise/python'
import { toSixDigits } from '../base/counted.ts'
import { plainFrame, type SamplingFrame } from '../protocol/frame.ts'
import type { Run } from '../protocol/run.ts'
import { BenchmarkEstimates } from './benchmark-estimate.ts'
import type { ResultRow } from './result-row.ts'
import type { PartEstimate } from './shares.ts'
import { isMostlyUnread, type UnreadCount } from './unread.ts'

/** How many of the data set's, or a selection's, questions have been asked, and whether they represent the others. */
export interface AskedPart {
  readonly asked: number
  readonly of: number
  /** Whether these are a selection of the data set. */
  readonly isSelection: boolean
  /** `unknown`: an extra pass, or a run of an older version, for which the sampling frame is unknown. */
  readonly basis: 'drawn' | 'dataset' | 'unknown'
  /** With prior knowledge: half the width of the whole's interval with it, and without. */
  readonly gain: Gain | null
}

/** What an earlier run's verdicts or published figures were worth. */
export interface Gain {
  readonly of: 'run' | 'published'
  readonly halfWidth: number
  readonly unaided: number
}

export type AskedRun = Pick<Run, 'settings' | 'dataset' | 'probe' | 'judging' | 'total' | 'selected'>

/** The questions that a run stands for: its data set's or its selection's. Of a pass those that it asks. */
export function questionsBehind({ probe, judging, settings, selected, total, dataset }: AskedRun): number {
  if (probe || judging) return total
  return settings.only ? (selected ?? total) : dataset.counts.loaded
}

/**
 * Whether a run's accuracy is that of its data set or selection: every question was asked and answered, without a
 * change, and most replies were read. A limited selection of an older run does not know how many questions it had.
 */
export function isExact(
  run: AskedRun,
  { part, failed, unread }: Readonly<{ part: AskedPart | null; failed: number; unread: UnreadCount }>,
): boolean {
  const { probe, judging, settings, selected, total } = run
  if (probe || judging || part !== null || failed > 0 || isMostlyUnread(unread)) return false
  return !settings.only || selected !== undefined || settings.limit === null || total < settings.limit
}
type Verdict = Pick<ResultRow, 'index' | 'verdict'>

/** @returns null if all was asked; `estimates` is null if the sampling frame is unknown */
export function askedPart(
  rows: readonly Verdict[],
  run: AskedRun,
  frame: SamplingFrame | undefined,
): { readonly part: AskedPart; readonly estimates: BenchmarkEstimates | null } | null {
  const part = {
    asked: rows.length,
    of: questionsBehind(run),
    isSelection: run.settings.only !== undefined,
  }
  if (part.asked >= part.of) return null
  if (frame === undefined || run.probe)
    return { part: { ...part, basis: 'unknown', gain: null }, estimates: null }
  const estimates = estimatePart(rows, run, frame)
  const basis = run.settings.order === 'balanced' ? 'drawn' : 'dataset'
  // Null if there was no prior knowledge.
  const plain = basis === 'drawn' ? plainFrame(frame) : null
  const gain = plain && {
    of: frame.prior ? ('run' as const) : ('published' as const),
    halfWidth: halfWidth(estimates.overall()),
    unaided: halfWidth(estimatePart(rows, run, plain).overall()),
  }
  return { part: { ...part, basis, gain }, estimates }
}

function estimatePart(
  rows: readonly Verdict[],
  { settings }: Pick<AskedRun, 'settings'>,
  frame: SamplingFrame,
): BenchmarkEstimates {
  const estimates = new BenchmarkEstimates(frame, settings)
  for (const { index, verdict } of rows) estimates.add(index, verdict)
  return estimates
}

const halfWidth = ({ low, high }: PartEstimate): number => (high - low) / 2

/**
 * The estimates in a run.json of an unfinished run, for readers without this program: computed from its records, and
 * ignored when the file is read.
 * @returns undefined if all was asked, or nothing yet
 */
export function partJson(
  rows: readonly Verdict[],
  run: AskedRun,
  frame: SamplingFrame | undefined,
): JsonObject | undefined {
  const known = askedPart(rows, run, frame)
  if (!known || rows.length === 0) return undefined
  const { part, estimates } = known
  const { asked, of, basis } = part
  const answered = rows.filter(({ verdict }) => verdict !== 'failed').length
  const correct = rows.filter(({ verdict }) => verdict === 'correct').length
  const whole = estimates?.overall()
  return {
    ...{ asked, of, answered, correct },
    accuracy: answered === 0 ? null : toSixDigits(correct / answered),
    basis,
    ...(whole && { low: toSixDigits(whole.low), high: toSixDigits(whole.high) }),
    ...(part.gain && {
      gain: {
        of: part.gain.of,
        half_width: toSixDigits(part.gain.halfWidth),
        half_width_unaided: toSixDigits(part.gain.unaided),
      },
    }),
  }
}
