import type { InferenceSession, Tensor } from 'onnxruntime-web'
import type { Backend, GraphFile, OrtTensors } from './backend.ts'
import { ChunkedBlob, streamPieces } from './chunked-blob.ts'
import { loadError } from './load-error.ts'
import {
  type CreatedSession,
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
import type { loadOrt } from './ort.ts'

/** A connection to a local runtime of its own, which ends with it. */
export interface LocalLine {
  /** Answers come in the order of the messages. @throws VoxelwiseError, Error where it is lost */
  call(message: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>
}

/**
 * ONNX Runtime for Node in a process of the local server. It receives the model's files over the connection, and keeps the KV
 * cache: for the engine, that is data on a device.
 * @param open a connection, or the same again @param loadLibrary for the tensors of the page
 */
export function localBackend(open: () => Promise<LocalLine>, loadLibrary: typeof loadOrt): Backend {
  return {
    async load({ device, threads }) {
      const line = await open()
      // Only its tensors are used.
      const ort = await loadLibrary('wasm', threads)
      return {
        Tensor: ort.Tensor,
        async createSession(graph, onBytes) {
          const { folder, path, external } = graph
          try {
            await sendFiles(line, graph, onBytes)
            const names = external.map(({ location }) => location)
            const { head } = await ask(line, { do: 'create', graph: path, external: names, device, threads })
            if (!('created' in head)) throw new Error('The local runtime made no session.')
            return localSession(line, ort, head.created)
          } catch (cause) {
            throw loadError(`${folder.name}/${path}`, device, cause)
          }
        },
      }
    },
  }
}

/** @throws Error in the runtime's words */
async function ask(
  line: LocalLine,
  head: LocalRequest,
  parts: readonly ArrayBufferView[] = [],
): Promise<LocalMessage<Exclude<LocalReply, { readonly error: string }>>> {
  const { head: reply, parts: sent } = decodeMessage<LocalReply>(await line.call(encodeMessage(head, parts)))
  if ('error' in reply) throw new Error(reply.error)
  return { head: reply, parts: sent }
}

async function sendFiles(
  line: LocalLine,
  { folder, path: graph, blob, external }: GraphFile,
  onBytes: (read: number) => void,
): Promise<void> {
  const send = async (path: string, file: Blob, subject: string): Promise<void> => {
    const { size } = file
    await ask(line, { do: 'receive', path, size })
    for await (const part of streamPieces(new ChunkedBlob(file, subject, onBytes)))
      await ask(line, { do: 'receive', path, size }, [part])
  }
  for (const { location, path } of external)
    await send(location, await folder.open(path), `${folder.name}/${path}`)
  await send(graph, blob, `${folder.name}/${graph}`)
}

function localSession(
  line: LocalLine,
  ort: OrtTensors,
  { session, inputs, outputs }: CreatedSession,
): InferenceSession {
  /** Kept tensors that the engine has disposed of since the last run. */
  let free: number[] = []
  const received = (tensor: SentTensor, parts: LocalMessage<unknown>['parts']): Tensor => {
    const { kept, type, dims } = tensor
    if (kept === undefined) return receiveTensor(ort, tensor, parts)
    return ort.Tensor.fromGpuBuffer({ kept } as never, {
      dataType: type as 'float32',
      dims: [...dims],
      dispose: () => free.push(kept),
    })
  }
  const run = async (
    feeds: Readonly<Record<string, Tensor>>,
    wanted: readonly string[] = valueNames(outputs),
  ): Promise<Readonly<Record<string, Tensor>>> => {
    const parts: ArrayBufferView[] = []
    const request: LocalRequest = {
      do: 'run',
      session,
      feeds: Object.entries(feeds).map(([name, tensor]) => sent(name, tensor, parts)),
      wanted,
      keep: wanted.filter(name => name.startsWith('present')),
      last: wanted.filter(name => name === 'logits'),
      free,
    }
    free = []
    const reply = await ask(line, request, parts)
    if (!('outputs' in reply.head)) throw new Error('The local runtime gave no outputs.')
    return Object.fromEntries(
      reply.head.outputs.map(tensor => [tensor.name, received(tensor, reply.parts)] as const),
    )
  }
  return {
    run,
    release: async () => {
      await ask(line, { do: 'release', session })
    },
    inputNames: valueNames(inputs),
    outputNames: valueNames(outputs),
    inputMetadata: inputs,
    outputMetadata: outputs,
  } as Partial<InferenceSession> as InferenceSession
}

const valueNames = (values: SessionValues): readonly string[] => values.map(({ name }) => name)

function sent(name: string, tensor: Tensor, parts: ArrayBufferView[]): SentTensor {
  if (tensor.location !== 'gpu-buffer') return sendTensor(name, tensor, parts)
  const { kept } = tensor.gpuBuffer as unknown as { readonly kept: number }
  return { name, type: tensor.type, dims: tensor.dims, kept }
}
