import type { InferenceSession } from 'onnxruntime-web'
import { VoxelwiseError } from '../base/errors.ts'
import { needsF16, noF16 } from '../model/limits.ts'
import type { Device, Dtype } from '../protocol/device.ts'
import type { Backend, GraphFile } from './backend.ts'
import { ChunkedBlob } from './chunked-blob.ts'
import { cardMemory, findAdapter, type GraphicsCard, graphicsCard } from './graphics-card.ts'
import { loadError } from './load-error.ts'
import { loadOrt } from './ort.ts'
import { graphForWasm } from './wasm-graph.ts'

type Provider = InferenceSession.WebGpuExecutionProviderOption

/** Options of ONNX Runtime Web that the bench varies (docs/graphics-cards.md). */
export interface Tuning {
  /** Options of the WebGPU provider. */
  readonly provider?: Omit<Provider, 'name'>
  /** Sides of the image encoder's inputs that the graph leaves open, by their names in the graph. */
  readonly encoderSides?: Readonly<Record<string, number>>
  /** Whether the image encoder's features stay on the graphics card. */
  readonly keepsFeatures?: boolean
  /** Whether each token copies the KV cache of those before it. */
  readonly copiesCache?: boolean
}

/** ONNX Runtime Web with other options than the page's. */
export const tunedBackend = (tuning: Tuning): Backend => ({
  async load({ device, dtype, threads }) {
    await checkDevice(device, dtype)
    const { InferenceSession, Tensor } = await loadOrt(device, threads)
    const card = device === 'webgpu' ? await graphicsCard() : null
    return {
      Tensor,
      ...(card && !tuning.copiesCache && { memory: cardMemory({ Tensor }, card.device) }),
      async createSession(graph, onBytes) {
        const { folder, path, blob } = graph
        const subject = `${folder.name}/${path}`
        const externalData = await openExternal(graph, onBytes)
        const file = device === 'wasm' ? await graphForWasm(subject, graph) : blob
        const bytes = await new ChunkedBlob(file, subject, onBytes).bytes()
        const options: InferenceSession.SessionOptions = {
          ...sessionOptions(device, graph, tuning, card?.device),
          ...(externalData.length > 0 && { externalData }),
        }
        const create = () => InferenceSession.create(bytes, options)
        try {
          return card ? guarded(await card.guard(create), card) : await create()
        } catch (cause) {
          throw loadError(subject, device, cause)
        }
      },
    }
  },
})

/** ONNX Runtime Web. */
export const browserBackend: Backend = tunedBackend({})

/** A session whose calls end with the card. */
function guarded(session: InferenceSession, card: GraphicsCard): InferenceSession {
  const { prototype } = session.constructor as { readonly prototype: InferenceSession }
  const run = (...call: Parameters<InferenceSession['run']>) =>
    card.guard(() => prototype.run.apply(session, call))
  return Object.assign(session, { run })
}

function sessionOptions(
  device: Device,
  { path, outline }: GraphFile,
  { provider, encoderSides, keepsFeatures = false }: Tuning,
  card: GPUDevice | undefined,
): InferenceSession.SessionOptions {
  const isEncoder = path.includes('vision_encoder')
  const onGpu = (name: string): boolean => name.startsWith('present') || (keepsFeatures && isEncoder)
  // On WebGPU the KV cache is left on the GPU.
  const gpuOutputs = device === 'webgpu' ? outline.outputs.filter(onGpu) : []
  const webgpu: Provider = { name: 'webgpu', ...(card && { device: card }), ...provider }
  return {
    executionProviders: [device === 'webgpu' ? webgpu : device],
    logSeverityLevel: 3,
    ...(isEncoder && encoderSides && { freeDimensionOverrides: encoderSides }),
    ...(gpuOutputs.length > 0 && {
      preferredOutputLocation: Object.fromEntries(gpuOutputs.map(name => [name, 'gpu-buffer' as const])),
    }),
  }
}

/** External data that is not read ahead stays a `File` that the JSPI build streams from disk. */
function openExternal(
  { folder, external, ahead }: GraphFile,
  onBytes: (read: number) => void,
): Promise<{ path: string; data: Blob | Uint8Array }[]> {
  return Promise.all(
    external.map(async ({ location, path }) => {
      const read = (await ahead?.take(path)) ?? null
      if (read === null)
        return {
          path: location,
          data: new ChunkedBlob(await folder.open(path), `${folder.name}/${path}`, onBytes),
        }
      onBytes(read.byteLength)
      return { path: location, data: new Uint8Array(read) }
    }),
  )
}

/**
 * Checked again by the thread that loads: a run may be continued in another browser.
 * @throws VoxelwiseError device-unavailable
 */
async function checkDevice(device: Device, dtype: Dtype): Promise<void> {
  if (device !== 'webgpu') return
  const adapter = await findAdapter()
  if (needsF16(dtype) && !adapter.features.has('shader-f16')) throw new VoxelwiseError(noF16(dtype))
}
