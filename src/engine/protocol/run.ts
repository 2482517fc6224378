import type { ErrorInfo } from '../base/errors.ts'
import type { JsonObject } from '../base/json.ts'
import type { MeasuredElsewhere } from './elsewhere.ts'
import type { AnswerKind } from './mapped-fields.ts'
import type { Merged } from './merged.ts'
import type { Probe } from './probe.ts'
import type { ProtocolReference } from './protocol-reference.ts'
import { defaultProtocol } from './registry.ts'
import type { LoadCounts } from './sample.ts'
import type { ServerInfo } from './server-info.ts'
import type { Shard } from './shards.ts'

/** In a browser. */
export const pageDevices = ['webgpu', 'wasm'] as const
/** By ONNX Runtime's own build for Node, under its own names. */
export const nativeDevices = ['cpu', 'cuda', 'webgpu', 'dml', 'coreml'] as const
export type PageDevice = (typeof pageDevices)[number]
export type NativeDevice = (typeof nativeDevices)[number]
/** What a model is computed on. */
export type Device = PageDevice | NativeDevice
/**
 * Where the answers of a run come from: a device that it is computed on here, a server, which has its own, or the log of
 * another tool.
 */
export type RunDevice = Device | 'server' | 'elsewhere'

export const isComputedHere = (device: RunDevice): device is Device =>
  device !== 'server' && device !== 'elsewhere'

export const dtypes = ['fp32', 'fp16', 'q8', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4'] as const
export type Dtype = (typeof dtypes)[number]
/** Of a server whatever it has loaded (`ServerInfo.quantization`). */
export type Precision = Dtype | 'server' | 'elsewhere'

/**
 * `generate` is official: greedy text, judged. `choices` reads the option letters' probabilities at the answer
 * position from one forward pass.
 */
export const scorings = ['generate', 'choices'] as const
export type Scoring = (typeof scorings)[number]

/** The model's own, or the built-in one that can be chosen for a model without. */
export const chatTemplates = ['own', 'fallback'] as const
export type ChatTemplate = (typeof chatTemplates)[number]

/**
 * In which order questions are asked. `balanced`: every beginning is like the whole, so that it can be believed
 * (`order.ts`); `dataset`: as the data set has them.
 */
export const orders = ['balanced', 'dataset'] as const
export type Order = (typeof orders)[number]

/** Of runs of before there was a choice. */
export const firstOrder = { order: 'dataset', seed: 0 } as const

/** When a run ends by itself before all is asked: whichever comes first. It can be continued to the end. */
export interface Until {
  /** Where the accuracy on the whole benchmark is known to so much, up or down, as a share; null never. */
  readonly width: number | null
  /** Whether that of every slice must be known so well too. */
  readonly everySlice: boolean
  /** After so many minutes of asking; null never. */
  readonly minutes: number | null
  /** Id of a whole run on the same data set: where it is decided which of the two is right more often; null never. */
  readonly against: string | null
}

export const untilTheEnd: Until = { width: null, everySlice: false, minutes: null, against: null }

/** What the user chose: part of the run, so that it can be said exactly and continued. */
export interface RunSettings {
  /** How samples are put to the model, and how its answers are read. */
  readonly protocol: ProtocolReference
  readonly device: RunDevice
  readonly dtype: Precision
  readonly scoring: Scoring
  readonly chatTemplate: ChatTemplate
  /** In `generate`: decode to the end even when the verdict can no longer change. */
  readonly fullText: boolean
  /** Compute once for each image what its prompts begin with. Without, every prompt is computed whole. */
  readonly reusePrefix: boolean
  /** Keep image features on disk, so that a later run on the same images skips the encoder. */
  readonly keepFeatures: boolean
  /** Greedy decoding stops after so many tokens. */
  readonly maxNewTokens: number
  /** The same for kinds of which the protocol says that they need more; absent where none does, and where the user said a number. */
  readonly newTokensByKind?: Readonly<Partial<Record<AnswerKind, number>>>
  readonly order: Order
  /** Of what a balanced order draws: a whole number below 2^32. */
  readonly seed: number
  /** Ask only the first so many samples of the order; null asks all. */
  readonly limit: number | null
  /** Ask only this part of that; absent where one machine asks all. */
  readonly shard?: Shard
  /** Absent where it goes to its end, whatever becomes known. */
  readonly until?: Until
  /** Of a server: questions that it is asked side by side; 1 where absent. */
  readonly atOnce?: number
  /**
   * Of a server, in `generate`: where a question offers answers, one of them is all that the server may write. It is no part of any
   * protocol, so figures of such a run are not those of free answers. Absent where answers are free.
   */
  readonly heldToLetter?: boolean
  /** A sample that takes longer (seconds) is retried once in a fresh worker, then recorded as failed. */
  readonly timeout: number
}

/** Most new tokens of an answer of some kind. */
export const newTokensOf = (
  { maxNewTokens, newTokensByKind = {} }: Pick<RunSettings, 'maxNewTokens' | 'newTokensByKind'>,
  kind: AnswerKind,
): number => newTokensByKind[kind] ?? maxNewTokens

/** Of the kind that may have most. */
export const mostNewTokens = ({
  maxNewTokens,
  newTokensByKind = {},
}: Pick<RunSettings, 'maxNewTokens' | 'newTokensByKind'>): number =>
  Math.max(maxNewTokens, ...Object.values(newTokensByKind))

/** Device and precision of a run that is computed here; null where a server answers, or another tool's log. */
export function computedHere({
  device,
  dtype,
}: Pick<RunSettings, 'device' | 'dtype'>): { readonly device: Device; readonly dtype: Dtype } | null {
  if (device === 'server' || device === 'elsewhere' || dtype === 'server' || dtype === 'elsewhere')
    return null
  return { device, dtype }
}

/** The same where nothing else can be meant. */
export function deviceHere(settings: Pick<RunSettings, 'device' | 'dtype'>) {
  const found = computedHere(settings)
  if (!found) throw new Error('This run is not computed here.')
  return found
}

/** What is asked unless the user says otherwise; device and precision depend on the machine and the model. */
export const defaultSettings: Omit<RunSettings, 'device' | 'dtype'> = {
  protocol: defaultProtocol,
  scoring: 'generate',
  chatTemplate: 'own',
  fullText: false,
  reusePrefix: true,
  keepFeatures: true,
  maxNewTokens: 32,
  order: 'balanced',
  seed: 1,
  limit: null,
  timeout: 300,
}

/** Where the files come from; enough to find them again, or to ask for them by name. */
export type SourceKind = 'bundled' | 'directory' | 'files' | 'served' | 'server'

/** How the rows of tables became samples. */
export interface DatasetReading {
  /** Who made the mapping: this project, nobody (a guess), or the user. */
  readonly origin: 'preset' | 'guess' | 'file'
  /** The mapping as JSON (docs/mappings.md). */
  readonly document: JsonObject
  /** The split that was asked for; null where test, else validation, else all was taken. */
  readonly split: string | null
}

export interface DatasetInfo {
  readonly name: string
  readonly source: SourceKind
  readonly fingerprint: string
  readonly counts: LoadCounts
  /** Absent where the format needs no mapping, as MedRCube's. */
  readonly mapping?: DatasetReading
}

/** What a precision of a model answered otherwise than PyTorch, as its exporter measured on the same questions. */
export interface Agreement {
  readonly questions: number
  /** Questions whose most probable option letter was another one. */
  readonly lettersChanged: number
  /** Largest difference of a logit at the answer position. */
  readonly logits: number
  /** What it was compared with, in words. */
  readonly reference: string
}

export interface ModelInfo {
  readonly name: string
  readonly source: SourceKind
  /** `model_type` of config.json; of a server which one it is. */
  readonly family: string
  /**
   * SHA-256 (hex) over the configuration files and every weight file's name, size and bytes read; of a server over what it
   * says of itself and the model.
   */
  readonly fingerprint: string
  /** What it answers otherwise than in PyTorch; absent where nothing is known, and in runs of older versions. */
  readonly departure?: string
  /** Of the precision that is run; absent where it was not measured, and in runs of older versions. */
  readonly agreement?: Agreement
  /** Where a server answers instead of the page: then its pixels are prepared there. */
  readonly server?: ServerInfo
  /** Where another tool asked it: then nothing is known of its precision and device. */
  readonly elsewhere?: MeasuredElsewhere
}

/** Most questions that a server is asked side by side: as many connections as a browser opens to one host. */
export const mostAtOnce = 6

/** Where a run was made: shown, exported, and never part of a figure. */
export interface Environment {
  readonly app: string
  readonly transformers: string
  readonly onnxruntime: string
  readonly userAgent: string
  /** Of one copy of the model. */
  readonly threads: number
  /** Most copies of the model, or questions to a server at once, that share the questions; absent where one was wanted. */
  readonly copies?: number
  /** What ran the model: absent where a browser did. `onnxruntime` is then the version of ONNX Runtime for Node. */
  readonly runtime?: 'node'
  /** The WebGPU adapter, as the browser describes it; null on WASM, and in Node, which does not tell. */
  readonly adapter: string | null
}

/** idle → running ⇄ paused → done | failed; `running` in the store without a live worker means interrupted. */
export type RunState = 'running' | 'paused' | 'done' | 'failed'

export const loggedKinds = [
  'load',
  'restart',
  'retry',
  'broke',
  'given-up',
  'refused',
  'timeout',
  'grace',
  'fallback',
  'device',
  'lost',
  'end',
] as const

/** Something that happened to a run beside its questions: what whoever mends a failure wants to know first. */
export interface LoggedEvent {
  /** ISO 8601. */
  readonly time: string
  /** Number of the copy of the model, from 0; null where it is the run's own. */
  readonly copy: number | null
  readonly kind: (typeof loggedKinds)[number]
  readonly text: string
}

/** Most events that are kept of a run, the latest, and most characters of the text of one. */
export const eventLimits = { events: 500, characters: 1000 } as const

/** How a model rates the open answers of another run; by which rubric, the protocol says (docs/protocols.md). */
export interface Judging {
  /** Whether the judge sees the images. */
  readonly showsImages: boolean
  /** Held to the form of a reply, token by token; else it says what it likes, and what cannot be read is counted. */
  readonly isHeld: boolean
  /**
   * Answers that are rated again, by the index of their sample, and how often: drawn at temperature 1, since the greedy
   * reply would be the same. They show the judge's own spread.
   */
  readonly repeated: readonly number[]
  readonly times: number
}

/** Ratings by people, as a sheet of theirs says. */
export interface PeoplesRatings {
  /** Whose dimensions they follow. */
  readonly rubric: { readonly id: string; readonly version: number }
  /** Name of the sheet. */
  readonly file: string
  /** By the item's id. */
  readonly ratings: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** That a run is one of several models' on the same questions, the best of which is looked for. */
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
  /** What is shown otherwise, where this is an extra pass over the samples of another run. */
  readonly probe?: Probe
  /** How the answers of another run are rated, where the model of this one is a judge. */
  readonly judging?: Judging
  /** Id of that other run: same data set, and of a probe same model and settings. */
  readonly parent?: string
  /** What people rated its answers as, a sheet for each rubric. */
  readonly people?: readonly PeoplesRatings[]
  /** Absent where it is in no race. */
  readonly race?: RaceEntry
  /** Why the run as a whole stopped, where it failed. */
  readonly error?: ErrorInfo
  /** What happened to it, oldest first; absent in runs of older versions. */
  readonly events?: readonly LoggedEvent[]
  /** ISO 8601: when it was read from a file, where it was. Two runs that had the same id one after the other differ in it. */
  readonly imported?: string
  /** What it was put together from, where several machines made it. */
  readonly merged?: Merged
}
