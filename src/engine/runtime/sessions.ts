import type { InferenceSession } from 'onnxruntime-web'
import { VoxelwiseError } from '../base/errors.ts'
import { dataFiles } from '../model/external-data.ts'
import { missingSession, sessionFile } from '../model/layout.ts'
import type { OnnxOutline } from '../model/onnx-outline.ts'
import { blobSource } from '../model/protobuf.ts'
import type { Device, Dtype } from '../protocol/run.ts'
import { ChunkedBlob } from './chunked-blob.ts'
import type { ModelFolder } from './model-folder.ts'
import type { Ort } from './ort.ts'
import { readOutline } from './outlines.ts'
import { isOutOfMemory } from './trial.ts'

export interface Session extends InferenceSession {
  /** transformers.js reads this of its sessions. */
  readonly config: { readonly device: Device; readonly dtype: Dtype }
  /** Whether its results depend on which tokens are computed together. */
  readonly scalesWholeCalls: boolean
}

/**
 * Dynamic quantisation takes one scale for all activations of a call, so a prompt that is computed in two parts
 * gives other logits than one computed whole (seen here: up to 1.0 apart).
 */
function scalesWholeCalls({ nodes }: OnnxOutline): boolean {
  return nodes.some(({ op }) => /DynamicQuantize/.test(op))
}

/** One step of loading: bytes of a file, or (`loaded` = `total`) that it is compiled. */
export type WeightProgress = (file: string, loaded: number, total: number, compiled: boolean) => void

/** Reads a file once into memory of its own size, telling how far it is. */
async function readAll(blob: Blob, onBytes: (loaded: number) => void): Promise<Uint8Array> {
  const bytes = new Uint8Array(blob.size)
  let at = 0
  const reader = new ChunkedBlob(blob).stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytes
    bytes.set(value, at)
    at += value.length
    onBytes(at)
  }
}

/**
 * Creates one ONNX Runtime session. A look at the graph tells what is missing; external data stays a `File` that the JSPI build
 * streams from disk. On WebGPU the KV cache is left on the GPU.
 * @throws VoxelwiseError model-file-missing (a session's file or a shard of its data), model-load
 */
export async function createSession(
  ort: Ort,
  folder: ModelFolder,
  session: string,
  device: Device,
  dtype: Dtype,
  onProgress: WeightProgress,
): Promise<Session> {
  const path = sessionFile(session, dtype)
  if (!folder.files.some(file => file.path === path))
    throw missingSession(folder.name, folder.files, session, dtype)
  const blob = await folder.open(path)
  const outline = await readOutline(`${folder.name}/${path}`, blobSource(blob))
  const externalData = await openExternal(folder, path, outline)
  const bytes = await readAll(blob, loaded => onProgress(path, loaded, blob.size, false))
  const onGpu = device === 'webgpu' ? outline.outputs.filter(name => name.startsWith('present')) : []
  let created: InferenceSession
  try {
    created = await ort.InferenceSession.create(bytes, {
      executionProviders: [device],
      logSeverityLevel: 3,
      ...(externalData.length > 0 && { externalData }),
      ...(onGpu.length > 0 && {
        preferredOutputLocation: Object.fromEntries(onGpu.map(name => [name, 'gpu-buffer' as const])),
      }),
    })
  } catch (cause) {
    throw loadError(`${folder.name}/${path}`, device, cause)
  }
  onProgress(path, blob.size, blob.size, true)
  return Object.assign(created, { config: { device, dtype }, scalesWholeCalls: scalesWholeCalls(outline) })
}

/** @throws VoxelwiseError model-file-missing naming the first data file that is not there */
async function openExternal(
  folder: ModelFolder,
  onnx: string,
  outline: OnnxOutline,
): Promise<{ path: string; data: Blob }[]> {
  const needed = dataFiles(onnx, outline, folder.files)
  const missing = needed.find(({ size }) => size === null)
  if (missing)
    throw new VoxelwiseError({
      code: 'model-file-missing',
      subject: `${folder.name}/${missing.path}`,
      message: `${onnx} keeps its weights in ${missing.location}, which is not in the folder; it has ${
        needed.filter(({ size }) => size !== null).length
      } of its ${needed.length} data files.`,
      remedy: 'Put every data file that belongs to it (….onnx_data, ….onnx.data) into the same folder.',
    })
  return Promise.all(
    needed.map(async ({ location, path }) => ({
      path: location,
      data: new ChunkedBlob(await folder.open(path)),
    })),
  )
}

function loadError(subject: string, device: Device, cause: unknown): VoxelwiseError {
  const detail = cause instanceof Error ? cause.message : String(cause)
  if (isOutOfMemory(detail))
    return new VoxelwiseError({
      code: 'out-of-memory',
      subject,
      message: `There was not enough memory to load it: ${detail}.`,
      remedy:
        device === 'wasm'
          ? 'WebAssembly can hold 4 GB: choose a smaller precision (q4), or WebGPU.'
          : 'Choose a smaller precision (q4), or close other programs that use the GPU.',
      cause,
    })
  return new VoxelwiseError({
    code: 'model-load',
    subject,
    message: `ONNX Runtime could not load it on ${device}: ${detail}.`,
    remedy:
      'Try another precision or device; if none loads, the file may be damaged or use unsupported operators.',
    cause,
  })
}
