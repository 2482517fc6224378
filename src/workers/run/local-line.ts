import { VoxelwiseError } from '../../engine/base/errors.ts'
import { type Device, toDeviceKind } from '../../engine/protocol/device.ts'
import type { Backend } from '../../engine/runtime/backend.ts'
import { browserBackend } from '../../engine/runtime/browser-backend.ts'
import { type LocalLine, localBackend } from '../../engine/runtime/local-backend.ts'
import {
  findLocalRuntime,
  type LocalRuntimeOffer,
  localRuntimePath,
  withToken,
} from '../../engine/runtime/local-message.ts'
import { loadOrt } from '../../engine/runtime/ort.ts'

export const chooseBackend = (device: Device): Backend =>
  toDeviceKind(device) === 'native' ? local : browserBackend

/** Whether this thread had a connection to the local runtime, which is lost with all models loaded there. */
export const isLineLost = (): boolean => line !== null && !line.isOpen

let line: SocketLine | null = null

/** Token of the local server: the name that the page started this thread with. */
const token = (): string => self.name

const local = localBackend(async () => {
  if (!line?.isOpen) line = await SocketLine.open()
  return line
}, loadOrt)

interface Waiting {
  resolve(answer: ArrayBuffer): void
  reject(error: unknown): void
}

/** A WebSocket to our own server, which starts a process for it and ends that process with it. */
class SocketLine implements LocalLine {
  readonly #socket: WebSocket
  #waiting: Waiting | null = null
  #last: Promise<unknown> = Promise.resolve()
  #lost: Promise<Error> | null = null

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => this.#waiting?.resolve(data))
    socket.addEventListener('close', () => this.#close())
  }

  /** @throws VoxelwiseError device-unavailable */
  static async open(): Promise<SocketLine> {
    const { host } = self.location
    const socket = new WebSocket(withToken(`ws://${host}${localRuntimePath}`, token()))
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

  /** One message at a time: the server takes a connection that waits for no answer for idle. */
  call(message: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
    const answered = this.#last.then(() => this.#ask(message))
    this.#last = answered.catch(() => {})
    return answered
  }

  async #ask(message: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
    if (!this.isOpen) throw await this.#lost
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.send(message)
    })
  }

  #close(): void {
    const lost = whyClosed()
    this.#lost = lost
    void lost.then(error => this.#waiting?.reject(error))
  }
}

/** A server that still answers has lost only this process: a fresh one may do better. */
async function whyClosed(): Promise<Error> {
  const runtime = await findLocalRuntime(() => self.location.origin, token)
  const [message, remedy] = explainRefusal(runtime)
  if (message === null)
    return new Error('The local runtime ended while it computed. The terminal of the server shows why.')
  return new VoxelwiseError({
    code: 'device-unavailable',
    subject: self.location.origin,
    message,
    remedy,
  })
}

/** Why the server does not run a model for this page, and what to do; null where it does. */
function explainRefusal(offer: LocalRuntimeOffer | null): readonly [message: string | null, remedy: string] {
  const again = 'Start it again with npm start -- --native, then continue the run.'
  if (offer === null) return ['The local server that runs the model does not answer.', again]
  if (offer.closed === 'token')
    return [
      'The local server was started again since this page was opened.',
      'Open the address that it printed, then continue the run.',
    ]
  if (offer.closed === 'full')
    return [
      'The local server runs too many models at once.',
      'End a run in another tab, then continue this one.',
    ]
  if (offer.devices.length === 0) return ['The local server was started without --native.', again]
  return [null, '']
}
