import type { JsonObject } from '@voxelwise/python'
import { isCut, isUnread, type RunRecord } from '../protocol/record.ts'
import type { Sample } from '../protocol/sample.ts'
import type { LoadedWeights } from './load-parts.ts'
import type { PhaseEnd } from './start-phases.ts'

/** What is shown of a record while its run goes on. */
export interface Outcome {
  readonly index: number
  readonly fields: JsonObject
  readonly verdict: 'correct' | 'wrong' | 'failed'
  /** Whether it reached the limit of new tokens; absent where it did not. */
  readonly isCut?: true
  /** Whether no answer could be read from it; absent where one was. */
  readonly isUnread?: true
  readonly text: string
  /** As the run's own thread judged it; nobody reads the answer a second time. */
  readonly read: ReadAnswer
}

/** What is right, and what was read: a letter, several, yes or no, a text. */
export interface ReadAnswer {
  readonly right: string
  readonly picked: string
  /** As in `Verdict`. */
  readonly unparsed?: string
}

export function recordOutcome(record: RunRecord): Outcome {
  const { index, fields } = record.sample
  const right = record.rightAnswer
  if (record.status === 'failed')
    return { index, fields, verdict: 'failed', text: '', read: { right, picked: '' } }
  return {
    index,
    fields,
    verdict: record.correct ? 'correct' : 'wrong',
    ...(isCut(record) && { isCut: true }),
    ...(isUnread(record) && { isUnread: true }),
    text: record.response ?? '',
    read: {
      right,
      picked: record.parsed,
      ...(record.unparsed !== undefined && { unparsed: record.unparsed }),
    },
  }
}

/** What is waited for: the preparation, the model (or server), or the verdict on its answer. */
export type AskingStage = 'preparation' | 'model' | 'verdict'

export type RunEvent =
  | { readonly type: 'load'; readonly file: string; readonly loaded: number; readonly total: number }
  | { readonly type: 'activity'; readonly text: string }
  /** The weights that were loaded. It comes before the first question. */
  | ({ readonly type: 'weights' } & Pick<LoadedWeights, 'files' | 'graphs'>)
  /** Until the first answer: a part of the way there is over. */
  | { readonly type: 'phase'; readonly end: PhaseEnd }
  /** In a probe the sample as it is shown; a blank image is none. */
  | { readonly type: 'asking'; readonly sample: Sample; readonly stage: AskingStage }
  | { readonly type: 'text'; readonly index: number; readonly text: string }
  /** Sent at once; the record may be on disk only some questions later. */
  | { readonly type: 'answered'; readonly outcome: Outcome }
  /** Sent when their records are on disk. */
  | { readonly type: 'outcomes'; readonly outcomes: readonly Outcome[] }
  /** The browser had deleted the run with all data of the page; what the worker holds of it is stored again. */
  | { readonly type: 'rewritten' }
  | { readonly type: 'paused' }
