/** `npm start -- --native`: lets the page run models in processes of this server, by ONNX Runtime for Node. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { LocalRuntimeInfo, LocalRuntimeOffer } from '../../engine/runtime/local-message.ts'
import { runtimeVersion } from '../base/installed.ts'
import { availableDevices } from '../native/backend.ts'
import { nodeRuntime } from '../native/runtime.ts'
import { ModelProcess } from './model-process.ts'

/** Processes at once: a run, a speed test, and what another tab has loaded. */
const mostProcesses = 4

/** Seconds without a request after which a page may lose its process to another: a run prepares its images in less. */
const idleAfter = 10

/** One process per connection: it begins and ends with it, whatever it computes. */
export class LocalRuntime {
  readonly info: LocalRuntimeInfo
  readonly #running = new Set<ModelProcess>()
  readonly #note: (line: string) => void

  constructor(info: LocalRuntimeInfo, note: (line: string) => void) {
    this.info = info
    this.#note = note
  }

  /**
   * Connects a page to a process of its own. Where too many run, it takes the place of the one that its own origin has left idle
   * for longest. @param request that is allowed @returns false where all of them are in use
   */
  connect(request: IncomingMessage, socket: Duplex): boolean {
    if (this.#running.size >= mostProcesses) {
      const idle = this.#idle().find(({ origin }) => origin === request.headers.origin)
      if (!idle) return false
      idle.end()
    }
    const process = new ModelProcess(request, socket, how => {
      this.#running.delete(process)
      if (how !== null) this.#note(`A local runtime ended: ${how}.`)
    })
    this.#running.add(process)
    return true
  }

  /** What a page is offered at this moment. */
  offer(): LocalRuntimeOffer {
    const isFull = this.#running.size >= mostProcesses && this.#idle().length === 0
    return { ...this.info, closed: isFull ? 'full' : null }
  }

  /** The longest idle first. */
  #idle(): readonly ModelProcess[] {
    return [...this.#running]
      .filter(({ secondsIdle }) => secondsIdle >= idleAfter)
      .sort((a, b) => b.secondsIdle - a.secondsIdle)
  }

  close(): void {
    for (const process of this.#running) process.end()
  }
}

/** With every device of this machine but WebGPU. @throws VoxelwiseError device-unavailable without ONNX Runtime for Node */
export function localRuntime(note: (line: string) => void): LocalRuntime {
  const { versions } = nodeRuntime().env
  const devices = availableDevices().filter(device => device !== 'webgpu')
  return new LocalRuntime({ devices, onnxruntime: versions.node ?? runtimeVersion }, note)
}
