import { VoxelwiseError } from '../../engine/base/errors.ts'
import { type Device, deviceKindOf } from '../../engine/protocol/device.ts'
import type { Backend } from '../../engine/runtime/backend.ts'
import { browserBackend } from '../../engine/runtime/browser-backend.ts'
import { type LocalLine, localBackend } from '../../engine/runtime/local-backend.ts'
import { findLocalRuntime, localRuntimePath } from '../../engine/runtime/local-message.ts'

export const backendOf = (device: Device): Backend =>
  deviceKindOf(device) === 'native' ? local : browserBackend

/** Whether this thread had a connection to the local runtime, which is lost with all models loaded there. */
export const isLineLost = (): boolean => line !== null && !line.isOpen

let line: SocketLine | null = null

const local = localBackend(async () => {
  if (!line?.isOpen) line = await SocketLine.open()
  return line
})

interface Waiting {
  resolve(answer: ArrayBuffer): void
  reject(error: unknown): void
}

/** A WebSocket to our own server, which starts a process for it and ends that process with it. */
class SocketLine implements LocalLine {
  readonly #socket: WebSocket
  readonly #waiting: Waiting[] = []
  #lost: Promise<Error> | null = null

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) =>
      this.#waiting.shift()?.resolve(data),
    )
    socket.addEventListener('close', () => this.#close())
  }

  /** @throws VoxelwiseError device-unavailable */
  static async open(): Promise<SocketLine> {
    const { host } = self.location
    const socket = new WebSocket(`ws://${host}${localRuntimePath}`)
    socket.binaryType = 'arraybuffer'
    const opened = await new Promise<boolean>(resolve => {
      socket.addEventListener('open', () => resolve(true))
      socket.addEventListener('error', () => resolve(false))
    })
    if (!opened) throw await whyClosed()
    return new SocketLine(socket)
  }

  get isOpen(): boolean {
    return this.#lost === null
  }

  async call(message: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
    if (!this.isOpen) throw await this.#lost
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#socket.send(message)
    })
  }

  #close(): void {
    const lost = whyClosed()
    this.#lost = lost
    for (const { reject } of this.#waiting.splice(0)) void lost.then(reject)
  }
}

/** A server that still answers has lost only this process: a fresh one may do better. */
async function whyClosed(): Promise<Error> {
  const found = await findLocalRuntime(() => self.location.origin)
  if (found && found.devices.length > 0)
    return new Error('The local runtime ended while it computed. The terminal of the server shows why.')
  return new VoxelwiseError({
    code: 'device-unavailable',
    subject: self.location.origin,
    message: found
      ? 'The local server was started without --native.'
      : 'The local server that runs the model does not answer.',
    remedy: 'Start it again with npm start -- --native, then continue the run.',
  })
}
