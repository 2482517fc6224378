import type { InferenceSession } from 'onnxruntime-web'
import type { Backend, GraphFile } from './backend.ts'
import { checkDevice } from './check-device.ts'
import { ChunkedBlob } from './chunked-blob.ts'
import { loadError } from './load-error.ts'
import { loadOrt } from './ort.ts'

/** ONNX Runtime Web. */
export const browserBackend: Backend = {
  async load({ device, dtype, threads }) {
    await checkDevice(device, dtype)
    const { InferenceSession, Tensor } = await loadOrt(device, threads)
    return {
      Tensor,
      async createSession(graph, onBytes) {
        const { folder, path, blob, outline } = graph
        const externalData = await openExternal(graph)
        const bytes = await readAll(new ChunkedBlob(blob, `${folder.name}/${path}`), onBytes)
        // On WebGPU the KV cache is left on the GPU.
        const onGpu = device === 'webgpu' ? outline.outputs.filter(name => name.startsWith('present')) : []
        const options: InferenceSession.SessionOptions = {
          executionProviders: [device],
          logSeverityLevel: 3,
          ...(externalData.length > 0 && { externalData }),
          ...(onGpu.length > 0 && {
            preferredOutputLocation: Object.fromEntries(onGpu.map(name => [name, 'gpu-buffer' as const])),
          }),
        }
        return InferenceSession.create(bytes, options).catch(cause => {
          throw loadError(`${folder.name}/${path}`, device, cause)
        })
      },
    }
  },
}

/** External data that is not read ahead stays a `File` that the JSPI build streams from disk. */
function openExternal({
  folder,
  external,
  ahead,
}: GraphFile): Promise<{ path: string; data: Blob | Uint8Array }[]> {
  return Promise.all(
    external.map(async ({ location, path }) => {
      const read = ahead?.take(path) ?? null
      return {
        path: location,
        data:
          read === null
            ? new ChunkedBlob(await folder.open(path), `${folder.name}/${path}`)
            : new Uint8Array(await read),
      }
    }),
  )
}

/** Reads a file once into memory of its own size, telling how far it is. */
async function readAll(blob: ChunkedBlob, onBytes: (loaded: number) => void): Promise<Uint8Array> {
  const bytes = new Uint8Array(blob.size)
  let at = 0
  const reader = blob.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytes
    bytes.set(value, at)
    at += value.length
    onBytes(at)
  }
}
