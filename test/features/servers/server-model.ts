import type { ServerInfo } from '../../../src/engine/protocol/server-info.ts'
import type { PictureUri } from '../../../src/engine/protocol/server-picture.ts'
import type { Turn } from '../../../src/engine/protocol/turns.ts'
import type { Answered, AskOptions, ServerConnection } from '../../../src/features/servers/data/connection.ts'
import { type ChatRequest, chatBody } from '../../../src/features/servers/engine/request.ts'

/** Default seconds for one attempt. */
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
   * The model's reply to a few turns: greedy, unconstrained, without its thoughts. For callers that need an answer and
   * not a record, such as a judge of free-text answers.
   * @param pictures referenced by the turns by number
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
