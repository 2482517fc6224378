import type { Interval } from '@voxelwise/statistics'
import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import type { PartEstimate } from '../../engine/analysis/shares.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import type { DetailTokens, MeasuredSpeed, ModelShape, Workload } from '../../engine/model/speed.ts'
import type { PlannedVoxel } from '../../engine/probes/planned.ts'
import type { RunDevice } from '../../engine/protocol/device.ts'
import type { DeviceTest } from '../../engine/protocol/device-test.ts'
import type { LoggedEvent } from '../../engine/protocol/events.ts'
import type { SourceKind } from '../../engine/protocol/identity.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Sample } from '../../engine/protocol/sample.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import type { SizePlan } from '../../engine/protocol/size-plan.ts'
import type { LocalRuntimeInfo } from '../../engine/runtime/local-message.ts'
import type { ReadAnswer } from '../../engine/runtime/run-events.ts'
import type { StartPhase } from '../../engine/runtime/start-phases.ts'

export interface DeviceState {
  readonly webgpu:
    | {
        readonly status: 'available'
        readonly adapter: string
        /** Empty where the browser does not report it. */
        readonly driver: string
        readonly software: boolean
        readonly f16: boolean
        readonly maxBufferSize: number
        readonly maxStorageBufferBindingSize: number
      }
    | { readonly status: 'unavailable'; readonly reason: string }
    | { readonly status: 'checking' }
  /** ONNX Runtime of this computer; null where the local server does not offer it. */
  readonly native: LocalRuntimeInfo | null
  /** Logical cores; `isolated`: threads can share memory, which WASM's must. */
  readonly cores: number
  readonly isolated: boolean
  readonly directoryPicker: boolean
}

export type Chosen<Overview> =
  | { readonly status: 'none' }
  | {
      readonly status: 'reading'
      readonly name: string
      /** The current request to a server, in words. */
      readonly step?: string
    }
  /** Remembered from an earlier visit: the browser wants to be asked again, or the folder picked again. */
  | { readonly status: 'locked'; readonly name: string; readonly source: SourceKind }
  | { readonly status: 'ready'; readonly overview: Overview }
  | { readonly status: 'failed'; readonly name: string; readonly error: ErrorInfo }

export interface FileProgress {
  readonly file: string
  readonly loaded: number
  readonly total: number
  /** Since its first bytes. */
  readonly seconds: number
}

/** Correct and answered questions of one competency voxel so far. */
export interface VoxelCount {
  readonly task: string
  readonly modality: string
  readonly parts: string
  readonly n: number
  readonly correct: number
  /** For a run in progress: the estimate for all its questions. */
  readonly whole?: PartEstimate
}

/** Estimated questions in total, and seconds left, until the accuracy is known to plus or minus `width`. */
export interface Expected {
  readonly width: number
  readonly questions: number
  readonly seconds: number | null
}

export interface LiveRun {
  readonly run: Run
  readonly phase: 'loading' | 'running' | 'pausing' | 'paused' | 'done' | 'failed'
  readonly load: readonly FileProgress[]
  /** The current activity, in words ("compiling decoder_model_merged", "restarting the worker"). */
  readonly activity: string
  readonly total: number
  readonly answered: number
  readonly failed: number
  readonly correct: number
  /** Answers that reached the limit of new tokens. */
  readonly cut: number
  /** Replies from which no answer could be read. */
  readonly unread: number
  /** The estimate for the whole benchmark so far; null for a pass, and until the sampling frame is known. */
  readonly whole: PartEstimate | null
  /** How much similar questions may differ; null where the sampling frame is unknown. */
  readonly similar: Interval | null
  /** The estimate without prior knowledge; null if there was none. */
  readonly unaided: Interval | null
  /** Forecasts of the precision over time; empty if there are none. */
  readonly expected: readonly Expected[]
  /** Why it ended by itself before its end; null where it did not. */
  readonly reached: string | null
  /** Questions a second over the last minute, and seconds left; null until known. */
  readonly rate: number | null
  readonly secondsLeft: number | null
  readonly current: {
    readonly sample: Sample
    /** Object URLs of its images, in order, as they become available; null until then. */
    readonly images: readonly (string | null)[]
    readonly text: string
    readonly verdict: 'correct' | 'wrong' | 'failed' | null
    /** The letters of its answer; null until it is judged. */
    readonly read: ReadAnswer | null
  } | null
  readonly voxels: readonly VoxelCount[]
  /** All that will be asked, with the number of questions, the guessing rate and the most frequent answer of each voxel; empty until known. */
  readonly planned: readonly PlannedVoxel[]
  /** Share of right answers that guessing would give: the mean of 1 / options over the run's samples. */
  readonly chance: number | null
  /** What the most frequent right answer of each task and kind of question would score; null until known, and where none is. */
  readonly majority: number | null
  /** What happened to the run, oldest first. */
  readonly events: readonly LoggedEvent[]
  /** The way from Run to the first answer that this session showed; null until then. */
  readonly firstAnswer: readonly StartPhase[] | null
  readonly error: ErrorInfo | null
}

export interface RunSummary {
  readonly run: Run
  readonly answered: number
  readonly failed: number
  readonly correct: number
  /** Present where a tab works on it, or has it ready: this one or another. */
  readonly isHeld?: true
}

/** What is tried: the choices when the trial began. */
export interface TrialSubject extends Pick<RunSettings, 'device' | 'dtype'> {
  /** How finely images were shown (`isDetail`). */
  readonly imageDetail: string
  readonly model: string
  readonly dataset: string
}

/** A trial of how fast the chosen model answers here; nothing of it is stored. */
export type TrialState =
  | { readonly status: 'none' }
  /** `share` of the files read; null until that is known. */
  | { readonly status: 'loading'; readonly what: TrialSubject; readonly share: number | null }
  | { readonly status: 'asking'; readonly what: TrialSubject; readonly answered: number }
  | { readonly status: 'failed'; readonly what: TrialSubject; readonly error: ErrorInfo }
  | {
      readonly status: 'done'
      readonly what: TrialSubject
      readonly speed: MeasuredSpeed
      /** Shape of the model that was tried; null where it was not read. */
      readonly shape: ModelShape | null
      /** The questions of a run with these settings. */
      readonly whole: Workload
      /** Tokens of the tried images at each image detail. */
      readonly details: readonly DetailTokens[]
      /** Seconds of loading. */
      readonly load: number
      /** Bytes expected of all copies together; null where it could not be estimated. */
      readonly memory: number | null
      /** The same questions in the browser or in the local runtime, whichever was not chosen; null where they were not tried. */
      readonly compared: { readonly device: RunDevice; readonly speed: MeasuredSpeed } | null
    }

/** Whether the graphics card computes the chosen model as it should. */
export type DeviceTestState =
  | { readonly status: 'none' }
  | { readonly status: 'testing' }
  | { readonly status: 'passed'; readonly test: DeviceTest }
  | { readonly status: 'wrong'; readonly error: ErrorInfo }
  /** It could not be compared, for a reason in words. */
  | { readonly status: 'untested'; readonly reason: string }

type FolderCopyState =
  | { readonly status: 'none' }
  /** `stopped`: the browser wants to be asked again, or something could not be written. */
  | { readonly status: 'copying' | 'stopped'; readonly name: string }

/** Whether the page itself can be opened without its server. */
type OfflineState =
  | { readonly status: 'checking' }
  | { readonly status: 'none'; readonly reason: string }
  | { readonly status: 'keeping'; readonly size: number }
  /** `offered`: the user may have it stored. `isNewer`: another version is stored besides the one that is shown. */
  | { readonly status: 'offered' | 'kept'; readonly size: number; readonly isNewer: boolean }

export interface AppState {
  readonly device: DeviceState
  readonly dataset: Chosen<DatasetOverview>
  readonly model: Chosen<ModelOverview>
  readonly judge: Chosen<ModelOverview>
  readonly settings: RunSettings
  readonly isLengthChosen: boolean
  readonly probes: readonly Probe[]
  /** What the next run on a data set is planned for, and the data set's fingerprint; null without a plan. */
  readonly plan: { readonly dataset: string; readonly plan: SizePlan } | null
  /** What features keep during this visit, by name: plain data (`FeatureState`). */
  readonly features: ReadonlyMap<string, object>
  /** Fingerprint of the data set whose guessed mapping the user has confirmed. */
  readonly confirmed: string | null
  /** Whether the mapping on show was changed by the user, but has columns that are still guessed and unconfirmed. */
  readonly isPartGuessed: boolean
  /** Whether the data set is read by a mapping that is stored for the next visit with its folder. */
  readonly isMappingKept: boolean
  readonly live: LiveRun | null
  /** Ids of the runs that begin in turn when the live one is done. */
  readonly waiting: readonly string[]
  /** null until the store has been read. */
  readonly runs: readonly RunSummary[] | null
  /** Why the store cannot be read; null where it can. */
  readonly runsUnreadable: ErrorInfo | null
  /** Number of checked images before a run continues, of those that it asked about. */
  readonly imagesChecked: { readonly run: string; readonly done: number; readonly of: number } | null
  /** The folder of the user's that all runs are copied to. */
  readonly copy: FolderCopyState
  /** The browser's answer to the request to keep the stored data. */
  readonly persistence: 'unasked' | 'asking' | 'granted' | 'refused'
  readonly trial: TrialState
  readonly deviceTest: DeviceTestState
  readonly offline: OfflineState
  /** What was typed as a choice of questions and could not be read; null where that was readable. */
  readonly unreadFilter: string | null
  /** What went wrong outside a run, newest last; the user dismisses it. */
  readonly notices: readonly Notice[]
}

/** An error, and the button that was pressed before it: `start`, or what and which run, such as `continue 3f2a`. */
interface Notice {
  readonly id: number
  readonly error: ErrorInfo
  /** null where no press led to it. */
  readonly press: string | null
}

export type FolderRole = 'dataset' | 'model' | 'judge'

/** What the questions of a run need. */
export type AskedRole = Exclude<FolderRole, 'judge'>

/** Everything a picked folder can come as. */
export type Picked =
  | { readonly from: 'demo' }
  /** A folder that our own server hands out: how `npm run evaluate` gives its folders to the page. */
  | { readonly from: 'served'; readonly name: string; readonly base: string }
  /** showDirectoryPicker, or a drop, which may list the paths below the folder much sooner than its handle does. */
  | {
      readonly from: 'handle'
      readonly handle: FileSystemDirectoryHandle
      readonly paths?: () => ReadableStream<readonly string[]>
    }
  /** A private copy of a model. */
  | { readonly from: 'copy'; readonly id: string; readonly name: string }
  /** A model behind the server that Voxelwise was started with. */
  | { readonly from: 'server'; readonly model: string }
  /** <input type="file">. `path` is below the folder, without its name, as in `FolderSource`. */
  | { readonly from: 'files'; readonly name: string; readonly files: readonly { path: string; file: File }[] }

type Confirming = Pick<AppState, 'dataset' | 'confirmed' | 'isPartGuessed'>

/** A guessed mapping must be confirmed before a run, also where the user has changed some of its columns. */
export function needsConfirming({ dataset, confirmed, isPartGuessed }: Confirming): boolean {
  if (dataset.status !== 'ready') return false
  const { mapping, fingerprint } = dataset.overview
  return (mapping?.origin === 'guess' || isPartGuessed) && confirmed !== fingerprint
}
