import type { Precision, RunDevice } from './device.ts'
import type { AnswerKind } from './mapped-fields.ts'
import { defaultProtocol, type ProtocolReference } from './protocol-reference.ts'
import type { Shard } from './shards.ts'

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
  /** How the values of DICOM files become pictures (`readPolicy`); absent where each file's own window is used. */
  readonly window?: string
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

/** Most questions that a server is asked side by side: as many connections as a browser opens to one host. */
export const mostAtOnce = 6
