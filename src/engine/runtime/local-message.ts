/**
 * The messages between the page and the local runtime, which `npm start -- --native` offers: JSON that is followed by the
 * bytes of tensors and files. `local-backend.ts` asks, `local-host.ts` answers.
 *
 * Layout: the length of the JSON (32 bits, little-endian), the JSON, then each part at the next multiple of 8, so that numbers
 * of any size can be read in place.
 */
import type { Tensor } from 'onnxruntime-web'
import type { Device, NativeDevice } from '../protocol/device.ts'
import type { OrtTensors } from './backend.ts'

/** A tensor whose data is the part of this number, or that the runtime keeps under an id. */
export interface SentTensor {
  readonly name: string
  readonly type: Tensor.Type
  readonly dims: readonly number[]
  readonly part?: number
  readonly kept?: number
}

/** A file of the model by the name that its graph has for it. */
interface SentFile {
  readonly path: string
  readonly size: number
}

export type LocalRequest =
  /** The next bytes of a file. */
  | ({ readonly do: 'receive' } & SentFile)
  /** A session of files that were received, which are then forgotten. */
  | {
      readonly do: 'create'
      readonly graph: string
      readonly external: readonly string[]
      readonly device: Device
      readonly threads: number
    }
  | {
      readonly do: 'run'
      readonly session: number
      readonly feeds: readonly SentTensor[]
      readonly wanted: readonly string[]
      /** Outputs that stay where they are. */
      readonly keep: readonly string[]
      /** Outputs of which only the last position is sent. */
      readonly last: readonly string[]
      /** Kept tensors that are no longer used. */
      readonly free: readonly number[]
    }
  | { readonly do: 'release'; readonly session: number }

/** What is known of a session's inputs or outputs. */
export type SessionValues = readonly (
  | { readonly name: string; readonly isTensor: false }
  | {
      readonly name: string
      readonly isTensor: true
      readonly type: Tensor.Type
      readonly shape: readonly (number | string)[]
    }
)[]

export interface CreatedSession {
  readonly session: number
  readonly inputs: SessionValues
  readonly outputs: SessionValues
}

export type LocalReply =
  | { readonly error: string }
  | { readonly created: CreatedSession }
  | { readonly outputs: readonly SentTensor[] }
  | { readonly done: true }

export interface LocalMessage<Head> {
  readonly head: Head
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
}

/** Bytes of a message at most: a long prompt's embeddings, or the pixels of an image in many tiles. */
export const largestMessage = 512 * 2 ** 20

const step = 8
const upTo = (length: number): number => Math.ceil(length / step) * step

export function encodeMessage(head: LocalRequest | LocalReply, parts: readonly ArrayBufferView[]) {
  const json = new TextEncoder().encode(JSON.stringify({ head, sizes: parts.map(part => part.byteLength) }))
  const begin = upTo(4 + json.length)
  const message = new Uint8Array(begin + parts.reduce((sum, part) => sum + upTo(part.byteLength), 0))
  new DataView(message.buffer).setUint32(0, json.length, true)
  message.set(json, 4)
  let at = begin
  for (const { buffer, byteOffset, byteLength } of parts) {
    message.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += upTo(byteLength)
  }
  return message
}

/** @throws Error where it breaks off or is no message */
export function decodeMessage<Head>(message: ArrayBuffer): LocalMessage<Head> {
  const length = new DataView(message).getUint32(0, true)
  const json = new TextDecoder().decode(new Uint8Array(message, 4, length))
  const { head, sizes } = JSON.parse(json) as { readonly head: Head; readonly sizes: readonly number[] }
  let at = upTo(4 + length)
  const parts = sizes.map(size => {
    const part = new Uint8Array(message, at, size)
    at += upTo(size)
    return part
  })
  return { head, parts }
}

/** Float16 as its bits: not every browser has 16-bit floats. */
const arrays = {
  float32: Float32Array,
  float16: Uint16Array,
  float64: Float64Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int8: Int8Array,
  uint8: Uint8Array,
  bool: Uint8Array,
} as const

const isKnown = (type: string): type is keyof typeof arrays => Object.hasOwn(arrays, type)

/** Appends a tensor's data to the parts of a message. @throws Error where it has no numbers */
export function sendTensor(
  name: string,
  { type, dims, data }: Pick<Tensor, 'type' | 'dims' | 'data'>,
  parts: ArrayBufferView[],
): SentTensor {
  if (!ArrayBuffer.isView(data)) throw new Error(`"${name}" has data of the type ${type}.`)
  parts.push(data)
  return { name, type, dims, part: parts.length - 1 }
}

/** @throws Error where its data has another size than its dimensions */
export function receiveTensor(
  { Tensor: Made }: OrtTensors,
  { name, type, dims, part = -1 }: SentTensor,
  parts: LocalMessage<unknown>['parts'],
): Tensor {
  const bytes = parts[part]
  if (!bytes || !isKnown(type)) throw new Error(`"${name}" has no data of the type ${type}.`)
  const length = dims.reduce((product, side) => product * side, 1)
  const Numbers = arrays[type]
  if (bytes.byteLength !== length * Numbers.BYTES_PER_ELEMENT)
    throw new Error(`"${name}" has ${bytes.byteLength} bytes for ${length} numbers of the type ${type}.`)
  const data = new Numbers(bytes.buffer, bytes.byteOffset, length)
  return new Made(type as 'float32', data as Float32Array, dims)
}

/** The address of the local runtime on our own server: a WebSocket opens a process of it. */
export const localRuntimePath = '/local-runtime'

/** What describes it. Every host of the page has this file (public/), which names no device. */
export const localRuntimeFile = 'local-runtime.json'

/** The part of an address that holds the token of the local server's start. */
export const tokenName = 'token'

/** An address of the local runtime, with the token that the page was opened with. */
export function withToken(address: string, token: string): string {
  const url = new URL(address)
  url.searchParams.set(tokenName, token)
  return url.href
}

export interface LocalRuntimeInfo {
  /** None where the server was started without it. */
  readonly devices: readonly NativeDevice[]
  /** Version of ONNX Runtime for Node. */
  readonly onnxruntime: string
}

export interface LocalRuntimeOffer extends LocalRuntimeInfo {
  /** Why a page cannot use it now: it has no valid token, or too many models run. */
  readonly closed: 'token' | 'full' | null
}

/** What a page without the token learns. */
export const lockedRuntime: LocalRuntimeOffer = { devices: [], onnxruntime: '', closed: 'token' }

/**
 * What our own server offers; null where none answers. Only a server on this machine can offer anything.
 * @param base where the page lies @param token of the server's start, as the page knows it
 */
export async function findLocalRuntime(
  base: () => string,
  token: () => string,
): Promise<LocalRuntimeOffer | null> {
  try {
    if (!/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(self.location.hostname)) return null
    const address = withToken(new URL(localRuntimeFile, base()).href, token())
    const answer = await fetch(address, { cache: 'no-store' })
    const { devices, onnxruntime, closed = null } = await answer.json()
    return Array.isArray(devices) ? { devices, onnxruntime: String(onnxruntime), closed } : null
  } catch {
    return null
  }
}
