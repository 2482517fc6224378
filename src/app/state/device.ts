import { errorMessage } from '../../engine/base/errors.ts'
import type { DeviceLimits } from '../../engine/model/limits.ts'
import { type Device, toDeviceKind } from '../../engine/protocol/device.ts'
import type { DeviceState } from './state.ts'

/** What is known about the machine immediately, without the GPU. */
export function initialDevice(): DeviceState {
  return {
    webgpu: { status: 'checking' },
    native: null,
    cores: navigator.hardwareConcurrency,
    isolated: canShareMemory(),
    directoryPicker: 'showDirectoryPicker' in self,
  }
}

/** Requests a WebGPU adapter, and says in words why there is none. */
export async function findWebGpu(): Promise<DeviceState['webgpu']> {
  if (!navigator.gpu) return { status: 'unavailable', reason: 'This browser has no WebGPU.' }
  try {
    const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' })
    if (!adapter) return { status: 'unavailable', reason: 'The browser found no GPU that it can use.' }
    const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info
    // Chromium reports it only with its developer features.
    const { driver = '' } = adapter.info as { readonly driver?: string }
    const name = description || [vendor, architecture, device].filter(Boolean).join(' ')
    return {
      status: 'available',
      adapter: `${name || 'unnamed adapter'}${isFallbackAdapter ? ' (software)' : ''}`,
      driver,
      software: isFallbackAdapter,
      f16: adapter.features.has('shader-f16'),
      maxBufferSize: adapter.limits.maxBufferSize,
      maxStorageBufferBindingSize: adapter.limits.maxStorageBufferBindingSize,
    }
  } catch (error) {
    const detail = errorMessage(error)
    return { status: 'unavailable', reason: `Asking for a GPU failed: ${detail}` }
  }
}

/** How the cores are shared out among copies of a model. */
export interface Division {
  readonly copies: number
  readonly threads: number
}

/** Bytes that all copies together may need: no more than one model of middling size. */
const roomForCopies = 1e9

/** Every copy brings its own runtime, tokenizer and image decoder. */
const maxCopies = 4

/**
 * On a processor all cores are used. The threads of one small model wait for each other more than they compute, so that
 * copies side by side, each with fewer threads, answer more questions in the same time (docs/performance.md); a large
 * model is there once, with all threads, as it is in ONNX Runtime for Node. One thread alone where threads cannot share
 * memory.
 * @param memory bytes that a copy needs in WebAssembly; null where that is not known
 */
export function divideCores(
  { cores, isolated }: Pick<DeviceState, 'cores' | 'isolated'>,
  device: Device,
  memory: number | null,
): Division {
  if (toDeviceKind(device) === 'native') return { copies: 1, threads: cores }
  if (!isolated) return { copies: 1, threads: 1 }
  const fit = device === 'webgpu' || memory === null ? 1 : Math.floor(roomForCopies / memory)
  const copies = Math.max(1, Math.min(fit, cores, maxCopies))
  return { copies, threads: Math.max(1, Math.floor(cores / copies)) }
}

export function deviceLimits({ webgpu }: DeviceState): DeviceLimits {
  return { webgpu: webgpu.status === 'available' ? webgpu : null, streams: 'Suspending' in WebAssembly }
}

/**
 * Whether threads of this page can share memory, as WebAssembly's must. Browsers allow it only to a cross-origin
 * isolated page, and some (WebKitGTK) to none: they report the page as isolated, and have no `SharedArrayBuffer`.
 */
export const canShareMemory = (): boolean =>
  globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer !== 'undefined'
