/** What is known of a server that answers a run: kept with the run, and shown wherever its figures are. */

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
export interface ServerAbilities {
  readonly image: ImageFinding
  /** How many of the most probable tokens are told with their log-probabilities; 0 where none are. */
  readonly logprobs: number
  readonly constraint: ConstraintFinding
  readonly thinking: ThinkingFinding
  /** Whether the field that asks for no thoughts may be sent: some servers refuse it. */
  readonly takesThinkingSwitch: boolean
  /** Whether the same request three times had the same text. */
  readonly repeatsText: boolean
  /** The largest difference of a log-probability among those; null where none are told. */
  readonly repeatsLogprobs: number | null
  /** Tokens of a second question on one picture that were not computed again; null where the server does not tell. */
  readonly cachedTokens: number | null
}

export interface ServerInfo {
  readonly kind: ServerKind
  /** As the server says; null where it does not. */
  readonly version: string | null
  /** Of the server, as Voxelwise was started with it. */
  readonly address: string
  /** The model's id, as the server names it. */
  readonly model: string
  /** What identifies its weights beside the id (Ollama's digest); null where the server tells nothing. */
  readonly weights: string | null
  readonly quantization: string | null
  /** Tokens of a prompt and its answer; null where it does not say. */
  readonly context: number | null
  /** SHA-256 (hex) of the chat template; null where it does not say. */
  readonly template: string | null
  readonly abilities: ServerAbilities
}
