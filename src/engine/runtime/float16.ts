/** 32-bit floats to 16-bit ones (IEEE 754 binary16) and back: ONNX Runtime's `float16` tensors. */
import { halfToEven } from '@voxelwise/pixels'

const single = new Float32Array(1)
const bits = new Uint32Array(single.buffer)

/** Rounded to the nearest, ties to even; beyond 65,504 infinite. */
export function toHalf(values: Float32Array): Uint16Array<ArrayBuffer> {
  const halves = new Uint16Array(values.length)
  for (let i = 0; i < halves.length; i++) halves[i] = encodeHalf(values[i] as number)
  return halves
}

export function fromHalf(halves: Uint16Array): Float32Array<ArrayBuffer> {
  const values = new Float32Array(halves.length)
  for (let i = 0; i < values.length; i++) values[i] = decodeHalf(halves[i] as number)
  return values
}

function encodeHalf(value: number): number {
  single[0] = value
  const [whole = 0] = bits
  const sign = (whole >>> 16) & 0x8000
  const rest = whole & 0x7fffffff
  if (rest > 0x7f800000) return sign | 0x7e00
  // From half way between the largest half and the next power of two on.
  if (rest >= 0x477ff000) return sign | 0x7c00
  // Below the smallest normal half the steps are 2^-24 wide.
  if (rest < 0x38800000) return sign | halfToEven(Math.abs(single[0]) * 2 ** 24)
  const shifted = rest - 0x38000000
  const truncated = shifted >>> 13
  const cut = shifted & 0x1fff
  return sign | (truncated + (cut > 0x1000 || (cut === 0x1000 && truncated & 1) ? 1 : 0))
}

function decodeHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >> 10) & 31
  const fraction = half & 1023
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15))
}
