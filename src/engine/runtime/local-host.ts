import { ownValue } from '@voxelwise/python'
import type { InferenceSession, Tensor } from 'onnxruntime-web'
import { errorReason } from '../base/errors.ts'
import { parseOutline } from '../model/onnx-outline.ts'
import type { BackendOptions, OrtTensors } from './backend.ts'
import {
  decodeMessage,
  encodeMessage,
  type LocalMessage,
  type LocalReply,
  type LocalRequest,
  receiveTensor,
  type SentTensor,
  type SessionValues,
  sendTensor,
} from './local-message.ts'

/** A file of a graph's weights, under the name that the graph has for it. */
interface ExternalFile {
  readonly path: string
  readonly data: Uint8Array
}

/** ONNX Runtime, as the host needs it. */
interface HostedRuntime extends OrtTensors {
  create(
    graph: Uint8Array,
    external: readonly ExternalFile[],
    options: Pick<BackendOptions, 'device' | 'threads'>,
  ): Promise<InferenceSession>
}

interface Receiving {
  readonly bytes: Uint8Array
  received: number
}

/** Answers one page, one request after the other: receives a model's files, runs it, keeps its KV cache. */
export class LocalHost {
  readonly #runtime: HostedRuntime
  readonly #files = new Map<string, Receiving>()
  readonly #sessions = new Map<number, InferenceSession>()
  readonly #kept = new Map<number, Tensor>()
  #nextSession = 1
  #nextKept = 1

  constructor(runtime: HostedRuntime) {
    this.#runtime = runtime
  }

  /** Tensors that are kept at this moment. */
  get kept(): number {
    return this.#kept.size
  }

  /** Never rejects: what went wrong is the answer. */
  async answer(message: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
    const parts: ArrayBufferView[] = []
    try {
      return encodeMessage(await this.#reply(decodeMessage<LocalRequest>(message), parts), parts)
    } catch (error) {
      return encodeMessage({ error: errorReason(error) }, [])
    }
  }

  async #reply({ head, parts }: LocalMessage<LocalRequest>, sent: ArrayBufferView[]): Promise<LocalReply> {
    switch (head.do) {
      case 'receive':
        this.#receive(head.path, head.size, parts[0])
        return { done: true }
      case 'create':
        return { created: await this.#create(head) }
      case 'run':
        for (const id of head.free) this.#free(id)
        return { outputs: await this.#run(head, parts, sent) }
      case 'release':
        await this.#session(head.session).release()
        this.#sessions.delete(head.session)
        return { done: true }
      default:
        throw new Error('This request is not known.')
    }
  }

  #receive(path: string, size: number, part: Uint8Array | undefined): void {
    const file = this.#files.get(path) ?? { bytes: new Uint8Array(size), received: 0 }
    this.#files.set(path, file)
    if (!part) return
    file.bytes.set(part, file.received)
    file.received += part.length
  }

  async #create({ graph, external, device, threads }: Extract<LocalRequest, { readonly do: 'create' }>) {
    const files = external.map(path => ({ path, data: this.#take(path) }))
    const bytes = this.#take(graph)
    await expectOnly(external, bytes)
    const session = await this.#runtime.create(bytes, files, { device, threads })
    const number = this.#nextSession++
    this.#sessions.set(number, session)
    return {
      session: number,
      inputs: session.inputMetadata as SessionValues,
      outputs: session.outputMetadata as SessionValues,
    }
  }

  #take(path: string): Uint8Array {
    const file = this.#files.get(path)
    this.#files.delete(path)
    if (file && file.received === file.bytes.length) return file.bytes
    throw new Error(`${path} was not received whole.`)
  }

  async #run(
    { session, feeds, wanted, keep, last }: Extract<LocalRequest, { readonly do: 'run' }>,
    parts: LocalMessage<LocalRequest>['parts'],
    sent: ArrayBufferView[],
  ): Promise<readonly SentTensor[]> {
    const inputs = feeds.map(feed => [feed.name, this.#input(feed, parts)] as const)
    const outputs = await this.#session(session).run(Object.fromEntries(inputs), wanted)
    return wanted.map(name => {
      const tensor = ownValue(outputs, name) as Tensor | undefined
      if (!tensor) throw new Error(`The session has no output "${name}".`)
      if (!keep.includes(name))
        return sendTensor(name, last.includes(name) ? lastPosition(tensor) : tensor, sent)
      const id = this.#nextKept++
      this.#kept.set(id, tensor)
      return { name, type: tensor.type, dims: tensor.dims, kept: id }
    })
  }

  #input(feed: SentTensor, parts: LocalMessage<LocalRequest>['parts']): Tensor {
    if (feed.kept === undefined) return receiveTensor(this.#runtime, feed, parts)
    const tensor = this.#kept.get(feed.kept)
    if (tensor) return tensor
    throw new Error(`"${feed.name}" is not kept here.`)
  }

  #free(id: number): void {
    this.#kept.get(id)?.dispose()
    this.#kept.delete(id)
  }

  #session(number: number): InferenceSession {
    const session = this.#sessions.get(number)
    if (session) return session
    throw new Error('There is no such session.')
  }
}

/**
 * ONNX Runtime would read any other file that the graph names from this machine.
 * @throws Error naming a file that the page did not send; ProtobufError where the graph cannot be read
 */
async function expectOnly(sent: readonly string[], graph: Uint8Array): Promise<void> {
  const read = async (start: number, end: number): Promise<Uint8Array> => graph.subarray(start, end)
  const { externalData } = await parseOutline({ size: graph.length, read })
  const other = externalData.find(file => !sent.includes(file))
  if (other !== undefined)
    throw new Error(`The graph keeps weights in ${other}, which the page did not send.`)
}

/** The last position of a tensor of [batch 1, positions, values]. */
function lastPosition({ type, dims, data }: Tensor): Pick<Tensor, 'type' | 'dims' | 'data'> {
  const values = dims.at(-1) ?? 0
  if (dims.length !== 3 || dims[0] !== 1 || !ArrayBuffer.isView(data)) return { type, dims, data }
  return { type, dims: [1, 1, values], data: (data as Float32Array).subarray(data.length - values) }
}
