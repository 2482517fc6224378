/** In a browser. */
export const pageDevices = ['webgpu', 'wasm'] as const
/** By ONNX Runtime's own build for Node, under its own names. */
export const nativeDevices = ['cpu', 'cuda', 'webgpu', 'dml', 'coreml'] as const
export type PageDevice = (typeof pageDevices)[number]
export type NativeDevice = (typeof nativeDevices)[number]
/** The device that computes a model. */
export type Device = PageDevice | NativeDevice
/** Where the answers of a run come from: a device here, a server, or the log of another tool. */
export const runDevices = [...pageDevices, ...nativeDevices, 'server', 'elsewhere'] as const
export type RunDevice = (typeof runDevices)[number]

const deviceNames: Readonly<Record<RunDevice, string>> = {
  webgpu: 'WebGPU',
  wasm: 'WASM',
  cpu: 'CPU, native',
  cuda: 'CUDA',
  dml: 'DirectML',
  coreml: 'Core ML',
  elsewhere: 'measured elsewhere',
  server: 'a model server',
}

export const deviceName = (device: RunDevice): string => deviceNames[device]

export const isComputedHere = (device: RunDevice): device is Device =>
  device !== 'server' && device !== 'elsewhere'

/** The precisions that one graph of a model may be in. */
export const dtypes = ['fp32', 'fp16', 'q8', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4'] as const
export type GraphDtype = (typeof dtypes)[number]
/** The precision of a model: the same for all its graphs, or mixed (`mixed-precision.ts`). */
export type Dtype = GraphDtype | `${GraphDtype}+${string}=${GraphDtype}`
/** A run's precision: a server's is whatever it has loaded (`ServerInfo.quantization`). */
export type Precision = Dtype | 'server' | 'elsewhere'

/** Where a run is computed and in which precision, as its settings have them. */
interface Computed {
  readonly device: RunDevice
  readonly dtype: Precision
}

/** Device and precision of a run that is computed here; null where a server answers, or another tool's log. */
export function computedHere({ device, dtype }: Computed) {
  return isComputedHere(device) && dtype !== 'server' && dtype !== 'elsewhere' ? { device, dtype } : null
}

/** The same where nothing else can be meant. */
export function deviceHere(settings: Computed) {
  const computed = computedHere(settings)
  if (!computed) throw new Error('This run is not computed here.')
  return computed
}

/** Where limits differ: of a browser's two devices, and of ONNX Runtime's own build for Node, which has but the machine's. */
export type DeviceKind = PageDevice | 'native'

/** Whether a run was computed by ONNX Runtime's own build for Node: by a command, or by the local server for the page. */
export const isNative = (device: RunDevice): boolean =>
  isComputedHere(device) && toDeviceKind(device) === 'native'

export const toDeviceKind = (device: Device): DeviceKind =>
  device === 'webgpu' || device === 'wasm' ? device : 'native'
