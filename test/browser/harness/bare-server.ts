import { once } from 'node:events'
import { createReadStream, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

/**
 * A server that knows files and their types and nothing else: no header of security, no listing, no parts of files, as a
 * plain file server is. It can be stopped and started again at the same address.
 */
export class BareServer {
  /** Every address that was asked for while it ran. */
  readonly asked: string[] = []
  readonly #folder: string
  readonly #base: string
  #server: Server | null = null
  #port = 0

  /** @param base path below which the folder lies, with `/` at both ends */
  constructor(folder: string, base: string) {
    this.#folder = folder
    this.#base = base
  }

  get origin(): string {
    return `http://localhost:${this.#port}`
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const path = decodeURIComponent(request.url?.split(/[?#]/)[0] ?? '')
      this.asked.push(path)
      const below = path.startsWith(this.#base) ? path.slice(this.#base.length) || 'index.html' : '..'
      const file = join(this.#folder, below)
      if (below.includes('..') || !statSync(file, { throwIfNoEntry: false })?.isFile())
        return void response.writeHead(404).end()
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
      createReadStream(file).pipe(response)
    })
    server.listen(this.#port, 'localhost')
    await once(server, 'listening')
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (!server) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}
