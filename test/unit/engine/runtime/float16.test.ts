import { expect, test } from 'vitest'
import { fromHalf, toHalf } from '../../../../src/engine/runtime/float16.ts'

test('every half goes there and back', () => {
  const all = Uint16Array.from({ length: 2 ** 16 }, (_, i) => i)
  const numbers = all.filter(half => (half & 0x7c00) !== 0x7c00 || (half & 1023) === 0)
  const back = toHalf(fromHalf(numbers))
  expect(numbers.findIndex((half, i) => back[i] !== half)).toBe(-1)
})

test('between two halves the nearer one is taken, and the even one of two as near', () => {
  const step = 2 ** -10
  expect([...toHalf(Float32Array.of(1 + step / 2, 1 + 1.5 * step, 1 + 0.51 * step))]).toEqual([
    0x3c00, 0x3c02, 0x3c01,
  ])
  expect([...toHalf(Float32Array.of(2 ** -25, 1.5 * 2 ** -24, -(2 ** -24)))]).toEqual([0, 2, 0x8001])
  expect([...toHalf(Float32Array.of(65519, 65520, -Infinity))]).toEqual([0x7bff, 0x7c00, 0xfc00])
  expect(fromHalf(toHalf(Float32Array.of(Number.NaN)))[0]).toBeNaN()
})
