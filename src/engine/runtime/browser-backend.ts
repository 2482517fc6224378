import type { InferenceSession } from 'onnxruntime-web'
import { VoxelwiseError } from '../base/errors.ts'
import { needsF16, noF16 } from '../model/limits.ts'
import type { Device, Dtype } from '../protocol/device.ts'
import type { Backend, GraphFile } from './backend.ts'
import { ChunkedBlob } from './chunked-blob.ts'
import { loadError } from './load-error.ts'
import { loadOrt, type OrtModule } from './ort.ts'

type Provider = InferenceSession.WebGpuExecutionProviderOption

/** Options of ONNX Runtime Web that the bench varies (docs/performance.md). */
export interface Tuning {
  /** Of WebGPU. */
  readonly provider?: Omit<Provider, 'name'>
  /** Sides of the image encoder's inputs that the graph leaves open, by their names in the graph. */
  readonly encoderSides?: Readonly<Record<string, number>>
  /** Whether the image encoder's features stay on the graphics card. */
  readonly keepsFeatures?: boolean
}

/** ONNX Runtime Web with other options than the page's. */
export const tunedBackend = (tuning: Tuning): Backend => ({
  async load({ device, dtype, threads }) {
    await checkDevice(device, dtype)
    const { InferenceSession, Tensor, env } = await loadOrt(device, threads)
    return {
      Tensor,
      async createSession(graph, onBytes) {
        const { folder, path, blob } = graph
        const externalData = await openExternal(graph)
        const bytes = await readAll(new ChunkedBlob(blob, `${folder.name}/${path}`), onBytes)
        const options: InferenceSession.SessionOptions = {
          ...sessionOptions(device, graph, tuning),
          ...(externalData.length > 0 && { externalData }),
        }
        const session = await InferenceSession.create(bytes, options).catch(cause => {
          throw loadError(`${folder.name}/${path}`, device, cause)
        })
        if (device === 'webgpu') void breakWhenLost(env)
        return session
      },
    }
  },
})

let watched: GPUDevice | null = null

/**
 * Lets this thread break at once when the browser loses the graphics card (a reset, a new driver): no call that waits
 * for it would be answered. A fresh thread gets the card again.
 */
async function breakWhenLost({ webgpu }: OrtModule['env']): Promise<void> {
  const device = (await webgpu.device) as GPUDevice | undefined
  if (!device || device === watched) return
  watched = device
  const { reason, message } = await device.lost
  if (reason === 'destroyed') return
  setTimeout(() => {
    throw new Error(`The browser lost the graphics card: ${message || 'it gives no reason'}`)
  })
}

/** ONNX Runtime Web. */
export const browserBackend: Backend = tunedBackend({})

function sessionOptions(
  device: Device,
  { path, outline }: GraphFile,
  { provider, encoderSides, keepsFeatures = false }: Tuning,
): InferenceSession.SessionOptions {
  const isEncoder = path.includes('vision_encoder')
  const onGpu = (name: string): boolean => name.startsWith('present') || (keepsFeatures && isEncoder)
  // On WebGPU the KV cache is left on the GPU.
  const kept = device === 'webgpu' ? outline.outputs.filter(onGpu) : []
  const webgpu: Provider = { name: 'webgpu', ...provider }
  return {
    executionProviders: [device === 'webgpu' ? webgpu : device],
    logSeverityLevel: 3,
    ...(isEncoder && encoderSides && { freeDimensionOverrides: encoderSides }),
    ...(kept.length > 0 && {
      preferredOutputLocation: Object.fromEntries(kept.map(name => [name, 'gpu-buffer' as const])),
    }),
  }
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

/** Reads a file once into memory of its own size, and reports progress. */
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

/**
 * Checked again by the thread that loads: a run may be continued in another browser.
 * @throws VoxelwiseError device-unavailable: there is no GPU, or it lacks a feature that the precision needs
 */
async function checkDevice(device: Device, dtype: Dtype): Promise<void> {
  if (device !== 'webgpu') return
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' })
  if (!adapter)
    throw new VoxelwiseError({
      code: 'device-unavailable',
      subject: 'WebGPU',
      message: 'The browser found no usable GPU.',
      remedy: 'Choose WASM, or a browser with WebGPU.',
    })
  if (needsF16.has(dtype) && !adapter.features.has('shader-f16')) throw new VoxelwiseError(noF16(dtype))
}
