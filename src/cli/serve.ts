import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, normalize, resolve, sep } from 'node:path'
import { type Plugin, preview } from 'vite'
import { nodeSource } from '../data/node-source.ts'

/** A local folder handed out to the page below `/served/<name>/`. */
export interface ServedFolder {
  readonly name: string
  readonly folder: string
}

export interface Server {
  readonly origin: string
  close(): Promise<void>
}

/** Serves the built page and some local folders, on this machine only, on a free port. */
export async function servePage(folders: readonly ServedFolder[], outDir = 'dist'): Promise<Server> {
  const server = await preview({
    logLevel: 'error',
    build: { outDir },
    plugins: [served(folders)],
    preview: { port: 0, strictPort: false, host: 'localhost' },
  })
  const address = server.httpServer.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return { origin: `http://localhost:${address.port}`, close: () => server.close() }
}

function served(folders: readonly ServedFolder[]): Plugin {
  return {
    name: 'served-folders',
    configurePreviewServer(server) {
      for (const { name, folder } of folders)
        server.middlewares.use(`/served/${name}/`, (request, response, next) => {
          answer(resolve(folder), request, response).catch(next)
        })
    },
  }
}

async function answer(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname).slice(1)
  if (path === 'files.json') {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(await withSizes(root)))
    return
  }
  const file = normalize(join(root, path))
  if (!file.startsWith(root + sep) || !existsSync(file) || !statSync(file).isFile()) {
    response.statusCode = 404
    response.end()
    return
  }
  response.setHeader('content-type', 'application/octet-stream')
  const { size } = statSync(file)
  const part = partOf(request.headers.range, size)
  response.setHeader('content-length', part.end - part.start)
  if (part.end - part.start < size) {
    response.statusCode = 206
    response.setHeader('content-range', `bytes ${part.start}-${part.end - 1}/${size}`)
  }
  if (part.end > part.start) createReadStream(file, { start: part.start, end: part.end - 1 }).pipe(response)
  else response.end()
}

/** What `Range: bytes=10-19` asks for; the whole file where it asks for nothing that can be given. */
function partOf(range: string | undefined, size: number): { start: number; end: number } {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  const start = Number(from ?? 0)
  const end = to === undefined ? size : Math.min(size, Number(to) + 1)
  return start < end ? { start, end } : { start: 0, end: size }
}

async function withSizes(root: string): Promise<{ path: string; size: number }[]> {
  const files = await nodeSource(root).list()
  return files.map(({ path, size }) => ({ path, size: size >= 0 ? size : statSync(join(root, path)).size }))
}

/** Whether there is no built page, or one that is older than what it is built from. */
export function pageIsStale(): boolean {
  const built = 'dist/index.html'
  if (!existsSync(built)) return true
  const since = statSync(built).mtimeMs
  const sources = ['src', 'build', 'public'].flatMap(folder =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name)),
  )
  return [...sources, 'index.html', 'headless.html', 'package-lock.json', 'vite.config.ts'].some(
    file => statSync(file).mtimeMs > since,
  )
}
