import { reasonOf, VoxelwiseError } from '../base/errors.ts'
import { isNotLoaded, notLoaded } from '../base/page-parts.ts'
import type { Device } from '../protocol/device.ts'
import { isOutOfMemory } from './trial.ts'

/** A session that ONNX Runtime could not make, in our words. */
export function loadError(subject: string, device: Device, cause: unknown): VoxelwiseError {
  // Its files may break off while it reads them.
  if (cause instanceof VoxelwiseError) return cause
  if (isNotLoaded(cause)) return notLoaded(cause)
  const detail = reasonOf(cause)
  if (isOutOfMemory(detail))
    return new VoxelwiseError({
      code: 'out-of-memory',
      subject,
      message: `There was not enough memory to load the model: ${detail}.`,
      remedy: roomOn(device),
      cause,
    })
  return new VoxelwiseError({
    code: 'model-load',
    subject,
    message: `ONNX Runtime could not load it on ${device}: ${detail}.`,
    remedy:
      'Try another precision or device. If none loads, the file may be damaged or use unsupported operators.',
    cause,
  })
}

function roomOn(device: Device): string {
  if (device === 'wasm') return 'WebAssembly can hold 4 GB: choose a smaller precision (q4), or WebGPU.'
  return `Choose a smaller precision (q4), or close other programs that use ${device === 'cpu' ? 'memory' : 'the GPU'}.`
}
