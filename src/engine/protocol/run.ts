import type { ErrorInfo } from '../base/errors.ts'
import type { LoggedEvent } from './events.ts'
import type { DatasetInfo, ModelInfo } from './identity.ts'
import type { Judging, PeoplesRatings } from './judging.ts'
import type { Merged } from './merged.ts'
import type { Probe } from './probe.ts'
import type { RunSettings } from './settings.ts'

/** Where a run was made: shown, exported, and never part of a figure. */
export interface Environment {
  readonly app: string
  readonly transformers: string
  readonly onnxruntime: string
  readonly userAgent: string
  /** Of one copy of the model. */
  readonly threads: number
  /** Maximum number of model copies, or of parallel server requests, that share the questions; absent for one. */
  readonly copies?: number
  /** What ran the model: absent where a browser did. `onnxruntime` is then the version of ONNX Runtime for Node. */
  readonly runtime?: 'node'
  /** The WebGPU adapter, as the browser describes it; null on WASM, and in Node, which does not report it. */
  readonly adapter: string | null
}

/** idle → running ⇄ paused → done | failed; `running` in the store without a live worker means interrupted. */
export type RunState = 'running' | 'paused' | 'done' | 'failed'

/** The run is one of several models' in a race on the same questions. */
export interface RaceEntry {
  /** Of the race: the same of all its runs. */
  readonly id: string
  /** Models that began, and which of them this one is, from 0. */
  readonly models: number
  readonly place: number
  /** In what share of races the best model may be dropped. */
  readonly risk: number
}

export interface Run {
  readonly id: string
  readonly name: string
  /** ISO 8601. */
  readonly created: string
  readonly state: RunState
  /** How many samples the run asks in all. */
  readonly total: number
  readonly settings: RunSettings
  readonly dataset: DatasetInfo
  readonly model: ModelInfo
  readonly environment: Environment
  /** Milliseconds spent loading the model, and asking (over all sittings). */
  readonly timings: { readonly load: number; readonly asking: number }
  /** The change, if this is an extra pass over the samples of another run. */
  readonly probe?: Probe
  /** How the answers of another run are rated, where the model of this one is a judge. */
  readonly judging?: Judging
  /** Id of that other run: same data set, and of a probe same model and settings. */
  readonly parent?: string
  /** What people rated its answers as, a sheet for each rubric. */
  readonly people?: readonly PeoplesRatings[]
  /** Absent where it is in no race. */
  readonly race?: RaceEntry
  /** Why the whole run stopped, if it failed. */
  readonly error?: ErrorInfo
  /** What happened to it, oldest first; absent in runs of older versions. */
  readonly events?: readonly LoggedEvent[]
  /**
   * ISO 8601 time of import, for an imported run. It distinguishes two runs that had the same id at different times.
   */
  readonly imported?: string
  /** Its parts, if several machines made it. */
  readonly merged?: Merged
}
