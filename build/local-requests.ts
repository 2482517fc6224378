import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin } from 'vite'
import { securityHeaders } from './security.ts'

/** What is known of a request before anything is looked up for it. */
export interface RequestHead {
  readonly method: string
  /** As it stands in the request line. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** How many `Host` headers it has: `headers` holds only the first. */
  readonly hosts: number
  /** The server's own. */
  readonly port: number
  /** Whether this address takes questions for a model server (`src/cli/serve/model-server.ts`): POST as well. */
  readonly takesQuestions?: boolean
}

export interface Refusal {
  readonly status: 400 | 403 | 405 | 421
  readonly message: string
}

/** This machine's own names: a name of anybody else's that leads here is DNS rebinding. */
const ownNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Why a request is not answered, if so: it has a body where there can be none or more than one host, it was meant for
 * another host, it would change something, its address leads upwards or cannot be read, or a page of another origin makes it. Following a link to the page itself is allowed from
 * anywhere; nothing of it can be seen from there.
 */
function refusedRequest(request: RequestHead): Refusal | null {
  const { method, url, headers, hosts, port, takesQuestions } = request
  if (hosts > 1) return { status: 400, message: 'A request has one Host header.' }
  // What follows such a head is a body to one server and the next request to another.
  if ((method === 'GET' || method === 'HEAD') && hasBody(headers))
    return { status: 400, message: 'GET and HEAD requests have no body.' }
  const host = headers.host?.toLowerCase() ?? ''
  if (!ownNames.some(name => host === `${name}:${port}` || (port === 80 && host === name)))
    return { status: 421, message: `This server answers only to localhost:${port}.` }
  if (method !== 'GET' && method !== 'HEAD' && !(method === 'POST' && takesQuestions))
    return { status: 405, message: 'Only GET and HEAD are answered.' }
  if (!isReadable(url)) return { status: 400, message: 'This address cannot be read.' }
  const { origin } = headers
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`)
    return { status: 403, message: 'Pages of another origin are not answered.' }
  const site = headers['sec-fetch-site'] ?? 'none'
  const isOwn = site === 'same-origin' || site === 'none'
  const opensPage = headers['sec-fetch-dest'] === 'document' && !/^\/(?:served|model-server)\//.test(url)
  if (!isOwn && !opensPage) return { status: 403, message: 'Pages of another origin are not answered.' }
  return null
}

const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0

/** Whether the path is absolute, percent-encoded UTF-8 without NUL, and never leads upwards. */
function isReadable(url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1)
  if (!path.startsWith('/') || path.startsWith('//')) return false
  try {
    const decoded = decodeURIComponent(path)
    return !decoded.includes('\0') && !decoded.split(/[\\/]/).includes('..')
  } catch {
    return false
  }
}

/** A short answer in plain text. */
export function plainAnswer(response: ServerResponse, status: number, message: string): void {
  response.statusCode = status
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  if (status === 405) response.setHeader('allow', 'GET, HEAD')
  response.end(`${message}\n`)
}

export function jsonAnswer(response: ServerResponse, status: number, value: unknown): void {
  response.statusCode = status
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(value))
}

type Next = (error?: unknown) => void

/** Sets our headers, and answers a request that is to be refused. @returns whether it was */
export function isRefused(
  mode: 'dev' | 'build',
  request: IncomingMessage,
  response: ServerResponse,
  takesQuestions = false,
): boolean {
  for (const [name, value] of Object.entries(securityHeaders(mode))) response.setHeader(name, value)
  const refused = refusedRequest({ ...requestHead(request), takesQuestions })
  if (!refused) return false
  // Nothing that follows on this connection is read.
  response.setHeader('connection', 'close')
  plainAnswer(response, refused.status, refused.message)
  return true
}

function requestHead({
  method = '',
  url = '',
  headers,
  headersDistinct,
  socket,
}: IncomingMessage): RequestHead {
  return { method, url, headers, hosts: headersDistinct.host?.length ?? 0, port: socket.localPort ?? 0 }
}

/**
 * Whether a WebSocket must be refused: as any other request, and where it names no origin. Every browser names it, so it is
 * allowed to pages of our own only.
 */
export const isRefusedUpgrade = (request: IncomingMessage): boolean =>
  request.headers.origin === undefined ||
  request.headers.upgrade?.toLowerCase() !== 'websocket' ||
  refusedRequest(requestHead(request)) !== null

const guard =
  (mode: 'dev' | 'build') =>
  (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    if (!isRefused(mode, request, response)) next()
  }

/** Has `npm start`, `npm run evaluate` and `npm run dev` answer this machine's own pages only, with our headers. */
export function localRequestsOnly(): Plugin {
  return {
    name: 'local-requests-only',
    enforce: 'pre',
    configureServer(server) {
      server.middlewares.use(guard('dev'))
    },
    configurePreviewServer(server) {
      server.middlewares.use(guard('build'))
      // Whatever fails behind this is told without its stack.
      return () => server.middlewares.use(failed)
    },
  }
}

/** Connect tells handlers of errors by their four arguments. */
function failed(_error: unknown, _request: IncomingMessage, response: ServerResponse, _next: Next): void {
  if (response.headersSent) response.destroy()
  else plainAnswer(response, 500, 'The server failed.')
}
