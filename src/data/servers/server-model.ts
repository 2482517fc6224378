import type { ServerInfo } from '../../engine/protocol/server-info.ts'
import type { Turn } from '../../engine/protocol/turns.ts'
import { type ChatRequest, chatBody, type PictureUri } from '../../engine/servers/request.ts'
import type { Answered, AskOptions, ServerConnection } from './connection.ts'

/** Seconds for one attempt, unless it is said. */
const usualSeconds = 300

/** One model of a server that has been connected. */
export class ServerModel {
  readonly info: ServerInfo
  readonly #connection: ServerConnection

  constructor(connection: ServerConnection, info: ServerInfo) {
    this.#connection = connection
    this.info = info
  }

  /** One request as it is given, tried again where that may help. Throws as `ServerConnection.chat`. */
  send(request: ChatRequest, options: AskOptions): Promise<Answered> {
    return this.#connection.chat(chatBody(this.info, request), options)
  }

  /**
   * What the model says to a few turns: greedy, free of any constraint, its thoughts left out. For whoever needs an answer
   * and not a record, such as a judge of answers in words.
   * @param pictures that the turns name by their number
   * @throws VoxelwiseError server-unreachable and server-refused, which every question would meet; server-reply and
   * inference-timeout, which are this question's
   */
  async ask(
    turns: readonly Turn[],
    pictures: readonly PictureUri[] = [],
    { maxTokens = 256, seconds = usualSeconds, signal }: AskLimits = {},
  ): Promise<string> {
    const noThinking = this.info.abilities.takesThinkingSwitch
    const request = { turns, pictures, maxTokens, logprobs: 0, heldTo: null, noThinking }
    const { reply } = await this.send(request, { seconds, ...(signal && { signal }) })
    return reply.text
  }
}

export interface AskLimits {
  readonly maxTokens?: number
  /** For one attempt. */
  readonly seconds?: number
  readonly signal?: AbortSignal
}
