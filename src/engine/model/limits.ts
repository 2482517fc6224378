import type { ErrorInfo } from '../base/errors.ts'
import type { DeviceKind, Dtype, GraphDtype, NativeDevice } from '../protocol/device.ts'
import { dtypesWithin, dtypeWords } from '../protocol/mixed-precision.ts'
import type { MemoryEstimate } from './memory.ts'
import { type OnnxOutline, tensorBytes } from './onnx-outline.ts'

/** What this machine and browser allow a model. */
export interface DeviceLimits {
  readonly webgpu: {
    /** Computed by the processor: it works, and is slower than WebAssembly. */
    readonly software: boolean
    /** The feature `shader-f16`. */
    readonly f16: boolean
    readonly maxBufferSize: number
    readonly maxStorageBufferBindingSize: number
  } | null
  /** JSPI: a data file is read from disk while it goes to where it is computed with. */
  readonly streams: boolean
  /** In Node: the devices to choose from, the best first; absent in a browser. */
  readonly native?: readonly NativeDevice[]
}

/** WebAssembly addresses memory with 32 bits. */
export const wasmMemory = 2 ** 32

/** Protobuf, and with it an .onnx file, ends at 2 GiB; so does an ArrayBuffer in Chromium. */
export const fileLimit = 2 ** 31

const in16Bits: ReadonlySet<GraphDtype> = new Set(['fp16', 'q4f16'])

/** Whether one of its graphs computes in 16 bits. */
export const needsF16 = (dtype: Dtype): boolean => dtypesWithin(dtype).some(one => in16Bits.has(one))

/** One precision of a model, as its files describe it. */
interface Measured {
  readonly dtype: Dtype
  readonly files: readonly {
    readonly path: string
    readonly size: number
    readonly outline: OnnxOutline | null
  }[]
  readonly memory: MemoryEstimate | null
}

interface DeviceFindings {
  /** Why it cannot be loaded. */
  readonly problems: readonly ErrorInfo[]
  /** Why it may still fail: it can be tried but is not recommended. */
  readonly warnings: readonly ErrorInfo[]
}

/** What prevents a precision from running on one device. */
export function deviceFindings(measured: Measured, device: DeviceKind, limits: DeviceLimits): DeviceFindings {
  if (device === 'native') return { problems: [], warnings: [] }
  const files = fileProblems(measured, limits)
  return device === 'wasm' ? onWasm(measured, files) : onWebGpu(measured, files, limits)
}

function onWasm({ dtype, files, memory }: Measured, problems: readonly ErrorInfo[]): DeviceFindings {
  const weights = files.reduce((sum, { size }) => sum + size, 0)
  const tooLarge = (what: string): ErrorInfo => ({
    code: 'out-of-memory',
    subject: `${dtypeWords(dtype)} on WASM`,
    message: `${what}; WebAssembly can hold ${gigabytes(wasmMemory)}.`,
    remedy: 'Choose a smaller precision (q4), or WebGPU.',
  })
  if (weights > wasmMemory)
    return { problems: [...problems, tooLarge(`Its weights are ${gigabytes(weights)}`)], warnings: [] }
  const total = memory?.total.wasm ?? 0
  return { problems, warnings: total > wasmMemory ? [tooLarge(`It needs about ${gigabytes(total)}`)] : [] }
}

function onWebGpu(
  { dtype, files }: Measured,
  problems: readonly ErrorInfo[],
  { webgpu }: DeviceLimits,
): DeviceFindings {
  if (!webgpu) return { problems, warnings: [] }
  const deviceProblems = [...problems]
  if (needsF16(dtype) && !webgpu.f16) deviceProblems.push(noF16(dtype))
  const largest = largestTensor(files)
  if (!largest || largest.bytes <= Math.min(webgpu.maxBufferSize, webgpu.maxStorageBufferBindingSize))
    return { problems: deviceProblems, warnings: [] }
  const over = (limit: number, what: string): ErrorInfo => ({
    code: 'out-of-memory',
    subject: `${largest.path}: ${largest.name}`,
    message: `This tensor is ${gigabytes(largest.bytes)}; ${what} ${gigabytes(limit)} on this graphics card.`,
    remedy: 'Choose a smaller precision (q4), or WASM.',
  })
  if (largest.bytes > webgpu.maxBufferSize) {
    const problem = over(webgpu.maxBufferSize, 'a buffer (maxBufferSize) can hold')
    return { problems: [...deviceProblems, problem], warnings: [] }
  }
  // ONNX Runtime binds such a tensor piece by piece where the kernel can.
  const limit = webgpu.maxStorageBufferBindingSize
  const warning = over(limit, 'a kernel can see (maxStorageBufferBindingSize)')
  return { problems: deviceProblems, warnings: [warning] }
}

/** The message of every check, and of the load itself, for a 16-bit model on a card without 16-bit arithmetic. */
export function noF16(dtype: Dtype): ErrorInfo {
  return {
    code: 'device-unavailable',
    subject: `${dtypeWords(dtype)} on WebGPU`,
    message: 'This graphics card has no 16-bit arithmetic (shader-f16).',
    remedy: 'Choose a precision with 32-bit activations (q4, q8, fp32), or WASM.',
  }
}

function fileProblems({ files }: Measured, { streams }: DeviceLimits): readonly ErrorInfo[] {
  return files.flatMap(({ path, size }): ErrorInfo[] => {
    if (size < fileLimit) return []
    const isGraph = path.endsWith('.onnx')
    if (!isGraph && streams) return []
    return [
      {
        code: 'out-of-memory',
        subject: path,
        message: isGraph
          ? `This file is ${gigabytes(size)}; an .onnx file can hold ${gigabytes(fileLimit)}.`
          : `This file is ${gigabytes(size)}; this browser can hold ${gigabytes(fileLimit)} of a file.`,
        remedy: isGraph
          ? 'Choose a smaller precision, or export it with its weights in .onnx_data files.'
          : 'Choose a smaller precision, or a browser with JSPI (Chrome from 137), which reads it in pieces.',
      },
    ]
  })
}

function largestTensor(files: Measured['files']) {
  let largest: { path: string; name: string; bytes: number } | null = null
  for (const { path, outline } of files)
    for (const tensor of outline?.tensors ?? []) {
      const bytes = tensorBytes(tensor)
      if (bytes > (largest?.bytes ?? 0)) largest = { path, name: tensor.name, bytes }
    }
  return largest
}

/** Decimal, as file sizes are shown. */
function gigabytes(size: number): string {
  return size < 999.5e6 ? `${Math.round(size / 1e6)} MB` : `${(size / 1e9).toFixed(1)} GB`
}
