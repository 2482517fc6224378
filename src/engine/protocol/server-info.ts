/** Facts about the server that answers a run: stored with the run, and shown with its figures. */
import type * as v from 'valibot'
import { boolean, notNegative, nullable, oneOf, shape, whole } from '../base/schema.ts'
import { hash, name, path, tokens } from '../base/stored-values.ts'

export const serverKinds = ['ollama', 'llama-server', 'vllm', 'sglang', 'lm-studio', 'other'] as const
export type ServerKind = (typeof serverKinds)[number]

/**
 * `seen`: two pictures got two right answers. `counted`: the prompt grew by the picture, but its colour was not
 * recognised. `uncounted`: the prompt did not grow, so the picture may have been dropped. `refused`: the server takes
 * no pictures.
 */
const imageFindings = ['seen', 'counted', 'uncounted', 'refused'] as const
export type ImageFinding = (typeof imageFindings)[number]

/** Whether a constrained reply was one of the letters although the prompt asked for another word. */
const constraintFindings = ['held', 'ignored', 'refused'] as const
export type ConstraintFinding = (typeof constraintFindings)[number]

/** `off`: no reply had a thought. `on`: some had, although the request turned thoughts off. */
const thinkingFindings = ['off', 'on'] as const

/** The results of the test requests when the server was connected. */
const abilitiesSchema = shape({
  image: oneOf(imageFindings),
  /** Number of most probable tokens returned with their log-probabilities; 0 if none. */
  logprobs: whole(0, 1000),
  constraint: oneOf(constraintFindings),
  thinking: oneOf(thinkingFindings),
  /** Whether the field that asks for no thoughts may be sent: some servers refuse it. */
  takesThinkingSwitch: boolean,
  /** Whether three equal requests got the same text. */
  repeatsText: boolean,
  /** The largest difference of a log-probability among those; null if none are returned. */
  repeatsLogprobs: nullable(notNegative),
  /** Reused tokens of a second question on one picture; null if the server does not report them. */
  cachedTokens: nullable(tokens),
})
export type ServerAbilities = v.InferOutput<typeof abilitiesSchema>

export const serverSchema = shape({
  kind: oneOf(serverKinds),
  /** As reported by the server; null if missing. */
  version: nullable(name),
  /** Address of the server, as Voxelwise was started with it. */
  address: path,
  /** The model's id, as the server names it. */
  model: name,
  /** Identifies its weights in addition to the id (Ollama's digest); null if the server reports nothing. */
  weights: nullable(path),
  quantization: nullable(name),
  /** Tokens of a prompt and its answer; null if not reported. */
  context: nullable(tokens),
  /** SHA-256 (hex) of the chat template; null if not reported. */
  template: nullable(hash),
  abilities: abilitiesSchema,
})
export type ServerInfo = v.InferOutput<typeof serverSchema>

/** The addresses with facts about a server. Most servers know only a few of them. */
export const lookedAt = [
  '/v1/models',
  '/api/version',
  '/api/tags',
  '/api/ps',
  '/props',
  '/version',
  '/server_info',
  '/api/v1/models',
] as const
export type LookedAt = (typeof lookedAt)[number]

/**
 * Finds out everything about one model of a server.
 * @param base where our own server forwards questions to it @param onStep called with a description of each request
 */
export type ConnectServer = (
  base: string,
  model: string,
  onStep: (words: string) => void,
  signal: AbortSignal,
) => Promise<ServerInfo>
