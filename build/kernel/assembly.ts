/** The few WebAssembly instructions of our kernel, as bytes. */

export type Code = readonly number[]

/** A whole number as WebAssembly writes it: unsigned LEB128. */
export function unsigned(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest & 127) | 128)
  }
}

/** Numbers below 2^31. An unsigned LEB128 whose last byte has its sign bit gets one byte more. */
function constant(value: number): number[] {
  const bytes = unsigned(value)
  const last = bytes.pop() ?? 0
  return last < 64 ? [...bytes, last] : [...bytes, last | 128, 0]
}

/** A vector of WebAssembly: its length, then its items. */
export const vector = (items: readonly Code[]): number[] => [...unsigned(items.length), ...items.flat()]

const simd = (...codes: readonly number[]): number[] => [0xfd, ...codes.flatMap(unsigned)]

export const get = (local: number): number[] => [0x20, ...unsigned(local)]
export const set = (local: number, value: Code): number[] => [...value, 0x21, ...unsigned(local)]
export const tee = (local: number, value: Code): number[] => [...value, 0x22, ...unsigned(local)]
export const int = (value: number): number[] => [0x41, ...constant(value)]
export const add = (a: Code, b: Code): number[] => [...a, ...b, 0x6a]
export const subtract = (a: Code, b: Code): number[] => [...a, ...b, 0x6b]
export const times = (a: Code, b: Code): number[] => [...a, ...b, 0x6c]
export const isAtLeast = (a: Code, b: Code): number[] => [...a, ...b, 0x4f]
export const call = (index: number, values: readonly Code[]): number[] => [
  ...values.flat(),
  0x10,
  ...unsigned(index),
]
export const dropped = (value: Code): number[] => [...value, 0x1a]
export const when = (condition: Code, body: Code): number[] => [...condition, 0x04, 0x40, ...body, 0x0b]
/** A whole number by a condition. */
export const choose = (condition: Code, yes: Code, no: Code): number[] => [
  ...[...condition, 0x04, 0x7f, ...yes],
  ...[0x05, ...no, 0x0b],
]
/** Runs its body until the condition at its end is zero. */
export const repeatWhile = (body: Code, condition: Code): number[] => [
  ...[0x03, 0x40, ...body],
  ...[...condition, 0x0d, 0x00, 0x0b],
]

/** Four floats each; addresses are aligned to 4 bytes. */
export const zeros = simd(12, ...Array<number>(16).fill(0))
export const load = (from: Code, offset: number): number[] => [...from, ...simd(0, 2, offset)]
export const loadSplat = (from: Code, offset: number): number[] => [...from, ...simd(9, 2, offset)]
export const store = (to: Code, offset: number, value: Code): number[] => [
  ...to,
  ...value,
  ...simd(11, 2, offset),
]
export const splat = (value: Code): number[] => [...value, ...simd(19)]
export const product = (a: Code, b: Code): number[] => [...a, ...b, ...simd(0xe6)]
/** a · b + c: rounded once (relaxed SIMD), or twice (any browser). */
export const multiplyAdd =
  (isFused: boolean) =>
  (a: Code, b: Code, c: Code): number[] =>
    isFused ? [...a, ...b, ...c, ...simd(0x105)] : [...c, ...a, ...b, ...simd(0xe6), ...simd(0xe4)]
