/** `npm start -- --native`: lets the page run models in processes of this server, by ONNX Runtime for Node. */

import { type ChildProcess, spawn } from 'node:child_process'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ownValue } from '../../engine/base/own-value.ts'
import type { LocalRuntimeInfo } from '../../engine/runtime/local-message.ts'
import { packagedPage, runtimeVersion } from '../base/installed.ts'
import { availableDevices } from '../native/backend.ts'
import { nodeRuntime } from '../native/runtime.ts'

/** Processes at once: a run, a speed test, and what another tab has loaded. */
const mostProcesses = 4

/** The script of a process: of the installed package, or of the repository. */
const script = packagedPage === null ? '../native/local-host.ts' : './local-host.js'
const loader = packagedPage === null ? ['--import', 'tsx'] : []

/** One process per connection: it begins and ends with it, whatever it computes. */
export class LocalRuntime {
  readonly info: LocalRuntimeInfo
  readonly #running = new Map<ChildProcess, Duplex>()
  readonly #note: (line: string) => void

  constructor(info: LocalRuntimeInfo, note: (line: string) => void) {
    this.info = info
    this.#note = note
  }

  /** Connects a page to a process of its own. @param request that is allowed @returns false where too many run */
  connect({ headers }: IncomingMessage, socket: Duplex): boolean {
    if (this.#running.size >= mostProcesses) return false
    const process = this.#start()
    const line = process.stdio[3] as Duplex
    this.#running.set(process, socket)
    const end = (): void => {
      if (!this.#running.delete(process)) return
      socket.destroy()
      line.destroy()
      process.kill('SIGKILL')
    }
    for (const stream of [socket, line]) stream.on('error', end).on('close', end)
    process.on('error', end)
    process.on('exit', (code, signal) => {
      if (this.#running.has(process)) this.#note(`A local runtime ended: ${signal ?? `exit code ${code}`}.`)
      end()
    })
    line.write(
      [
        'GET / HTTP/1.1',
        ...['host', 'upgrade', 'connection', 'sec-websocket-key', 'sec-websocket-version'].map(
          name => `${name}: ${ownValue(headers, name) ?? ''}`,
        ),
        ...['', ''],
      ].join('\r\n'),
    )
    socket.pipe(line).pipe(socket)
    return true
  }

  /** Its connection is the fourth of its files: ONNX Runtime may write into the first three. */
  #start(): ChildProcess {
    const file = fileURLToPath(new URL(script, import.meta.url))
    return spawn(process.execPath, [...loader, file], { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
  }

  close(): void {
    for (const socket of this.#running.values()) socket.destroy()
  }
}

/** With every device of this machine but WebGPU. @throws VoxelwiseError device-unavailable without ONNX Runtime for Node */
export function localRuntime(note: (line: string) => void): LocalRuntime {
  const { versions } = nodeRuntime().env
  const devices = availableDevices().filter(device => device !== 'webgpu')
  return new LocalRuntime({ devices, onnxruntime: versions.node ?? runtimeVersion }, note)
}
