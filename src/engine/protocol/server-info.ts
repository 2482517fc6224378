/** What is known of a server that answers a run: kept with the run, and shown wherever its figures are. */
import type * as v from 'valibot'
import { boolean, notNegative, nullable, oneOf, shape, whole } from '../base/schema.ts'
import { hash, name, path, tokens } from '../base/stored-values.ts'

export const serverKinds = ['ollama', 'llama-server', 'vllm', 'sglang', 'lm-studio', 'other'] as const
export type ServerKind = (typeof serverKinds)[number]

/**
 * `seen`: two pictures got two right answers. `counted`: the prompt grew by the picture, but its colour was not told.
 * `uncounted`: the prompt did not grow, so that the picture may have been dropped. `refused`: pictures are no input.
 */
export const imageFindings = ['seen', 'counted', 'uncounted', 'refused'] as const
export type ImageFinding = (typeof imageFindings)[number]

/** Whether a reply was one of the letters it was held to, where the prompt asked for another word. */
export const constraintFindings = ['held', 'ignored', 'refused'] as const
export type ConstraintFinding = (typeof constraintFindings)[number]

/** `off`: no reply had a thought. `on`: some had, though it was asked to leave them out. */
export const thinkingFindings = ['off', 'on'] as const
export type ThinkingFinding = (typeof thinkingFindings)[number]

/** What was found by asking, when the server was connected. */
const abilitiesSchema = shape({
  image: oneOf(imageFindings),
  /** How many of the most probable tokens are told with their log-probabilities; 0 where none are. */
  logprobs: whole(0, 1000),
  constraint: oneOf(constraintFindings),
  thinking: oneOf(thinkingFindings),
  /** Whether the field that asks for no thoughts may be sent: some servers refuse it. */
  takesThinkingSwitch: boolean,
  /** Whether the same request three times had the same text. */
  repeatsText: boolean,
  /** The largest difference of a log-probability among those; null where none are told. */
  repeatsLogprobs: nullable(notNegative),
  /** Tokens of a second question on one picture that were not computed again; null where the server does not tell. */
  cachedTokens: nullable(tokens),
})
export type ServerAbilities = v.InferOutput<typeof abilitiesSchema>

export const serverSchema = shape({
  kind: oneOf(serverKinds),
  /** As the server says; null where it does not. */
  version: nullable(name),
  /** Of the server, as Voxelwise was started with it. */
  address: path,
  /** The model's id, as the server names it. */
  model: name,
  /** What identifies its weights beside the id (Ollama's digest); null where the server tells nothing. */
  weights: nullable(path),
  quantization: nullable(name),
  /** Tokens of a prompt and its answer; null where it does not say. */
  context: nullable(tokens),
  /** SHA-256 (hex) of the chat template; null where it does not say. */
  template: nullable(hash),
  abilities: abilitiesSchema,
})
export type ServerInfo = v.InferOutput<typeof serverSchema>
