import type { InferenceSession } from 'onnxruntime-web'
import { VoxelwiseError } from '../base/errors.ts'
import { externalFiles, missingSession, sessionFile } from '../model/layout.ts'
import type { OnnxOutline } from '../model/onnx-outline.ts'
import { blobSource } from '../model/protobuf.ts'
import type { Device, Dtype } from '../protocol/run.ts'
import { ChunkedBlob } from './chunked-blob.ts'
import type { ModelFolder } from './model-folder.ts'
import type { Ort } from './ort.ts'
import { readOutline } from './outlines.ts'

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
  const externalData = await openExternal(folder, path, outline.externalData)
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

/** @param locations names of data files, relative to the ONNX file's own folder */
async function openExternal(
  folder: ModelFolder,
  onnx: string,
  locations: ReadonlySet<string>,
): Promise<{ path: string; data: Blob }[]> {
  const directory = onnx.slice(0, onnx.lastIndexOf('/') + 1)
  const present = new Set(folder.files.map(({ path }) => path))
  for (const location of locations) {
    if (!present.has(directory + location))
      throw new VoxelwiseError({
        code: 'model-file-missing',
        subject: `${folder.name}/${directory}${location}`,
        message: `${onnx} keeps its weights in ${location}, which is not in the folder; it has ${
          externalFiles(folder.files, onnx).length
        } of its ${locations.size} data files.`,
        remedy: 'Download every .onnx_data file that belongs to it into the same folder.',
      })
  }
  return Promise.all(
    [...locations].map(async location => ({
      path: location,
      data: new ChunkedBlob(await folder.open(directory + location)),
    })),
  )
}

function loadError(subject: string, device: Device, cause: unknown): VoxelwiseError {
  const detail = cause instanceof Error ? cause.message : String(cause)
  const memory = /bad_alloc|out of memory|allocation failed|memory access|RangeError/i.test(detail)
  if (memory)
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
