import { readFile } from 'node:fs/promises'
import type { InferenceSession } from 'onnxruntime-web'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { type Device, type NativeDevice, nativeDevices } from '../../engine/protocol/device.ts'
import type { Backend, GraphFile } from '../../engine/runtime/backend.ts'
import { loadError } from '../../engine/runtime/load-error.ts'
import { nodeRuntime } from './runtime.ts'
import { withWrittenGraph } from './written-graph.ts'

/** ONNX Runtime's own build for Node. */
export const nodeBackend: Backend = {
  async load({ device, threads }) {
    checkDevice(device)
    const { InferenceSession, Tensor } = nodeRuntime()
    return {
      Tensor,
      async createSession(graph, onBytes) {
        const { folder, path } = graph
        const options = sessionOptions(device, threads)
        try {
          if (!folder.locate)
            return await withWrittenGraph(graph, onBytes, file => InferenceSession.create(file, options))
          const file = folder.locate(path)
          const data = await renamedData(graph)
          // From its path ONNX Runtime maps the weights; bytes would be there twice while it loads.
          if (data.length === 0) return await InferenceSession.create(file, options)
          return await InferenceSession.create(await readFile(file), { ...options, externalData: data })
        } catch (cause) {
          throw loadError(`${folder.name}/${path}`, device, cause)
        }
      },
    }
  },
}

export const sessionOptions = (device: Device, threads: number): InferenceSession.SessionOptions => ({
  executionProviders: device === 'cpu' ? ['cpu'] : [device, 'cpu'],
  intraOpNumThreads: threads,
  logSeverityLevel: 3,
})

/** The graph's data, if its name differs from the one in the graph: ONNX Runtime would look only there. */
async function renamedData(graph: GraphFile): Promise<{ path: string; data: Uint8Array }[]> {
  const { path: onnx, external } = graph
  const beside = onnx.slice(0, onnx.lastIndexOf('/') + 1)
  if (external.every(({ location, path }) => path === beside + location)) return []
  return Promise.all(
    external.map(async ({ location, path }) => ({
      path: location,
      data: await readFile(graph.folder.locate?.(path) ?? path),
    })),
  )
}

/** Devices that this build has, the processor first: it is there always, whatever the libraries of the others. */
export function availableDevices(): readonly NativeDevice[] {
  const built = new Set(
    nodeRuntime()
      .listSupportedBackends()
      .map(({ name }) => name),
  )
  return nativeDevices.filter(device => built.has(device))
}

/** @throws VoxelwiseError device-unavailable */
function checkDevice(device: Device): void {
  const devices: readonly Device[] = availableDevices()
  if (devices.includes(device)) return
  throw new VoxelwiseError({
    code: 'device-unavailable',
    subject: device,
    message: `ONNX Runtime for Node has no ${device} on this platform; it has ${devices.join(', ')}.`,
    remedy: 'Choose one of these with --device.',
  })
}
