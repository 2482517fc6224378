/** Facts about the server that answers a run: stored with the run, and shown with its figures. */

export const serverKinds = ['ollama', 'llama-server', 'vllm', 'sglang', 'lm-studio', 'other'] as const
export type ServerKind = (typeof serverKinds)[number]

/**
 * `seen`: two pictures got two right answers. `counted`: the prompt grew by the picture, but its colour was not
 * recognised. `uncounted`: the prompt did not grow, so the picture may have been dropped. `refused`: the server takes
 * no pictures.
 */
export const imageFindings = ['seen', 'counted', 'uncounted', 'refused'] as const
export type ImageFinding = (typeof imageFindings)[number]

/** Whether a constrained reply was one of the letters although the prompt asked for another word. */
export const constraintFindings = ['held', 'ignored', 'refused'] as const
export type ConstraintFinding = (typeof constraintFindings)[number]

/** `off`: no reply had a thought. `on`: some had, although the request turned thoughts off. */
export const thinkingFindings = ['off', 'on'] as const
export type ThinkingFinding = (typeof thinkingFindings)[number]

/** The results of the test requests when the server was connected. */
export interface ServerAbilities {
  readonly image: ImageFinding
  /** Number of most probable tokens returned with their log-probabilities; 0 if none. */
  readonly logprobs: number
  readonly constraint: ConstraintFinding
  readonly thinking: ThinkingFinding
  /** Whether the field that asks for no thoughts may be sent: some servers refuse it. */
  readonly takesThinkingSwitch: boolean
  /** Whether three equal requests got the same text. */
  readonly repeatsText: boolean
  /** The largest difference of a log-probability among those; null if none are returned. */
  readonly repeatsLogprobs: number | null
  /** Reused tokens of a second question on one picture; null if the server does not report them. */
  readonly cachedTokens: number | null
}

export interface ServerInfo {
  readonly kind: ServerKind
  /** As reported by the server; null if missing. */
  readonly version: string | null
  /** Of the server, as Voxelwise was started with it. */
  readonly address: string
  /** The model's id, as the server names it. */
  readonly model: string
  /** Identifies its weights in addition to the id (Ollama's digest); null if the server reports nothing. */
  readonly weights: string | null
  readonly quantization: string | null
  /** Tokens of a prompt and its answer; null if not reported. */
  readonly context: number | null
  /** SHA-256 (hex) of the chat template; null if not reported. */
  readonly template: string | null
  readonly abilities: ServerAbilities
}
