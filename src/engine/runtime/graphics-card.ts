import type { Tensor } from 'onnxruntime-web'
import { VoxelwiseError } from '../base/errors.ts'
import type { DeviceMemory, OrtTensors } from './backend.ts'

/** Features that ONNX Runtime's kernels use where the graphics card has them. */
const usedFeatures: readonly string[] = [
  'shader-f16',
  'subgroups',
  'subgroup-size-control',
  'chromium-experimental-subgroup-matrix',
]

/**
 * Fewest threads of a subgroup. With four, as on SwiftShader, ONNX Runtime 1.31's attention gives wrong numbers; without the
 * feature it gives the right ones (docs/fidelity.md).
 */
const leastSubgroup = 8

/** Limits that its kernels and buffers meet. */
const usedLimits = [
  'maxBindGroups',
  'maxStorageBuffersPerShaderStage',
  'maxStorageBufferBindingSize',
  'maxBufferSize',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupSizeY',
  'maxComputeWorkgroupSizeZ',
  'maxComputeWorkgroupsPerDimension',
] as const satisfies readonly (keyof GPUSupportedLimits)[]

/** Milliseconds after a failure within which the browser reports the loss of the card. */
const reasonWithin = 100

/** What a device of our own needs of WebGPU's. */
type CardDevice = Pick<GPUDevice, 'lost' | 'addEventListener'>

/**
 * The graphics card as a thread's sessions use it. ONNX Runtime does not see every fault of it: a call that waits for a lost
 * card is never answered, and a kernel that could not be run leaves old numbers. Every call is therefore guarded.
 */
export class GraphicsCard<Device extends CardDevice = GPUDevice> {
  readonly device: Device
  #fault: VoxelwiseError | null = null
  /** What rejects each of the calls in progress. */
  readonly #rejections = new Set<(fault: VoxelwiseError) => void>()

  constructor(device: Device) {
    this.device = device
    // A device is destroyed only by the browser: no code of the page does it.
    void device.lost.then(({ message }) => this.#break(lostCard(message)))
    device.addEventListener('uncapturederror', event =>
      this.#break(cardError((event as GPUUncapturedErrorEvent).error)),
    )
  }

  /** The call's result. @throws VoxelwiseError device-failed, out-of-memory */
  guard<T>(call: () => Promise<T>): Promise<T> {
    if (this.#fault) return Promise.reject(this.#fault)
    return new Promise<T>((resolve, reject) => {
      this.#rejections.add(reject)
      // ONNX Runtime may fail before the browser says why.
      const failed = async (cause: unknown): Promise<void> => {
        await Promise.race([this.device.lost, new Promise(resolve => setTimeout(resolve, reasonWithin))])
        reject(this.#fault ?? cause)
      }
      call()
        .then(resolve, failed)
        .finally(() => this.#rejections.delete(reject))
    })
  }

  #break(fault: VoxelwiseError): void {
    this.#fault ??= fault
    for (const reject of this.#rejections) reject(this.#fault)
    this.#rejections.clear()
  }
}

const lostCard = (reason: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'device-failed',
    subject: 'WebGPU',
    message: `The browser lost the graphics card: ${reason || 'it gives no reason'}`.replace(/\.?$/, '.'),
    remedy:
      'Continue the run. If it happens again, choose WASM or a smaller precision, or update the driver.',
  })

function cardError(error: GPUError): VoxelwiseError {
  const detail = error.message
  if (error.constructor.name === 'GPUOutOfMemoryError')
    return new VoxelwiseError({
      code: 'out-of-memory',
      subject: 'WebGPU',
      message: 'The graphics card has not enough memory for this model and prompt.',
      remedy: 'Choose a smaller precision (q4) or WASM, or close other programs that use the GPU.',
      detail,
    })
  return new VoxelwiseError({
    code: 'device-failed',
    subject: 'WebGPU',
    message: 'The graphics card refused a part of the computation.',
    remedy: 'Choose WASM or another precision.',
    detail,
  })
}

/**
 * A device with the limits and features that are used, each as the adapter has it.
 * @throws VoxelwiseError device-unavailable
 */
async function openCard(): Promise<GraphicsCard> {
  const adapter = await findAdapter()
  const limits = usedLimits.map(name => [name, adapter.limits[name]] as const)
  const requiredFeatures = featuresFor(adapter) as GPUFeatureName[]
  return new GraphicsCard(
    await adapter.requestDevice({ requiredFeatures, requiredLimits: Object.fromEntries(limits) }),
  )
}

/** The features that a device is asked for. */
export function featuresFor({
  features,
  info,
}: {
  readonly features: { has(name: string): boolean }
  readonly info: Partial<Pick<GPUAdapterInfo, 'subgroupMinSize'>>
}): readonly string[] {
  const hasSmall = (info.subgroupMinSize ?? leastSubgroup) < leastSubgroup
  return usedFeatures.filter(name => features.has(name) && !(hasSmall && name.includes('subgroup')))
}

let opened: Promise<GraphicsCard> | null = null

/** The graphics card of this thread, opened once. @throws VoxelwiseError device-unavailable */
export function graphicsCard(): Promise<GraphicsCard> {
  opened ??= openCard().catch(error => {
    opened = null
    throw error
  })
  return opened
}

/** @throws VoxelwiseError device-unavailable */
export async function findAdapter(): Promise<GPUAdapter> {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' })
  if (adapter) return adapter
  throw new VoxelwiseError({
    code: 'device-unavailable',
    subject: 'WebGPU',
    message: 'The browser found no usable GPU.',
    remedy: 'Choose WASM, or a browser with WebGPU.',
  })
}

/** The card's memory for tensors of 16 and 32 bits. */
export const cardMemory = ({ Tensor }: OrtTensors, device: GPUDevice): DeviceMemory => ({
  allocate(type, dims) {
    const size = dims.reduce((product, side) => product * side, elementBytes(type))
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST
    const buffer = device.createBuffer({ size: Math.ceil(size / 16) * 16, usage })
    const dispose = (): void => buffer.destroy()
    return Tensor.fromGpuBuffer(buffer, { dataType: type as 'float32', dims: [...dims], dispose })
  },
  copyStart(from, to, length) {
    const [, heads = 0, , size = 0] = from.dims
    const head = (tensor: Tensor): number => (tensor.dims[2] ?? 0) * size * elementBytes(tensor.type)
    const bytes = length * size * elementBytes(from.type)
    const encoder = device.createCommandEncoder()
    for (let i = 0; i < heads; i++)
      encoder.copyBufferToBuffer(
        from.gpuBuffer as GPUBuffer,
        i * head(from),
        to.gpuBuffer as GPUBuffer,
        i * head(to),
        bytes,
      )
    device.queue.submit([encoder.finish()])
  },
})

const elementBytes = (type: Tensor.Type): number => (type === 'float16' ? 2 : 4)
