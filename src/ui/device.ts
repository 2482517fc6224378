import type { DeviceLimits } from '../engine/model/limits.ts'
import type { DeviceState } from './state.ts'

/** What is known of the machine at once; the GPU is still to be asked for. */
export function initialDevice(): DeviceState {
  return {
    webgpu: { status: 'checking' },
    cores: navigator.hardwareConcurrency,
    isolated: self.crossOriginIsolated,
    directoryPicker: 'showDirectoryPicker' in self,
  }
}

/** Asks for a WebGPU adapter, and says in words why there is none. */
export async function findWebGpu(): Promise<DeviceState['webgpu']> {
  if (!navigator.gpu) return { status: 'unavailable', reason: 'This browser has no WebGPU.' }
  try {
    const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' })
    if (!adapter) return { status: 'unavailable', reason: 'The browser found no GPU that it can use.' }
    const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info
    const name = description || [vendor, architecture, device].filter(Boolean).join(' ')
    return {
      status: 'available',
      adapter: `${name || 'unnamed adapter'}${isFallbackAdapter ? ' (software)' : ''}`,
      software: isFallbackAdapter,
      f16: adapter.features.has('shader-f16'),
      maxBufferSize: adapter.limits.maxBufferSize,
      maxStorageBufferBindingSize: adapter.limits.maxStorageBufferBindingSize,
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { status: 'unavailable', reason: `Asking for a GPU failed: ${detail}` }
  }
}

/** WASM threads: all cores, but one alone where the page is not cross-origin isolated. */
export function threadsOf({ cores, isolated }: DeviceState): number {
  return isolated ? Math.max(1, cores) : 1
}

/** What a model may ask of this machine and browser. */
export function limitsOf({ webgpu }: DeviceState): DeviceLimits {
  return { webgpu: webgpu.status === 'available' ? webgpu : null, streams: 'Suspending' in WebAssembly }
}
