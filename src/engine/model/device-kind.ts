import type { Device, PageDevice } from '../protocol/device.ts'

/** Where limits differ: of a browser's two devices, and of ONNX Runtime's own build for Node, which has but the machine's. */
export type DeviceKind = PageDevice | 'native'

export const deviceKindOf = (device: Device): DeviceKind =>
  device === 'webgpu' || device === 'wasm' ? device : 'native'
