/** Access to one model server (Ollama, llama-server, vLLM …): the allowed requests, and their limits. */

import { type ClientRequest, type IncomingMessage, request as overHttp, type ServerResponse } from 'node:http'
import { request as overHttps } from 'node:https'
import { ownValue } from '@voxelwise/python'
import { jsonAnswer, plainAnswer } from '../../../build/local-requests.ts'
import { lookedAt } from '../../engine/protocol/server-info.ts'
import { usageError } from '../base/options.ts'

export interface ModelServer {
  /** Its origin, and what comes before `/v1` in its addresses, without a slash at the end. */
  readonly address: string
  /** Sent as a bearer token, and never passed to the page. */
  readonly key: string | null
}

/** A question with its pictures, and an answer with the log-probabilities of its tokens. */
const maxQuestion = 64 * 2 ** 20
const maxAnswer = 32 * 2 ** 20
/** Milliseconds until a connection is made, and for a complete answer: more than any setting of the page would wait. */
const connectTime = 10_000
const answerTime = 3_600_000

const allowedPaths: Readonly<Record<string, ReadonlySet<string>>> = {
  GET: new Set<string>(lookedAt),
  POST: new Set(['/v1/chat/completions']),
}

/** @param text as it was typed after `--server` @throws VoxelwiseError usage */
export function modelServerAt(text: string, key: string | undefined): ModelServer {
  const url = URL.canParse(text) ? new URL(text) : null
  // What was typed is not repeated: it may contain a key, and errors reach logs.
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw usageError('--server takes an address such as http://127.0.0.1:11434.', '--server')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw usageError(
      '--server takes an address without user name, password, query and fragment. Put a key into VOXELWISE_SERVER_KEY.',
      '--server',
    )
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')
  return { address: `${url.origin}${path}`, key: key || null }
}

/** Where questions go, for the user who starts the command. */
export const passedOnWords = ({ address }: ModelServer): string =>
  `Questions and images go to ${address} only${
    new URL(address).protocol === 'http:' && !isThisMachine(address) ? ' (not encrypted)' : ''
  }`

const isThisMachine = (address: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)

/**
 * Forwards a request, if it is one of the few that are needed, and returns its status, body and `Retry-After`.
 * @param path on the model server; `/` identifies it
 * @param pause milliseconds to wait for the next byte of a question
 */
export function passOn(
  server: ModelServer | null,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  pause: number,
): void {
  response.setHeader('cache-control', 'no-store')
  const refused = refusedWords(server, path, request)
  if (refused) plainAnswer(response, refused.status, refused.words)
  else if (!server) return
  else if (path === '/') jsonAnswer(response, 200, { address: server.address })
  else ask(server, path, request, response, pause)
}

function refusedWords(
  server: ModelServer | null,
  path: string,
  { method = '', headers }: IncomingMessage,
): { readonly status: number; readonly words: string } | null {
  if (!server) return { status: 404, words: 'Voxelwise was started without --server.' }
  if (path === '/' && method === 'GET') return null
  if (!ownValue(allowedPaths, method)?.has(path)) return { status: 404, words: 'This is not passed on.' }
  if (method === 'POST' && !/^application\/json(?:;|$)/.test(headers['content-type'] ?? ''))
    return { status: 415, words: 'Questions are JSON.' }
  if (Number(headers['content-length'] ?? 0) > maxQuestion) return { status: 413, words: tooLarge }
  return null
}

const tooLarge = `A question may have ${maxQuestion / 2 ** 20} MiB with its pictures.`

function ask(
  server: ModelServer,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  pause: number,
): void {
  const url = new URL(server.address + path)
  const { 'content-type': type, 'content-length': length } = request.headers
  const onward = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
    method: request.method ?? 'GET',
    // A connection for this request alone: no other can follow on it.
    agent: false,
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
  onward.on('response', answer => passBack(server, answer, response))
  onward.on('upgrade', (_, socket) => {
    socket.destroy()
    failed(response, 502, `${server.address} gave no answer: it switches to another protocol`)
  })
  onward.on('error', error => {
    clearTimeout(connecting)
    failed(response, 502, `${server.address} gave no answer: ${error.message}`)
  })
  // The client may have gone: then nobody waits for the answer.
  response.on('close', () => {
    clearTimeout(connecting)
    onward.destroy()
  })
  send(request, onward, response, pause)
}

/** Bounded whether or not its length was declared. */
function send(
  request: IncomingMessage,
  onward: ClientRequest,
  response: ServerResponse,
  pause: number,
): void {
  let sent = 0
  const waiting = setTimeout(() => {
    // While the model server is slow to read, no more is requested from the client.
    if (request.isPaused()) return waiting.refresh()
    response.setHeader('connection', 'close')
    failed(response, 408, 'The rest of the request did not arrive.')
    onward.destroy()
  }, pause)
  request.on('close', () => clearTimeout(waiting))
  request.on('data', (chunk: Buffer) => {
    waiting.refresh()
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

/**
 * An answer is passed back when all of it has arrived. Whatever else a connection brings is status 502 with the reason, so
 * that no fault of the other server looks like an answer, or ends this one.
 */
function passBack({ address }: ModelServer, answer: IncomingMessage, response: ServerResponse): void {
  const broken = (why: string): void => failed(response, 502, `${address} gave no whole answer: ${why}`)
  const { statusCode: status = 0 } = answer
  if (status < 200 || status > 999) {
    broken(`there is no status ${status}`)
    return void answer.destroy()
  }
  const parts: Buffer[] = []
  let received = 0
  answer.on('data', (chunk: Buffer) => {
    received += chunk.length
    parts.push(chunk)
    if (received > maxAnswer) answer.destroy(new Error(`it has more than ${maxAnswer / 2 ** 20} MiB`))
  })
  answer.on('error', error => broken(error.message))
  // It follows every end, and changes nothing if the answer is complete.
  answer.on('close', () => broken('it broke off'))
  answer.on('end', () => {
    if (!answer.complete || response.headersSent) return
    response.statusCode = status
    // The server's media type does not matter: the answer is read as JSON, and never displayed.
    response.setHeader('content-type', 'application/json')
    const later = answer.headers['retry-after']
    if (later !== undefined && /^\d{1,5}$/.test(later)) response.setHeader('retry-after', later)
    response.end(Buffer.concat(parts))
  })
}

/** Does nothing where the request was answered: what goes wrong later on that connection is nobody's loss. */
function failed(response: ServerResponse, status: number, message: string): void {
  if (!response.headersSent) jsonAnswer(response, status, { error: { message } })
}
