import type { LoggedEvent } from '../../../engine/protocol/events.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import type { Sample } from '../../../engine/protocol/sample.ts'
import type { RunEvent } from '../../../engine/runtime/run-events.ts'
import type { RunTask } from '../../../workers/contracts/run.ts'
import { type Breakages, noBreakages } from '../breakages.ts'
import { type ClockReading, unwatched, type Watch } from './watch.ts'

/** What was thrown, which may be anything. */
export interface Failed {
  readonly error: unknown
}

/** The state of one copy of the model. Asked to pause, it continues until its worker reports the pause. */
type CopyPhase =
  | { readonly name: 'idle' }
  | { readonly name: 'loading' }
  | { readonly name: 'asking' }
  /** Without a worker where it did not heed, and was ended. */
  | { readonly name: 'paused'; readonly hasWorker: boolean }
  /** Its worker broke; the stored records are counted again before a fresh one is started. */
  | { readonly name: 'restarting' }
  | { readonly name: 'ended'; readonly how: 'done' | 'stopped' }
  | { readonly name: 'ended'; readonly how: 'failed'; readonly error: unknown }

export interface CopyState {
  /** Number of the copy, from 0. */
  readonly copy: number
  readonly phase: CopyPhase
  /** Number of workers started; events of earlier ones are ignored. */
  readonly attempt: number
  readonly wish: 'go on' | 'pause' | 'stop'
  readonly wishedAt: number
  /** Whether its model was ever loaded in this run. */
  readonly hasAsked: boolean
  readonly breakages: Breakages
  readonly givenUp: RunTask['givenUp']
  /** Samples whose images must not be opened again. */
  readonly refused: RunTask['refused']
  /** The sample that it reported last, as it is shown. */
  readonly asked: Pick<Sample, 'index' | 'image'> | null
  readonly watch: Watch
}

export const idleCopy = (copy: number, refused: RunTask['refused']): CopyState => ({
  copy,
  phase: { name: 'idle' },
  attempt: 0,
  wish: 'go on',
  wishedAt: 0,
  hasAsked: false,
  breakages: noBreakages,
  givenUp: [],
  refused,
  asked: null,
  watch: unwatched,
})

/** What the threads of a copy have in hand. */
export interface ClockReadings {
  readonly hand: ClockReading
  readonly preparing: ClockReading
}

export type CopyEvent =
  | { readonly type: 'start' | 'pause' | 'resume' | 'stop' }
  /** Another copy found nothing left to take. */
  | { readonly type: 'release'; readonly hasClaims: boolean }
  | { readonly type: 'reported'; readonly attempt: number; readonly event: RunEvent }
  /** @see RunWorker.start */
  | { readonly type: 'finished'; readonly attempt: number; readonly isWhole: boolean }
  | {
      readonly type: 'broke'
      readonly attempt: number
      readonly error: unknown
      readonly index: number | null
      readonly hasClaims: boolean
    }
  /** The stored records have been counted again, or could not be. */
  | { readonly type: 'recounted'; readonly failure: Failed | null }
  | ({ readonly type: 'tick' } & ClockReadings)

export type CopyEffect =
  /** `isPaused`: it is to pause as soon as it is loaded. */
  | ({ readonly do: 'start worker'; readonly attempt: number; readonly isPaused: boolean } & Pick<
      RunTask,
      'copy' | 'careful' | 'givenUp' | 'refused'
    >)
  | { readonly do: 'send'; readonly copy: number; readonly command: 'pause' | 'resume' | 'stop' }
  | { readonly do: 'end worker'; readonly copy: number }
  | { readonly do: 'recount'; readonly copy: number }
  | { readonly do: 'log'; readonly event: Omit<LoggedEvent, 'time'> }

export interface CopyContext {
  readonly run: Pick<Run, 'model' | 'settings'>
  /** Milliseconds of the watch clock. */
  readonly now: number
  /** Whether the model ever answered in this run. */
  readonly hasAnswered: boolean
  readonly emit: (effect: CopyEffect) => void
}

export function hasWorker({ phase }: CopyState): boolean {
  return phase.name === 'loading' || phase.name === 'asking' || (phase.name === 'paused' && phase.hasWorker)
}

/** Whether events from that attempt still count. */
export const isCurrentAttempt = (copy: CopyState, attempt: number): boolean =>
  hasWorker(copy) && copy.attempt === attempt
