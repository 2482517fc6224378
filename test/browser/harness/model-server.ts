/**
 * A server that speaks what Ollama, llama-server, vLLM, SGLang and LM Studio speak, and fails in every way in which they were
 * seen to fail. What it answers follows from the question and the picture's bytes alone.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { inflateSync } from 'node:zlib'
import type { ServerKind } from '../../../src/engine/protocol/server-info.ts'

export type Fault =
  /** Milliseconds before it answers. */
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number; readonly body?: string }
  /** The connection ends in the middle of the answer. */
  | { readonly kind: 'cut' }
  /** These bytes are all of the answer, its head included. */
  | { readonly kind: 'raw'; readonly bytes: string }
  | { readonly kind: 'broken-json' }
  /** Log-probabilities were asked for, and are null. */
  | { readonly kind: 'no-logprobs' }
  /** It was held to an answer, and writes what it likes. */
  | { readonly kind: 'ignored-constraint' }

export interface Nature {
  readonly kind: ServerKind
  readonly models?: readonly string[]
  /** What its list of models is, where it is not `models`: `transformers serve` lists no local folder, and may fail. */
  readonly list?: { readonly status?: number; readonly ms?: number; readonly models?: readonly string[] }
  /** Answers under the names of `models` only; the others below answer under any. */
  readonly refusesOtherNames?: boolean
  /** The version that llama-server states. */
  readonly version?: string
  /** Most probable tokens it tells at most; more is status 400. 0: the field is ignored. */
  readonly logprobs?: number
  /** Does not look at pictures. `deaf` ones do not even count them; `none` refuses them. */
  readonly sight?: 'sees' | 'blind' | 'deaf' | 'none'
  readonly ignoresConstraint?: boolean
  /** Thinks before it answers, whatever it is told; inline in the text, or apart. */
  readonly thinks?: 'inline' | 'apart'
  /** Streams its answer, though it is asked not to. */
  readonly streams?: boolean
  /** Refuses the field that asks for no thoughts. */
  readonly refusesSwitch?: boolean
  /** Each answer is another one. */
  readonly forgetful?: boolean
  /** Says its answer in so many words. */
  readonly wordy?: boolean
  /** What it says to a text, where that is not left to it. */
  readonly says?: (text: string) => string | null
  /** The fault of a chat request, by its number from 0 and its text. */
  readonly fault?: (number: number, text: string) => Fault | null
}

export interface FakeServer {
  readonly address: string
  /** Bodies of the chat requests so far. */
  readonly asked: readonly Chat[]
  /** Most chat requests that were in work at once. */
  readonly mostAtOnce: () => number
  nature: Nature
  close(): Promise<void>
}

interface Part {
  readonly type: string
  readonly text?: string
  readonly image_url?: { readonly url: string }
}

export interface Chat {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Part[] }[]
  readonly max_tokens: number
  readonly logprobs?: boolean
  readonly top_logprobs?: number
  readonly [field: string]: unknown
}

export async function startModelServer(nature: Nature): Promise<FakeServer> {
  const asked: Chat[] = []
  let inWork = 0
  let most = 0
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      inWork++
      most = Math.max(most, inWork)
      response.on('close', () => inWork--)
    }
    void answer(fake, asked, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  const fake: FakeServer = {
    address: `http://127.0.0.1:${address.port}`,
    asked,
    mostAtOnce: () => most,
    nature,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}

async function answer(
  fake: FakeServer,
  asked: Chat[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { nature } = fake
  const json = (status: number, value: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }
  if (request.method === 'GET') {
    const { list } = nature
    if (list && request.url === '/v1/models') {
      if (list.ms) await new Promise(resolve => setTimeout(resolve, list.ms))
      if (list.status) return json(list.status, { detail: 'the list failed' })
    }
    const found = about(nature)[request.url ?? '']
    return found === undefined ? json(404, { error: 'not found' }) : json(200, found)
  }
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const chat: Chat = JSON.parse(Buffer.concat(parts).toString())
  const number = asked.push(chat) - 1
  const fault = nature.fault?.(number, joinTexts(chat)) ?? null
  if (fault?.kind === 'slow') await new Promise(resolve => setTimeout(resolve, fault.ms))
  if (fault?.kind === 'raw') return void response.socket?.end(fault.bytes)
  if (fault?.kind === 'status') {
    if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter)
    response.writeHead(fault.status, { 'content-type': 'application/json' })
    return void response.end(fault.body ?? JSON.stringify({ error: { message: 'no slot is free' } }))
  }
  const { models = ['tiny-vlm'] } = nature
  if (nature.refusesOtherNames && !models.includes(chat.model))
    return json(404, { error: { message: `there is no model ${chat.model}` } })
  const refusal = refused(nature, chat)
  if (refusal !== null) return json(400, { error: { message: refusal } })
  const isFree = nature.ignoresConstraint || fault?.kind === 'ignored-constraint'
  const now = { ...nature, ignoresConstraint: isFree }
  const whole = replyTo(now, chat, number, fault?.kind === 'no-logprobs')
  if (nature.streams) return stream(response, whole)
  const reply = JSON.stringify(whole)
  if (fault?.kind === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length })
    response.write(reply.slice(0, reply.length / 2))
    return void setTimeout(() => response.destroy(), 50)
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(fault?.kind === 'broken-json' ? `${reply.slice(0, -4)}, oops` : reply)
}

/** The same reply in events: its thoughts, then its text, in pieces of three characters; then its end, and what it used. */
function stream(response: ServerResponse, { choices: [choice], usage, ...rest }: Reply): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (event: object): void => void response.write(`data: ${JSON.stringify(event)}\n\n`)
  const delta = (part: object, more: object = {}): void =>
    send({ ...rest, choices: [{ index: 0, delta: part, finish_reason: null, ...more }] })
  response.write(': a comment\n\n')
  delta({ role: 'assistant', content: null })
  for (const name of ['reasoning_content', 'content'] as const)
    for (const piece of (choice.message[name] ?? '').match(/[\s\S]{1,3}/g) ?? []) delta({ [name]: piece })
  for (const told of choice.logprobs?.content ?? []) delta({}, { logprobs: { content: [told] } })
  delta({}, { finish_reason: choice.finish_reason })
  send({ ...rest, choices: [], usage })
  response.end('data: [DONE]\n\n')
}

/** What each kind tells of itself. */
function about({
  kind,
  models = ['tiny-vlm'],
  list,
  version = 'b7000-abc',
}: Nature): Readonly<Record<string, unknown>> {
  const data = (list?.models ?? models).map(id => ({ id, object: 'model' }))
  switch (kind) {
    case 'ollama':
      return {
        '/v1/models': { data: data.map(row => ({ ...row, owned_by: 'library' })) },
        '/api/version': { version: '0.33.1' },
        '/api/ps': { models: models.map(name => ({ name, model: name, context_length: 4096 })) },
        '/api/tags': {
          models: models.map(name => ({
            name,
            digest: 'f00d'.repeat(16),
            details: { quantization_level: 'Q4_K_M' },
          })),
        },
      }
    case 'llama-server':
      return {
        '/v1/models': { data: data.map(row => ({ ...row, owned_by: 'llamacpp' })) },
        '/props': {
          build_info: version,
          model_path: '/home/someone/tiny.gguf',
          chat_template: '{{ messages }}',
          default_generation_settings: { n_ctx: 4096 },
        },
      }
    case 'vllm':
      return {
        '/v1/models': {
          data: data.map(row => ({ ...row, owned_by: 'vllm', root: 'org/tiny', max_model_len: 8192 })),
        },
        '/version': { version: '0.33.0' },
      }
    case 'sglang':
      return {
        '/v1/models': { data: data.map(row => ({ ...row, owned_by: 'sglang', max_model_len: 8192 })) },
        '/server_info': { version: '0.5.23', model_path: 'org/tiny', dtype: 'bfloat16' },
      }
    case 'lm-studio':
      return {
        '/v1/models': { data },
        // It answers what it does not know with status 200.
        '/api/version': { error: 'Unexpected endpoint' },
        '/api/v1/models': {
          models: models.map(key => ({
            key,
            quantization: { name: '4bit' },
            loaded_instances: [{ config: { context_length: 4096 } }],
          })),
        },
      }
    default:
      return { '/v1/models': { data: data.map(row => ({ ...row, owned_by: 'me' })) } }
  }
}

function refused({ logprobs = 20, sight = 'sees', refusesSwitch }: Nature, chat: Chat): string | null {
  if (refusesSwitch && ('reasoning_effort' in chat || 'chat_template_kwargs' in chat))
    return 'thinking is not supported'
  if (logprobs > 0 && (chat.top_logprobs ?? 0) > logprobs) return `top_logprobs must be at most ${logprobs}`
  if (sight === 'none' && listPictures(chat).length > 0) return 'image input is not supported'
  return null
}

interface Reply {
  readonly choices: readonly [
    {
      readonly message: {
        readonly role: string
        readonly content: string
        readonly reasoning_content?: string
      }
      readonly finish_reason: string
      readonly logprobs: { readonly content: readonly unknown[] } | null
      readonly [field: string]: unknown
    },
  ]
  readonly usage: object
  readonly [field: string]: unknown
}

function replyTo(nature: Nature, chat: Chat, number: number, without: boolean): Reply {
  const { thinks, logprobs = 20, sight = 'sees' } = nature
  const said = saidTo(nature, chat, number)
  const thought = 'It may be either of them, so let me look again.'
  const all = [...(thinks ? thought.split(/(?= )/) : []), ...(said.match(/ ?[^ ]+/g) ?? [])]
  const kept = all.slice(0, chat.max_tokens)
  const ofThought = thinks ? Math.min(kept.length, thought.split(/(?= )/).length) : 0
  const answered = kept.slice(ofThought).join('')
  const content =
    thinks === 'inline'
      ? `<think>${kept.slice(0, ofThought).join('')}${kept.length > ofThought ? '</think>' : ''}${answered}`
      : answered
  const counted = sight === 'deaf' ? 0 : 64 * listPictures(chat).length
  return {
    id: `chat-${number}`,
    object: 'chat.completion',
    model: chat.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content,
          ...(thinks === 'apart' && { reasoning_content: kept.slice(0, ofThought).join('') }),
        },
        finish_reason: kept.length < all.length ? 'length' : 'stop',
        logprobs:
          chat.logprobs && logprobs > 0 && !without
            ? { content: kept.map(token => makeToken(token, chat.top_logprobs ?? 1)) }
            : null,
      },
    ],
    usage: {
      prompt_tokens: counted + Math.ceil(joinTexts(chat).length / 4),
      completion_tokens: kept.length,
      ...(ofThought > 0 && { completion_tokens_details: { reasoning_tokens: ofThought } }),
    },
  }
}

/** The token itself has most; D is not among the told unless it is said. */
function makeToken(token: string, count: number): unknown {
  const words = Array.from({ length: 20 }, (_, i) => ` word${i}`)
  const others = [' B', 'A', ' C', 'Yes', 'no', ...words].filter(other => other !== token)
  const top = [
    { token, logprob: Math.log(0.6) },
    ...others.map((other, i) => ({ token: other, logprob: Math.log(0.2 / 2 ** i) })),
  ]
  const told = top.map(one => ({ ...one, bytes: [...Buffer.from(one.token)] }))
  return { ...told[0], top_logprobs: told.slice(0, count) }
}

function saidTo(nature: Nature, chat: Chat, number: number): string {
  const text = joinTexts(chat)
  const [picture] = listPictures(chat)
  const { sight = 'sees', ignoresConstraint, forgetful, wordy, says } = nature
  const said = says?.(text) ?? null
  if (said !== null) return said
  if (isHeld(chat)) {
    if (ignoresConstraint) return 'hello'
    const held = heldTo(chat)[(chatDigest(chat)[0] ?? 0) % Math.max(1, heldTo(chat).length)] ?? 'A'
    return 'response_format' in chat ? `{"answer": "${held}"}` : held
  }
  if (/which colour/i.test(text)) {
    if (forgetful) return `colour ${number}`
    return sight === 'sees' && picture ? readColour(picture) : 'green'
  }
  const letters = [...text.matchAll(/^([A-Z])\. /gm)].map(([, letter]) => letter ?? '')
  const letter = letters[(chatDigest(chat)[0] ?? 0) % Math.max(1, letters.length)] ?? 'yes'
  return wordy ? `The answer is ${letter}` : letter
}

const chatDigest = (chat: Chat): Buffer =>
  createHash('sha256')
    .update(joinTexts(chat))
    .update(listPictures(chat)[0] ?? '')
    .digest()

/** The answers that a constraint allows, whichever field says it. */
export function heldTo(chat: Chat): readonly string[] {
  const { grammar, regex, structured_outputs, response_format } = chat
  const told = JSON.stringify(grammar ?? regex ?? structured_outputs ?? response_format ?? '')
  const list = /"enum":\[(.*?)\]|"choice":\[(.*?)\]|\((.*?)\)|::= (.*)/.exec(told)
  return [...(list?.slice(1).find(found => found !== undefined) ?? '').matchAll(/[A-Za-z]+/g)].map(
    ([answer]) => answer,
  )
}

const isHeld = (chat: Chat): boolean =>
  ['grammar', 'structured_outputs', 'regex', 'response_format'].some(field => field in chat)

function listParts(chat: Chat): readonly Part[] {
  return chat.messages.flatMap(({ content }) =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  )
}

export const joinTexts = (chat: Chat): string =>
  listParts(chat)
    .flatMap(({ text }) => text ?? [])
    .join('')

export const listPictures = (chat: Chat): readonly string[] =>
  listParts(chat).flatMap(part => part.image_url?.url ?? [])

/** By the first pixel of a PNG of 8-bit RGB. */
function readColour(uri: string): string {
  const png = Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64')
  const at = png.indexOf('IDAT')
  const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  return (pixels[1] ?? 0) > (pixels[3] ?? 0) ? 'red' : 'blue'
}
