import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { largestMessage } from '../../engine/runtime/local-message.ts'
import { packagedPage } from '../base/installed.ts'
import { pageFd } from '../native/child-files.ts'
import { calledFrom } from '../native/runtime.ts'
import { ClosingFrame } from './closing-frame.ts'

/** The script of a process: of the installed package, or of the repository. */
const script = packagedPage === null ? '../native/local-host.ts' : './local-host.js'

/** By its address: it is not found from the folder of the process. */
const loader = (): readonly string[] =>
  packagedPage === null ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : []

/** A process of the local runtime with the page's connection. Either ends with the other. */
export class ModelProcess {
  /** Origin of the page. */
  readonly origin: string | undefined
  readonly #process: ChildProcess
  readonly #socket: Duplex
  readonly #line: Duplex
  /** Empty: a graph may name any file below the folder of its process. */
  readonly #folder = mkdtempSync(join(tmpdir(), 'voxelwise-native-'))
  readonly #onEnd: (how: string | null) => void
  #isOver = false
  /** Since when nothing is asked of it; null while it computes an answer. */
  #idleSince: number | null = Number.NEGATIVE_INFINITY

  /** @param onEnd called once, with how the process ended if it did so by itself */
  constructor({ headers }: IncomingMessage, socket: Duplex, onEnd: (how: string | null) => void) {
    this.origin = headers.origin
    this.#socket = socket
    this.#onEnd = onEnd
    this.#process = this.#start()
    this.#line = this.#process.stdio[pageFd] as Duplex
    const folder = this.#folder
    this.#process.on('error', error => this.end(error.message))
    this.#process.on('exit', (code, signal) => this.end(signal ?? `exit code ${code}`))
    // Not before: Windows removes no folder that a process is in.
    this.#process.once('close', () => rmSync(folder, { recursive: true, force: true }))
    this.#line.write(
      [
        'GET / HTTP/1.1',
        ...['host', 'upgrade', 'connection', 'sec-websocket-key', 'sec-websocket-version'].map(
          name => `${name}: ${headers[name] ?? ''}`,
        ),
        ...['', ''],
      ].join('\r\n'),
    )
    this.#connect()
  }

  /** Seconds since its last answer; 0 while it computes. One that was never asked anything has always been idle. */
  get secondsIdle(): number {
    return this.#idleSince === null ? 0 : (performance.now() - this.#idleSince) / 1000
  }

  /** @param how null where the page or the server ended it */
  end(how: string | null = null): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#process.kill('SIGKILL')
    this.#socket.destroy()
    this.#line.destroy()
    this.#onEnd(how)
  }

  /**
   * The page's end is seen while the process computes and takes nothing, whether the page is gone or waits for the process to
   * agree. What the page sends meanwhile is held here. It waits for an answer before it sends more: this is a message at most.
   */
  #connect(): void {
    const [socket, line] = [this.#socket, this.#line]
    const end = (): void => this.end()
    for (const stream of [socket, line]) stream.on('error', end).on('end', end).on('close', end)
    const closing = new ClosingFrame()
    socket.on('data', (chunk: Buffer) => {
      this.#idleSince = null
      line.write(chunk)
      if (closing.isIn(chunk) || line.writableLength > 2 * largestMessage) end()
    })
    let isAnswering = false
    line.on('data', (chunk: Buffer) => {
      // Its first words accept the connection.
      if (isAnswering) this.#idleSince = performance.now()
      isAnswering = true
      if (socket.write(chunk)) return
      line.pause()
      socket.once('drain', () => line.resume())
    })
  }

  #start(): ChildProcess {
    const file = fileURLToPath(new URL(script, import.meta.url))
    return spawn(process.execPath, [...loader(), file, calledFrom()], {
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'],
    })
  }
}
