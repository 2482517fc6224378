import { VoxelwiseError } from '../base/errors.ts'
import { needsF16, noF16 } from '../model/limits.ts'
import type { Device, Dtype } from '../protocol/device.ts'

/**
 * Asked once more by the thread that loads: a run may be continued in another browser than it began in.
 * @throws VoxelwiseError device-unavailable: there is no GPU, or it lacks what the precision computes with
 */
export async function checkDevice(device: Device, dtype: Dtype): Promise<void> {
  if (device !== 'webgpu') return
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' })
  if (!adapter)
    throw new VoxelwiseError({
      code: 'device-unavailable',
      subject: 'WebGPU',
      message: 'The browser found no GPU that it can use.',
      remedy: 'Choose WASM, or a browser with WebGPU.',
    })
  if (needsF16.has(dtype) && !adapter.features.has('shader-f16')) throw new VoxelwiseError(noF16(dtype))
}
