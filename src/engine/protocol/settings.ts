import type { Precision, RunDevice } from './device.ts'
import type { AnswerKind } from './mapped-fields.ts'
import { defaultProtocol, type ProtocolReference } from './protocol-reference.ts'
import type { Selection } from './selection.ts'
import type { Shard } from './shards.ts'

/**
 * `generate` is official: greedy text, judged. `choices` reads the option letters' probabilities at the answer position
 * from one forward pass.
 */
export const scorings = ['generate', 'choices'] as const
export type Scoring = (typeof scorings)[number]

/** The model's own, or the built-in one that can be chosen for a model without. */
export const chatTemplates = ['own', 'fallback'] as const
export type ChatTemplate = (typeof chatTemplates)[number]

/**
 * The order of questions. `balanced`: every beginning represents the whole (`order.ts`); `dataset`: as in the data set.
 */
export const orders = ['balanced', 'dataset'] as const
export type Order = (typeof orders)[number]

/** Of runs of before there was a choice. */
export const firstOrder = { order: 'dataset', seed: 0 } as const

/** When a run ends by itself before all is asked: whichever comes first. It can be continued to the end. */
export interface Until {
  /**
   * Stops when the half width of the interval for the whole benchmark's accuracy is at most this share; null for never.
   */
  readonly width: number | null
  /** Whether that of every slice must be known so well too. */
  readonly everySlice: boolean
  /** Limit on the minutes of asking; null for no limit. */
  readonly minutes: number | null
  /** Id of a complete run on the same data set: stop once one of the two is clearly more accurate; null for never. */
  readonly against: string | null
}

export const untilTheEnd: Until = { width: null, everySlice: false, minutes: null, against: null }

/** The user's choices. They are part of the run, so that it can be described exactly and continued. */
export interface RunSettings {
  /** How samples are put to the model, and how its answers are read. */
  readonly protocol: ProtocolReference
  readonly device: RunDevice
  readonly dtype: Precision
  readonly scoring: Scoring
  readonly chatTemplate: ChatTemplate
  /** In `generate`: decode to the end even when the verdict can no longer change. */
  readonly fullText: boolean
  /** Compute the shared beginning of prompts once per image. Otherwise every prompt is computed in full. */
  readonly reusePrefix: boolean
  /** Keep image features on disk, so that a later run on the same images skips the encoder. */
  readonly keepFeatures: boolean
  /** Maximum number of generated tokens (greedy decoding). */
  readonly maxNewTokens: number
  /** The same for kinds that need more according to the protocol; absent if none does, or if the user set a number. */
  readonly newTokensByKind?: Readonly<Partial<Record<AnswerKind, number>>>
  readonly order: Order
  /** Seed of a balanced order: a whole number below 2^32. */
  readonly seed: number
  /** Maximum number of samples, from the start of the order; null for all. */
  readonly limit: number | null
  /** Ask only these questions; absent where all are asked. Order and limit then hold for them. */
  readonly only?: Selection
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

/** The defaults. Device and precision depend on the machine and the model. */
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
