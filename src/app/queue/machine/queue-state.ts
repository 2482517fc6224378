import type { WorkerPool } from '../../run/worker-pool.ts'
import type { QueueRequest } from '../requests.ts'

export interface QueuedRun {
  readonly run: string
  readonly name: string
  /** Id of the run that it is a pass of; null for a separate run. */
  readonly parent: string | null
  /** Runs of one origin use the same data set and model: a run and its probe passes. */
  readonly origin: string
}

/** A run with what it holds: its data set, its model, its workers. The machine only passes it on. */
export interface ReadyRun extends QueuedRun {
  readonly held: WorkerPool
}

/** A request on its way to a run. Each step waits for the one before: nothing is checked before it is held. */
export interface Preparation {
  /** The press that began it. */
  readonly id: number
  /** All presses that wait for it. */
  readonly presses: readonly number[]
  readonly request: QueueRequest
  /** `checked` waits for its turn to store: two may not store the same passes. */
  readonly step: 'holding' | 'checking' | 'checked' | 'storing'
  readonly held: WorkerPool | null
}

/** What begins when everything before it has ended. */
export interface Waiting {
  readonly ready: ReadyRun
  readonly from: Origin
}

/** Presses that wait for something to begin, and their requests. */
interface Origin {
  readonly key: string
  readonly presses: readonly number[]
}

export interface Work {
  /** `beginning`: not on show yet. `finishing`: nothing more is asked; its last writes are under way. */
  readonly phase: 'beginning' | 'running' | 'finishing'
  readonly ready: ReadyRun
  readonly from: Origin
}

export interface Deletion {
  readonly press: number
  readonly run: string
  /** `waiting`: for the last writes of a run, or for passes that are being stored. */
  readonly step: 'waiting' | 'deleting'
}

export interface QueueState {
  readonly preparations: readonly Preparation[]
  readonly work: Work | null
  readonly line: readonly Waiting[]
  readonly deletions: readonly Deletion[]
  /** Stop was pressed, and the current work has not ended yet. */
  readonly isStopping: boolean
}

export const idleQueue = {
  preparations: [],
  work: null,
  line: [],
  deletions: [],
  isStopping: false,
} as const satisfies QueueState

/** What was thrown, which may be anything. */
export interface Thrown {
  readonly thrown: unknown
}

export type QueueEvent =
  | { readonly type: 'pressed'; readonly press: number; readonly request: QueueRequest }
  | { readonly type: 'held'; readonly preparation: number; readonly held: WorkerPool }
  | { readonly type: 'checked'; readonly preparation: number }
  /** The runs of the request are stored. */
  | { readonly type: 'stored'; readonly preparation: number; readonly runs: readonly QueuedRun[] }
  | { readonly type: 'refused'; readonly preparation: number; readonly error: unknown }
  | { readonly type: 'shown' }
  /** Nothing more is asked. `error`: why the run could not begin. */
  | { readonly type: 'ended'; readonly outcome: 'done' | 'paused' | 'failed'; readonly error: Thrown | null }
  /** Its last writes are done. */
  | { readonly type: 'put away' }
  | { readonly type: 'stop' }
  | { readonly type: 'delete'; readonly press: number; readonly run: string }
  | { readonly type: 'deleted'; readonly press: number; readonly error: Thrown | null }

export type QueueEffect =
  | { readonly do: 'hold'; readonly preparation: number; readonly request: QueueRequest }
  | {
      readonly do: 'check' | 'store'
      readonly preparation: number
      readonly request: QueueRequest
      readonly held: WorkerPool | null
    }
  | { readonly do: 'release'; readonly held: WorkerPool }
  | { readonly do: 'work'; readonly ready: ReadyRun; readonly press: number | null }
  | { readonly do: 'stop work' }
  | { readonly do: 'delete'; readonly press: number; readonly run: string }
  /** Answers presses: `error` is null if the request has begun, waits, or is done. */
  | { readonly do: 'settle'; readonly presses: readonly number[]; readonly error: Thrown | null }
  /** Nobody waits for this error: the page shows it. */
  | { readonly do: 'notify'; readonly error: unknown }
