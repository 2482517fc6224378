import { expect, test } from 'vitest'
import {
  decodeBfloat16,
  decodeFloat16,
  decodeFloat32,
  toFloat16,
} from '../../../../packages/checkpoint/src/floats.ts'
import { quantiseRows } from '../../../../packages/checkpoint/src/quantise.ts'

/** What `MatMulNBits` makes of codes and scales. */
function dequantised(floats: Float32Array, columns: number, bits: 4 | 8): number[] {
  const { codes, scales } = quantiseRows(floats, columns, bits)
  const blocks = Math.ceil(columns / 32)
  return Array.from(floats, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns]
    const at = (row * blocks + Math.floor(column / 32)) * 32 + (column % 32)
    const byte = codes[bits === 8 ? at : at >> 1] as number
    const code = bits === 8 ? byte - 128 : ((byte >> (4 * (at & 1))) & 15) - 8
    return code * (scales[Math.floor(at / 32)] as number)
  })
}

test.each([4, 8] as const)(
  '%i bits: the largest number of a block is exact, the others are at most half a step off',
  bits => {
    const columns = 70
    const floats = Float32Array.from({ length: 3 * columns }, (_, i) => Math.sin(i * 12.9898) * (1 + (i % 7)))
    const back = dequantised(floats, columns, bits)
    for (let row = 0; row < 3; row++)
      for (let start = 0; start < columns; start += 32) {
        const block = [...floats.slice(row * columns + start, row * columns + Math.min(start + 32, columns))]
        const largest = Math.max(...block.map(Math.abs))
        const step = largest / 2 ** (bits - 1)
        for (const [i, value] of block.entries()) {
          const off = Math.abs(value - (back[row * columns + start + i] as number))
          // The largest code of the other sign is one step short.
          expect(off).toBeLessThanOrEqual(step * (Math.abs(value) > largest - step ? 1 : 0.5) + 1e-6)
          if (Math.abs(value) === largest) expect(off).toBeLessThan(1e-6)
        }
      }
  },
)

test('a block of zeros stays zeros', () => {
  expect(dequantised(new Float32Array(64), 64, 4).every(value => value === 0)).toBe(true)
})

test('16-bit floats are exact in 32 bits, and rounded to nearest even from there', () => {
  const all = Uint16Array.from({ length: 0x10000 }, (_, i) => i)
  const floats = new Float32Array(all.length)
  decodeFloat16(new Uint8Array(all.buffer), 0, floats)
  const back = toFloat16(floats)
  const isNumber = (bits: number): boolean => (bits & 0x7fff) <= 0x7c00
  expect(all.every((bits, i) => !isNumber(bits) || back[i] === bits)).toBe(true)
  // Halfway between 1 and the next number: the even one; just above: the next.
  expect([...toFloat16(Float32Array.of(1 + 2 ** -11, 1 + 3 * 2 ** -11, 65_520, 2 ** -25))]).toEqual([
    0x3c00, 0x3c02, 0x7c00, 0,
  ])
  const two = new Float32Array(2)
  decodeBfloat16(new Uint8Array(Uint16Array.of(0, 0x3f80, 0xc000).buffer), 1, two)
  expect([...two]).toEqual([1, -2])
})

test.each([
  [
    'F16',
    decodeFloat16,
    [
      [0x7bff, 0xfbff],
      [0x3c00, 0x7c00],
      [0xfe00, 0],
    ],
  ],
  [
    'BF16',
    decodeBfloat16,
    [
      [0x7f7f, 0xff7f],
      [0x3f80, 0x7f80],
      [0xffc0, 0],
    ],
  ],
  [
    'F32',
    decodeFloat32,
    [
      [0xff7f, 0x7f7f, 0xff7f, 0xff7f],
      [0, 0, 0, 0x7f80],
      [0, 0xffc0, 0, 0],
    ],
  ],
] as const)(
  '%s: the largest numbers are finite; infinity, and what is no number, are not',
  (_, decode, stored) => {
    const decoded = stored.map(halves =>
      decode(new Uint8Array(Uint16Array.from(halves).buffer), 0, new Float32Array(2)),
    )
    expect(decoded).toEqual([true, false, false])
  },
)
