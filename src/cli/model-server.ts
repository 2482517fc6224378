/** The way to one model server (Ollama, llama-server, vLLM …): what it may be asked, and how much of it. */
import { type ClientRequest, type IncomingMessage, request as overHttp, type ServerResponse } from 'node:http'
import { request as overHttps } from 'node:https'
import { plainAnswer } from '../../build/local-requests.ts'
import { lookedAt } from '../engine/servers/identify.ts'
import { usageError } from './arguments.ts'

export interface ModelServer {
  /** Its origin, and what comes before `/v1` in its addresses, without a slash at the end. */
  readonly address: string
  /** Sent as a bearer token, and never told to the page. */
  readonly key: string | null
}

/** A question with its pictures, and an answer with the log-probabilities of its tokens. */
const maxQuestion = 64 * 2 ** 20
const maxAnswer = 32 * 2 ** 20
/** Milliseconds until a connection stands, and for a whole answer: more than any setting of the page would wait. */
const connectTime = 10_000
const answerTime = 3_600_000

const asked: Readonly<Record<string, ReadonlySet<string>>> = {
  GET: new Set<string>(lookedAt),
  POST: new Set(['/v1/chat/completions']),
}

/**
 * @param text as it was typed after `--server`
 * @throws VoxelwiseError usage
 */
export function modelServerAt(text: string, key: string | undefined, usage: string): ModelServer {
  const url = URL.canParse(text) ? new URL(text) : null
  const isAddress = url !== null && ['http:', 'https:'].includes(url.protocol)
  if (!isAddress || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw usageError(
      'This option takes the address of a server, such as http://127.0.0.1:11434.',
      `--server ${text}`,
      usage,
    )
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')
  return { address: `${url.origin}${path}`, key: key || null }
}

/** Where questions go, for whoever started the command. */
export const passedOnWords = ({ address }: ModelServer): string =>
  `Questions and their pictures go to ${address}, and nowhere else${
    new URL(address).protocol === 'http:' && !isThisMachine(address) ? ' (not encrypted on their way)' : ''
  }`

const isThisMachine = (address: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)

/**
 * Passes a request on, where it is one of the few that are needed, and its answer back: status, body and `Retry-After`,
 * no other header. No redirect is followed.
 * @param path on the model server; `/` tells which one it is
 */
export function passOn(
  server: ModelServer | null,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.setHeader('cache-control', 'no-store')
  const refused = refusedWords(server, path, request)
  if (refused) plainAnswer(response, refused.status, refused.words)
  else if (!server) return
  else if (path === '/') sendJson(response, 200, { address: server.address })
  else ask(server, path, request, response)
}

function refusedWords(
  server: ModelServer | null,
  path: string,
  { method = '', headers }: IncomingMessage,
): { readonly status: number; readonly words: string } | null {
  if (!server) return { status: 404, words: 'Voxelwise was started without --server.' }
  if (path === '/' && method === 'GET') return null
  if (!asked[method]?.has(path)) return { status: 404, words: 'This is not passed on.' }
  if (method === 'POST' && !/^application\/json(?:;|$)/.test(headers['content-type'] ?? ''))
    return { status: 415, words: 'Questions are JSON.' }
  if (Number(headers['content-length'] ?? 0) > maxQuestion) return { status: 413, words: tooLarge }
  return null
}

const tooLarge = `A question may have ${maxQuestion / 2 ** 20} MiB with its pictures.`

function ask(server: ModelServer, path: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(server.address + path)
  const { 'content-type': type, 'content-length': length } = request.headers
  const onward = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
    method: request.method ?? 'GET',
    headers: {
      accept: 'application/json',
      ...(type !== undefined && { 'content-type': type }),
      ...(length !== undefined && { 'content-length': length }),
      ...(server.key !== null && { authorization: `Bearer ${server.key}` }),
    },
    signal: AbortSignal.timeout(answerTime),
  })
  const connecting = setTimeout(
    () => onward.destroy(new Error('no connection within 10 seconds')),
    connectTime,
  )
  onward.on('socket', socket => {
    if (socket.connecting) socket.once('connect', () => clearTimeout(connecting))
    else clearTimeout(connecting)
  })
  onward.on('response', answer => passBack(answer, response))
  onward.on('error', error => {
    clearTimeout(connecting)
    failed(response, 502, `${server.address} gave no answer: ${error.message}`)
  })
  // Whoever asked may have gone: then nobody waits for the answer.
  response.on('close', () => {
    clearTimeout(connecting)
    onward.destroy()
  })
  send(request, onward, response)
}

/** Bounded whether or not its length was told. */
function send(request: IncomingMessage, onward: ClientRequest, response: ServerResponse): void {
  let sent = 0
  request.on('data', (chunk: Buffer) => {
    sent += chunk.length
    if (sent > maxQuestion) {
      failed(response, 413, tooLarge)
      onward.destroy()
    } else if (!onward.write(chunk)) {
      request.pause()
      onward.once('drain', () => request.resume())
    }
  })
  request.on('end', () => onward.end())
}

/** Whole, or broken off as it was: a body that ended early must not look like a short one. */
function passBack(answer: IncomingMessage, response: ServerResponse): void {
  response.statusCode = answer.statusCode ?? 502
  // What it says of itself is read as JSON, and shown by nobody.
  response.setHeader('content-type', 'application/json')
  const { 'retry-after': later, 'content-length': length } = answer.headers
  if (later !== undefined) response.setHeader('retry-after', later)
  if (length !== undefined) response.setHeader('content-length', length)
  let received = 0
  answer.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > maxAnswer) response.destroy()
    else if (!response.write(chunk)) {
      answer.pause()
      response.once('drain', () => answer.resume())
    }
  })
  answer.on('end', () => (answer.complete ? response.end() : response.destroy()))
  answer.on('error', () => response.destroy())
}

function failed(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) response.destroy()
  else sendJson(response, status, { error: { message } })
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.statusCode = status
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(value))
}
