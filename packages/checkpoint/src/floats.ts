/** Conversions between the types in which weights are stored, exact or rounded to nearest even. */

const scratch = new DataView(new ArrayBuffer(4))

/** BF16 is the upper half of a 32-bit float. */
export function floatsOfBfloat16(bits: Uint16Array): Float32Array<ArrayBuffer> {
  const wide = new Uint32Array(bits.length)
  for (let i = 0; i < bits.length; i++) wide[i] = (bits[i] as number) << 16
  return new Float32Array(wide.buffer)
}

export function floatsOfFloat16(bits: Uint16Array): Float32Array<ArrayBuffer> {
  const floats = new Float32Array(bits.length)
  for (let i = 0; i < bits.length; i++) floats[i] = floatOfHalf(bits[i] as number)
  return floats
}

function floatOfHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/** To 16 bits, rounded to nearest even; too large a number becomes infinite. */
export function toFloat16(floats: Float32Array): Uint16Array<ArrayBuffer> {
  const bits = new Uint16Array(floats.length)
  for (let i = 0; i < floats.length; i++) bits[i] = halfOfFloat(floats[i] as number)
  return bits
}

function halfOfFloat(value: number): number {
  scratch.setFloat32(0, value)
  const bits = scratch.getUint32(0)
  const sign = (bits >>> 16) & 0x8000
  const magnitude = bits & 0x7fffffff
  if (magnitude > 0x7f800000) return sign | 0x7e00
  // From halfway above the largest number on: infinity.
  if (magnitude >= 0x477ff000) return sign | 0x7c00
  // Below the smallest normal number: multiples of 2^-24.
  if (magnitude < 0x38800000) return sign | roundedToEven(Math.abs(value) * 2 ** 24)
  const rebased = magnitude - 0x38000000
  return sign | ((rebased + 0xfff + ((rebased >>> 13) & 1)) >>> 13)
}

/** The 16-bit float next to a number, as a number. */
export const nearestFloat16 = (value: number): number => floatOfHalf(halfOfFloat(value))

/** The BF16 number next to a finite number, halves to the even neighbour. */
export function nearestBfloat16(value: number): number {
  scratch.setFloat32(0, value)
  const bits = scratch.getUint32(0)
  scratch.setUint32(0, (bits + 0x7fff + ((bits >>> 16) & 1)) & 0xffff0000)
  return scratch.getFloat32(0)
}

function roundedToEven(value: number): number {
  const below = Math.floor(value)
  const rest = value - below
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below
}
