import type { InferenceSession } from 'onnxruntime-web'
import { VoxelwiseError } from '../base/errors.ts'
import { type DataFile, dataFiles } from '../model/external-data.ts'
import { missingSession, nativeGraphFile, sessionFile } from '../model/layout.ts'
import type { OnnxOutline } from '../model/onnx-outline.ts'
import { blobSource } from '../model/protobuf.ts'
import { type Device, type Dtype, isNative } from '../protocol/device.ts'
import type { GraphFile, Ort } from './backend.ts'
import type { ModelFolder } from './model-folder.ts'
import { readOutline } from './outlines.ts'

export interface Session extends InferenceSession {
  /** transformers.js reads this of its sessions. */
  readonly config: { readonly device: Device; readonly dtype: Dtype }
  /** Whether its results depend on which tokens are computed together. */
  readonly scalesWholeCalls: boolean
  /** Whether it can write its KV cache where its past is. */
  readonly writesInPlace: boolean
}

/** Dynamic quantisation has one scale for a whole call: two parts give other logits (up to 1.0 apart). */
function scalesWholeCalls({ nodes }: OnnxOutline): boolean {
  return nodes.some(({ op }) => /DynamicQuantize/.test(op))
}

/** GroupQueryAttention takes a past that is longer than its tokens, and every other operator appends to it. */
function writesInPlace({ nodes, outputs }: OnnxOutline): boolean {
  const caches = outputs.filter(name => name.startsWith('present')).length
  const grouped = nodes.filter(({ op }) => op === 'com.microsoft.GroupQueryAttention').length
  return caches > 0 && caches === 2 * grouped
}

/** One step of loading: bytes of a graph and its data, or (`loaded` = `total`) that it is compiled. */
export type WeightProgress = (file: string, loaded: number, total: number, compiled: boolean) => void

/**
 * Reads the graph of one session, which reveals missing files.
 * @throws VoxelwiseError model-file-missing (a session's file or a shard of its data), model-load
 */
export async function openGraph(
  folder: ModelFolder,
  session: string,
  dtype: Dtype,
  device: Device,
): Promise<GraphFile> {
  const path = sessionFile(session, dtype)
  if (!folder.files.some(file => file.path === path))
    throw missingSession(folder.name, folder.files, session, dtype)
  const native = nativeGraphFile(path)
  const blob = await folder.open(isNative(device) && folder.written?.has(native) ? native : path)
  const outline = await readOutline(`${folder.name}/${path}`, blobSource(blob))
  return { folder, path, blob, outline, external: wholeData(folder, path, outline) }
}

interface SessionOptions {
  readonly device: Device
  readonly dtype: Dtype
  readonly onProgress: WeightProgress
}

/** Creates one ONNX Runtime session. @throws VoxelwiseError model-load, out-of-memory */
export async function createSession(
  ort: Ort,
  graph: GraphFile,
  { device, dtype, onProgress }: SessionOptions,
): Promise<Session> {
  const { path, blob, outline, external } = graph
  const total = external.reduce((sum, { size }) => sum + (size ?? 0), blob.size)
  let loaded = 0
  const created = await ort.createSession(graph, read => {
    // ONNX Runtime may read a tensor twice.
    loaded = Math.min(total, loaded + read)
    onProgress(path, loaded, total, false)
  })
  onProgress(path, total, total, true)
  return Object.assign(created, {
    config: { device, dtype },
    scalesWholeCalls: scalesWholeCalls(outline),
    writesInPlace: writesInPlace(outline),
  })
}

/** @throws VoxelwiseError model-file-missing naming the first data file that is not there */
function wholeData(folder: ModelFolder, onnx: string, outline: OnnxOutline): readonly DataFile[] {
  const needed = dataFiles(onnx, outline, folder.files)
  const missing = needed.find(({ size }) => size === null)
  if (!missing) return needed
  throw new VoxelwiseError({
    code: 'model-file-missing',
    subject: `${folder.name}/${missing.path}`,
    message: `${onnx} keeps its weights in ${missing.location}, which is not in the folder; it has ${
      needed.filter(({ size }) => size !== null).length
    } of its ${needed.length} data files.`,
    remedy: 'Put every data file that belongs to it (….onnx_data, ….onnx.data) into the same folder.',
  })
}
