import type { InferenceSession, Tensor } from 'onnxruntime-web'
import type { DataFile } from '../model/external-data.ts'
import type { OnnxOutline } from '../model/onnx-outline.ts'
import type { Device, Dtype } from '../protocol/device.ts'
import type { ModelFolder } from './model-folder.ts'
import type { ReadAhead } from './read-ahead.ts'

/** One .onnx file of a folder, looked through, with the data files that it names: all of them are there. */
export interface GraphFile {
  readonly folder: ModelFolder
  readonly path: string
  /** The file as it was opened to be looked through: opening it again may fetch it again. */
  readonly blob: Blob
  readonly outline: OnnxOutline
  readonly external: readonly DataFile[]
  /** Data files that are read, or about to be. A runtime that reads files itself does not need them. */
  readonly ahead?: ReadAhead
}

/** What makes the tensors of one ONNX Runtime. */
export interface OrtTensors {
  readonly Tensor: typeof Tensor
}

/** Memory of the device that sessions write into. */
export interface DeviceMemory {
  allocate(type: Tensor.Type, dims: readonly number[]): Tensor
  /** Copies the first `length` positions of each head of [1, heads, positions, size]. */
  copyStart(from: Tensor, to: Tensor, length: number): void
}

/** ONNX Runtime, however it was loaded. */
export interface Ort extends OrtTensors {
  /** Absent where a session cannot write into it. */
  readonly memory?: DeviceMemory
  /**
   * @param onBytes called with the bytes that were read since the last call, of the graph's own file and of its data files
   * @throws VoxelwiseError model-load, out-of-memory
   */
  createSession(graph: GraphFile, onBytes: (read: number) => void): Promise<InferenceSession>
}

export interface BackendOptions {
  readonly device: Device
  readonly dtype: Dtype
  /** Threads of one session. */
  readonly threads: number
}

/** ONNX Runtime, in WebAssembly or the system's own. It is passed in: the engine runs anywhere. */
export interface Backend {
  /**
   * Loads ONNX Runtime, once a thread, and gives transformers.js the same one.
   * @throws VoxelwiseError device-unavailable where the device or the library is not there
   */
  load(options: BackendOptions): Promise<Ort>
}

/** Where transformers.js looks for an ONNX Runtime to use instead of its own copy. */
export const transformersOrt = Symbol.for('onnxruntime')
