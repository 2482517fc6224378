import * as v from 'valibot'
import { detailForms, isDetail, ownDetail } from '../base/image-detail.ts'
import { boolean, nullable, oneOf, optional, shape, text, whole, width } from '../base/schema.ts'
import { runId, seed, setting } from '../base/stored-values.ts'
import { runDevices } from './device.ts'
import { precisionSchema } from './mixed-precision.ts'
import { firstProtocol, protocolSchema } from './protocol-reference.ts'
import type { AnswerKind } from './reading.ts'
import { selectionSchema } from './selection.ts'
import { shardSchema } from './shards.ts'
import { policySchema } from './window-policy.ts'

/** `generate` is official: greedy text, judged. `choices` reads the letters' probabilities. */
export const scorings = ['generate', 'choices'] as const
export type Scoring = (typeof scorings)[number]

/** The model's own, or the built-in one that can be chosen for a model without. */
export const chatTemplates = ['own', 'fallback'] as const
export type ChatTemplate = (typeof chatTemplates)[number]

export const thinkings = ['on', 'off'] as const
export type ThinkingChoice = (typeof thinkings)[number]

/** The longest thought unless another is chosen. */
export const usualThoughtTokens = 2048

/**
 * The order of questions. `balanced`: every beginning represents the whole (`order.ts`); `dataset`: as in the data set.
 */
export const orders = ['balanced', 'dataset'] as const
export type Order = (typeof orders)[number]

/** When a run ends by itself before all is asked: whichever comes first. It can be continued to the end. */
const untilSchema = shape({
  /**
   * Stops when the half width of the interval for the whole benchmark's accuracy is at most this share; null for never.
   */
  width: nullable(width),
  /** Whether that of every slice must be known so well too. */
  everySlice: boolean,
  /** Limit on the minutes of asking; null for no limit. */
  minutes: nullable(setting),
  /** Id of a complete run on the same data set: stop once one of the two is clearly more accurate; null for never. */
  against: nullable(runId),
})
export type Until = v.InferOutput<typeof untilSchema>

export const untilTheEnd: Until = { width: null, everySlice: false, minutes: null, against: null }

/** Most questions that a server is asked side by side: as many connections as a browser opens to one host. */
export const mostAtOnce = 6

const detailSchema = v.pipe(text, v.check(isDetail, `one of ${detailForms}`))

/** The user's choices. They are part of the run, so that it can be described exactly and continued. */
export const settingsSchema = shape({
  /** How samples are put to the model, and how its answers are read. */
  protocol: protocolSchema,
  device: oneOf(runDevices),
  dtype: precisionSchema,
  scoring: oneOf(scorings),
  chatTemplate: oneOf(chatTemplates),
  /** In `generate`: decode to the end even when the verdict can no longer change. */
  fullText: boolean,
  /** Compute the shared beginning of prompts once per image. Otherwise every prompt is computed in full. */
  reusePrefix: boolean,
  /** Keep image features on disk, so that a later run on the same images skips the encoder. */
  keepFeatures: boolean,
  /** Maximum number of generated tokens (greedy decoding). */
  maxNewTokens: setting,
  /** The same for kinds that need more according to the protocol; absent if none does, or if the user set a number. */
  newTokensByKind: optional(
    shape({
      choice: optional(setting),
      'yes-no': optional(setting),
      several: optional(setting),
      text: optional(setting),
      box: optional(setting),
      number: optional(setting),
    } satisfies Record<AnswerKind, object>),
  ),
  order: oneOf(orders),
  /** Seed of a balanced order: a whole number below 2^32. */
  seed,
  /** Whether a model that can think aloud before it answers does so. Absent of others, and in older runs. */
  thinking: optional(oneOf(thinkings)),
  /** The longest thought in tokens, apart from the answer's; absent where the model does not think. */
  thoughtTokens: optional(setting),
  /** Maximum number of samples, from the start of the order; null for all. */
  limit: nullable(setting),
  /** Ask only these questions; absent where all are asked. Order and limit then hold for them. */
  only: optional(selectionSchema),
  /** Ask only this part of that; absent where one machine asks all. */
  shard: optional(shardSchema),
  /** Absent where it goes to its end, whatever becomes known. */
  until: optional(untilSchema),
  /** Questions that a server is asked side by side; 1 where absent. */
  atOnce: optional(whole(1, mostAtOnce)),
  /**
   * Whether one of the answers that a question offers is all that a server may write, in `generate`. It is no part of
   * any protocol, so figures of such a run are not those of free answers. Absent where answers are free.
   */
  heldToLetter: optional(boolean),
  /** How the values of DICOM files become pictures (`readPolicy`); absent if each file's own window is used. */
  window: optional(policySchema),
  /** How finely images are shown (`isDetail`); absent where as the model's own files say, and of a server. */
  imageDetail: optional(detailSchema),
  /** A sample that takes longer (seconds) is retried once in a fresh worker, then recorded as failed. */
  timeout: setting,
})
export type RunSettings = v.InferOutput<typeof settingsSchema>

export const chosenDetail = ({ imageDetail = ownDetail }: Pick<RunSettings, 'imageDetail'>): string =>
  imageDetail

/** Most new tokens of an answer of some kind. */
export const answerTokenLimit = (
  { maxNewTokens, newTokensByKind = {} }: Pick<RunSettings, 'maxNewTokens' | 'newTokensByKind'>,
  kind: AnswerKind,
): number => newTokensByKind[kind] ?? maxNewTokens

/** New tokens of the kind that may have most. */
export const mostNewTokens = ({
  maxNewTokens,
  newTokensByKind = {},
}: Pick<RunSettings, 'maxNewTokens' | 'newTokensByKind'>): number =>
  Math.max(maxNewTokens, ...Object.values(newTokensByKind))

/** The defaults. Device and precision depend on the machine and the model. */
export const defaultSettings: Omit<RunSettings, 'device' | 'dtype'> = {
  protocol: firstProtocol,
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
