/** Sends requests to a model server through our own server, which forwards them to that one address. */
import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAllowance,
  parseJson,
  stringifyJson,
} from '@voxelwise/python'
import { errorReason, VoxelwiseError } from '../../../engine/base/errors.ts'
import { type LookedAt, lookedAt } from '../../../engine/protocol/server-info.ts'
import { faultError, faultWords, type ServerFault, waitAfter } from '../engine/faults.ts'
import type { ServerAnswers } from '../engine/identify.ts'
import { type ChatReply, ErrorInReply, errorText, readReply } from '../engine/reply.ts'

export interface AskOptions {
  /** For one attempt. */
  readonly seconds: number
  readonly signal?: AbortSignal
  /** Called before it waits to ask again, and before it asks. */
  readonly onTry?: (stage: 'waiting' | 'asking') => void
}

export interface Answered {
  readonly reply: ChatReply
  /** Attempts, this one included. */
  readonly tries: number
  /** Milliseconds of the attempt that was answered. */
  readonly took: number
}

/** Seconds for requests about the server itself. */
const lookSeconds = 10

/** The limits of what a server says of itself: a list of 1,000 models has some 50,000 values. */
const lookAllowance = () => jsonAllowance(200_000, 16_000_000)

export class ServerConnection {
  /** The address of the model server, as our own server states it. */
  readonly address: string
  readonly #base: string

  private constructor(base: string, address: string) {
    this.#base = base
    this.address = address
  }

  /**
   * @param base where our own server forwards requests, on the page's origin, ending in `/`
   * @throws VoxelwiseError no-server if it was started without one, or the page is on another host
   */
  static async open(base: string): Promise<ServerConnection> {
    const said = await fetch(base, { cache: 'no-store' })
      .then(async response => (response.ok ? parseJson(await response.text()) : null))
      .catch(() => null)
    const address = isJsonObject(said ?? undefined) ? (said as JsonObject).address : null
    if (typeof address === 'string') return new ServerConnection(base, address)
    throw new VoxelwiseError({
      code: 'no-server',
      subject: 'model server',
      message: 'No model server is connected to this page.',
      remedy:
        'Start Voxelwise with the server’s address: npm start -- --server http://127.0.0.1:11434 (or npx voxelwise --server …).',
    })
  }

  /**
   * The server's facts about itself. A server may answer questions without a list of models: `unlisted` says why in a few words,
   * and is null where there is a list, empty or not.
   * @throws VoxelwiseError server-unreachable, server-refused
   */
  async lookAround(): Promise<{ readonly answers: ServerAnswers; readonly unlisted: string | null }> {
    const look = (path: LookedAt): Promise<Attempt<Json>> =>
      this.#attempt(path, null, said => parseJson(said, lookAllowance()), lookSeconds)
    const models = await look('/v1/models')
    if ('fault' in models && isFatal(models.fault)) throw faultError(models.fault, this.address, 1)
    const answers = lookedAt.map(async path => {
      const said = path === '/v1/models' ? models : await look(path)
      return [path, 'fault' in said ? null : said.value]
    })
    return {
      answers: Object.fromEntries(await Promise.all(answers)) as Record<LookedAt, Json | null>,
      unlisted: 'fault' in models ? faultWords(models.fault) : null,
    }
  }

  /**
   * One chat request, tried again if that may help.
   * @throws VoxelwiseError the final fault
   * @throws AbortError if `signal` was aborted
   */
  async chat(body: JsonObject, { seconds, signal, onTry }: AskOptions): Promise<Answered> {
    const text = stringifyJson(body)
    const faults: ServerFault[] = []
    for (;;) {
      onTry?.('asking')
      const began = performance.now()
      const result = await this.#attempt('/v1/chat/completions', text, readReply, seconds, signal)
      const took = performance.now() - began
      if ('value' in result) return { reply: result.value, tries: faults.length + 1, took }
      faults.push(result.fault)
      const wait = waitAfter(faults)
      if (wait === null) throw faultError(result.fault, this.address, faults.length)
      onTry?.('waiting')
      await sleep(1000 * wait, signal)
    }
  }

  /**
   * @param read what is said; its errors are faults of the reply
   * @throws AbortError where `signal` was aborted
   */
  async #attempt<T>(
    path: string,
    body: string | null,
    read: (said: string) => T,
    seconds: number,
    signal?: AbortSignal,
  ): Promise<Attempt<T>> {
    const late = AbortSignal.timeout(1000 * seconds)
    const either = signal ? AbortSignal.any([late, signal]) : late
    const post = body !== null && { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    try {
      const response = await fetch(this.#base + path.slice(1), { ...post, cache: 'no-store', signal: either })
      const said = await response.text()
      if (response.ok) return readBy(read, said)
      const { status } = response
      // Our own server's, where the other gives none.
      if (status === 502 || status === 504) return { fault: { kind: 'connection', detail: errorText(said) } }
      return { fault: { kind: 'status', status, said: errorText(said), retryAfter: retrySeconds(response) } }
    } catch (error) {
      signal?.throwIfAborted()
      if (late.aborted) return { fault: { kind: 'timeout', seconds: Math.round(seconds) } }
      return { fault: { kind: 'connection', detail: errorReason(error) } }
    }
  }
}

type Attempt<T> = { readonly value: T } | { readonly fault: ServerFault }

function readBy<T>(read: (said: string) => T, said: string): Attempt<T> {
  try {
    return { value: read(said) }
  } catch (error) {
    if (error instanceof ErrorInReply) return { fault: inBody(error) }
    return { fault: { kind: 'reply', detail: errorReason(error) } }
  }
}

/**
 * An error that a server sends with status 200. It is about this question: a status in its body is only used to decide
 * whether to ask again.
 */
function inBody({ message: said, status: code }: ErrorInReply): ServerFault {
  const mayPass = code !== null && (code === 408 || code === 429 || (code >= 500 && code <= 599))
  return { kind: 'status', status: mayPass ? code : 200, said, retryAfter: null }
}

/** Whether questions would meet the same: nobody is there, or it wants a key. */
const isFatal = (fault: ServerFault): boolean =>
  fault.kind === 'connection' || (fault.kind === 'status' && [401, 403].includes(fault.status))

/** `Retry-After` in seconds; as a date it is not obeyed. */
function retrySeconds({ headers }: Response): number | null {
  const text = headers.get('retry-after')
  return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
