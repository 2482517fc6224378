import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, resolve } from 'node:path'
import type { Duplex } from 'node:stream'
import { ownValue } from '@voxelwise/python'
import { isBuiltFrom, pageSources } from '../../../build/built-from.ts'
import { encodings } from '../../../build/compressed.ts'
import { isRefused, isRefusedUpgrade, jsonAnswer, plainAnswer } from '../../../build/local-requests.ts'
import {
  localRuntimeFile,
  localRuntimePath,
  lockedRuntime,
  tokenName,
} from '../../engine/runtime/local-message.ts'
import { packagedPage } from '../base/installed.ts'
import type { LocalRuntime } from './local-runtime.ts'
import { isToken, splitAddress, tokenWords } from './local-token.ts'
import { type ModelServer, passOn } from './model-server.ts'
import { answerFile, answerFromFolder, pathInFolder } from './serve-folder.ts'

/** A local folder handed out to the page below `/served/<token>/<name>/`. */
export interface ServedFolder {
  readonly name: string
  readonly folder: string
}

export interface Server {
  readonly origin: string
  /** A page with the token of this start, which every connection but those for the page's own files must have. */
  address(page?: string): string
  /** Where a page finds a folder, ending in `/`. */
  servedAt(name: string): string
  close(): Promise<void>
}

/** Milliseconds that a connection may take to send a head, and to send the next byte of a question. */
const timeouts = { head: 10_000, question: 30_000 }

/**
 * Serves the built page and some local folders, on this machine only.
 * @param port a free one unless given @param modelServer the one address that questions are passed on to
 * @param runtime runs models for the page @throws Error of the system, EADDRINUSE above all
 */
export async function servePage(
  folders: readonly ServedFolder[],
  outDir = packagedPage ?? 'dist',
  port = 0,
  modelServer: ModelServer | null = null,
  waits = timeouts,
  runtime: LocalRuntime | null = null,
): Promise<Server> {
  const page = resolve(outDir)
  const token = randomBytes(24).toString('base64url')
  // Half-open connections are closed. Only questions have a body, and those are timed where they are passed on.
  const limits = { headersTimeout: waits.head, requestTimeout: 0, connectionsCheckingInterval: 1000 }
  const server = createServer(limits, (request, response) => {
    const path = belowModelServer(request.url ?? '')
    const takesQuestions = modelServer !== null && path !== null
    if (isRefused('build', request, response, takesQuestions)) return
    if (path !== null) return passOn(modelServer, path, request, response, waits.question)
    if (runtime && splitAddress(request.url).path === `/${localRuntimeFile}`) {
      response.setHeader('cache-control', 'no-store')
      const isKnown = isToken(token, splitAddress(request.url).token)
      return jsonAnswer(response, 200, isKnown ? runtime.offer() : lockedRuntime)
    }
    answer({ page, folders, token }, request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else plainAnswer(response, 500, 'The server failed.')
    })
  })
  if (runtime)
    server.on('upgrade', (request, socket, head) => {
      const { path, token: given } = splitAddress(request.url)
      const isAllowed = path === localRuntimePath && head.length === 0 && !isRefusedUpgrade(request)
      if (!isAllowed || !isToken(token, given)) refuseUpgrade(socket, '403 Forbidden', tokenWords)
      else if (!runtime.connect(request, socket))
        refuseUpgrade(
          socket,
          '503 Service Unavailable',
          'Too many models run already. End a run in another tab.',
        )
    })
  server.listen(port, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  const origin = `http://localhost:${address.port}`
  return {
    origin,
    address: (file = '') => `${origin}/${file}?${tokenName}=${token}`,
    servedAt: name => `/served/${token}/${name}/`,
    close: async () => {
      runtime?.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function refuseUpgrade(socket: Duplex, status: string, words: string): void {
  const head = [
    'connection: close',
    'content-type: text/plain; charset=utf-8',
    `content-length: ${words.length + 1}`,
  ]
  socket.on('error', () => {})
  socket.end([`HTTP/1.1 ${status}`, ...head, '', `${words}\n`].join('\r\n'))
}

/** The path on the model server that an address asks for; null where it asks for something else. */
const belowModelServer = (url: string): string | null => /^\/model-server(\/[^?#]*)$/.exec(url)?.[1] ?? null

interface Answers {
  readonly page: string
  readonly folders: readonly ServedFolder[]
  readonly token: string
}

async function answer(
  { page, folders, token }: Answers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [address = ''] = (request.url ?? '').split(/[?#]/, 1)
  const [, given, name, path] = /^\/served(?:\/([^/]*)\/?([^/]*)\/?(.*))?$/s.exec(address) ?? []
  if (given !== undefined && name !== undefined && path !== undefined) {
    if (!isToken(token, given)) return plainAnswer(response, 403, tokenWords)
    const sharedFolder = folders.find(folder => folder.name === name)
    if (!sharedFolder) return plainAnswer(response, 404, 'There is no such folder.')
    return answerFromFolder(resolve(sharedFolder.folder), path, request, response)
  }
  const file = pathInFolder(address.slice(1) || 'index.html', process.platform)
  if (file === null) return plainAnswer(response, 404, 'There is no such file.')
  // A hashed name changes with its file. Everything else is asked for again, as a new build may have changed it.
  const isHashed = file.startsWith('assets/')
  response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  const type = ownValue(types, extname(file)) ?? 'application/octet-stream'
  await answerFile(smallestCopy(join(page, file), request, response), type, request, response)
}

/** The compressed copy of a file of the page that the browser accepts, with its header; the file itself where none is. */
function smallestCopy(file: string, { method, headers }: IncomingMessage, response: ServerResponse): string {
  const accepted = (headers['accept-encoding'] ?? '').split(',').map(one => one.split(';')[0]?.trim())
  // A part is one of the file itself, and so is its size.
  const variant =
    headers.range || method === 'HEAD'
      ? undefined
      : Object.entries(encodings).find(([name, end]) => accepted.includes(name) && existsSync(file + end))
  if (!variant) return file
  response.setHeader('content-encoding', variant[0])
  response.setHeader('vary', 'accept-encoding')
  return file + variant[1]
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
}

/** Whether there is no built page, or an outdated one. */
export function pageIsStale(): boolean {
  if (packagedPage !== null) return false
  const built = 'dist/index.html'
  if (!existsSync(built)) return true
  const since = statSync(built).mtimeMs
  const sources = pageSources()
  return sources.some(file => statSync(file).mtimeMs > since) && !isBuiltFrom('dist', sources)
}

export async function buildStalePage(note: (line: string) => void): Promise<void> {
  if (!pageIsStale()) return
  note('Building the page (about 10 s)')
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
}
