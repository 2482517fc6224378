import { errorReason, VoxelwiseError } from '../base/errors.ts'
import { isNotLoaded, notLoaded } from '../base/page-parts.ts'
import type { Device } from '../protocol/device.ts'
import { runtimeError } from './trial.ts'

/** A session that ONNX Runtime could not make, in our words. */
export function loadError(subject: string, device: Device, cause: unknown): VoxelwiseError {
  // Its files may break off while it reads them.
  if (cause instanceof VoxelwiseError) return cause
  if (isNotLoaded(cause)) return notLoaded(cause)
  const detail = errorReason(cause)
  return runtimeError(subject, cause, {
    memory: [`There was not enough memory to load the model: ${detail}.`, roomOn(device)],
    other: [
      `ONNX Runtime could not load it on ${device}: ${detail}.`,
      'Try another precision or device. If none loads, the file may be damaged or use unsupported operators.',
    ],
  })
}

function roomOn(device: Device): string {
  if (device === 'wasm') return 'WebAssembly can hold 4 GB: choose a smaller precision (q4), or WebGPU.'
  return `Choose a smaller precision (q4), or close other programs that use ${device === 'cpu' ? 'memory' : 'the GPU'}.`
}
