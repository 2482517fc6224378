import type { Run } from '../../../engine/protocol/run.ts'
import type { RunEvent } from '../../../engine/runtime/run-events.ts'
import type { RunTask } from '../../../workers/contracts/run.ts'
import type { LiveRun } from '../../state/state.ts'
import type { ClockReadings, CopyContext, CopyEffect, CopyEvent, CopyState, Failed } from './copy-state.ts'

/** Milliseconds of the machine's clock: the times of loading and pausing do not count as asking. */
interface RunTimes {
  /** When the loading began that is waited for, and how long earlier ones took. */
  readonly loadingSince: number
  readonly loaded: number
  /** The start of the current pause, and the length of earlier ones. */
  readonly pausedAt: number | null
  readonly paused: number
}

/** One run under way, on one copy of the model or on several side by side. */
export interface SessionState {
  readonly run: CopyContext['run']
  readonly refused: RunTask['refused']
  /** Copies of the model that the run wants, and most that this machine may have. */
  readonly copiesWanted: number
  readonly maxCopies: number
  readonly phase: 'loading' | 'running' | 'pausing' | 'paused' | 'ended'
  /** The first loads alone, so that the first answer comes soon and a model that cannot be loaded is tried once. */
  readonly copies: readonly CopyState[]
  /** Milliseconds of the watch clock at the last look. */
  readonly now: number
  /** Pressed, and whether that left something unasked. */
  readonly isStopping: boolean
  readonly wasStopped: boolean
  readonly failure: Failed | null
  readonly hasAnswered: boolean
  /** Lost copies that are still being written down. */
  readonly noting: number
  readonly times: RunTimes
}

export function idleRun(
  run: Pick<Run, 'model' | 'settings' | 'environment'>,
  refused: RunTask['refused'],
  maxCopies: number,
): SessionState {
  return {
    run,
    refused,
    copiesWanted: run.environment.copies ?? 1,
    maxCopies,
    phase: 'loading',
    copies: [],
    now: 0,
    isStopping: false,
    wasStopped: false,
    failure: null,
    hasAnswered: false,
    noting: 0,
    times: { loadingSince: 0, loaded: 0, pausedAt: null, paused: 0 },
  }
}

/** `at` is the machine's clock in milliseconds. */
export type RunMachineEvent = { readonly at: number } & (
  | { readonly type: 'planned'; readonly answered: number }
  | { readonly type: 'pause' | 'resume' | 'stop' }
  /** By copy number, its current sample; null if it has no worker. */
  | { readonly type: 'tick'; readonly now: number; readonly readings: readonly (ClockReadings | null)[] }
  /** `open`: questions without a record. */
  | ({ readonly copy: number; readonly open: number } & Extract<CopyEvent, { readonly type: 'reported' }>)
  /** `claimants`: copies that have taken something. */
  | ({ readonly copy: number; readonly claimants: readonly number[] } & Extract<
      CopyEvent,
      { readonly type: 'finished' }
    >)
  | ({ readonly copy: number } & Extract<CopyEvent, { readonly type: 'broke' }>)
  | ({ readonly copy: number; readonly answered: number } & Extract<
      CopyEvent,
      { readonly type: 'recounted' }
    >)
  /** The loss of a copy is written down, or could not be. */
  | { readonly type: 'noted'; readonly failure: Failed | null }
)

export type RunEffect =
  | CopyEffect
  | {
      readonly do: 'show'
      readonly change: Partial<Pick<LiveRun, 'phase' | 'activity' | 'rate' | 'secondsLeft'>>
    }
  /** The page's own handling of a worker's events. */
  | { readonly do: 'follow'; readonly event: RunEvent }
  /** The rate until now does not count. */
  | { readonly do: 'restart clock' }
  /** The run continues with one copy less. */
  | { readonly do: 'note lost copy' }
  | { readonly do: 'finish'; readonly wasStopped: boolean; readonly failure: SessionState['failure'] }
