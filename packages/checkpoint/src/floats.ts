/** Conversions between the types in which weights are stored, exact or rounded to nearest even. */

const scratch = new Float32Array(1)
const scratchBits = new Uint32Array(scratch.buffer)

/** The bits of floats of 32 bits. */
const viewBits = ({ buffer, byteOffset, length }: Float32Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, length)

/**
 * Fills an array with stored numbers, from the `at`-th on.
 * @param bytes at a multiple of a number's size in their buffer
 * @returns whether all of them are finite: where every bit of an exponent is set, adding one to it carries
 */
type Decode = (bytes: Uint8Array, at: number, into: Float32Array) => boolean

export const decodeFloat32: Decode = ({ buffer, byteOffset }, at, into) => {
  const bits = new Uint32Array(buffer, byteOffset + 4 * at, into.length)
  const wide = viewBits(into)
  let carried = 0
  for (let i = 0; i < bits.length; i++) {
    const number = bits[i] as number
    wide[i] = number
    carried |= ((number >>> 23) & 0xff) + 1
  }
  return (carried & 0x100) === 0
}

/** BF16 is the upper half of a 32-bit float. */
export const decodeBfloat16: Decode = ({ buffer, byteOffset }, at, into) => {
  const bits = new Uint16Array(buffer, byteOffset + 2 * at, into.length)
  const wide = viewBits(into)
  let carried = 0
  for (let i = 0; i < bits.length; i++) {
    const half = bits[i] as number
    wide[i] = half << 16
    carried |= (half & 0x7f80) + 0x80
  }
  return (carried & 0x8000) === 0
}

let floatsOfHalves: Float32Array | null = null

export const decodeFloat16: Decode = ({ buffer, byteOffset }, at, into) => {
  const bits = new Uint16Array(buffer, byteOffset + 2 * at, into.length)
  floatsOfHalves ??= Float32Array.from({ length: 0x10000 }, (_, half) => floatOfHalf(half))
  let carried = 0
  for (let i = 0; i < bits.length; i++) {
    const half = bits[i] as number
    into[i] = floatsOfHalves[half] as number
    carried |= (half & 0x7c00) + 0x400
  }
  return (carried & 0x8000) === 0
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
  const wide = viewBits(floats)
  const halves = new Uint16Array(floats.length)
  for (let i = 0; i < wide.length; i++) halves[i] = halfOfBits(wide[i] as number)
  return halves
}

/** @param bits of a 32-bit float */
function halfOfBits(bits: number): number {
  const sign = (bits >>> 16) & 0x8000
  const magnitude = bits & 0x7fffffff
  if (magnitude > 0x7f800000) return sign | 0x7e00
  // From halfway above the largest number on: infinity.
  if (magnitude >= 0x477ff000) return sign | 0x7c00
  // Below the smallest normal number: multiples of 2^-24.
  if (magnitude < 0x38800000) {
    scratchBits[0] = magnitude
    return sign | roundedToEven((scratch[0] as number) * 2 ** 24)
  }
  const rebased = magnitude - 0x38000000
  return sign | ((rebased + 0xfff + ((rebased >>> 13) & 1)) >>> 13)
}

/** The 16-bit float next to a number, as a number. */
export function nearestFloat16(value: number): number {
  scratch[0] = value
  return floatOfHalf(halfOfBits(scratchBits[0] as number))
}

/** The BF16 number next to a finite number, halves to the even neighbour. */
export function nearestBfloat16(value: number): number {
  scratch[0] = value
  const bits = scratchBits[0] as number
  scratchBits[0] = (bits + 0x7fff + ((bits >>> 16) & 1)) & 0xffff0000
  return scratch[0] as number
}

function roundedToEven(value: number): number {
  const below = Math.floor(value)
  const rest = value - below
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below
}
