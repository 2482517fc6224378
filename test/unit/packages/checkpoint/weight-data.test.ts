import { describe, expect, test } from 'vitest'
import { toFloat16 } from '../../../../packages/checkpoint/src/floats.ts'
import type { StoredTensor } from '../../../../packages/checkpoint/src/safetensors.ts'
import { type ReadBytes, storedValues, type Values } from '../../../../packages/checkpoint/src/values.ts'
import {
  bytesOfParts,
  floatPart,
  halfPart,
  quantisedParts,
  signedParts,
  type WeightPart,
} from '../../../../packages/checkpoint/src/weight-data.ts'

const [rows, columns] = [7, 70]
const numbers = Float32Array.from({ length: rows * columns }, (_, i) => Math.sin(12.9898 * i) * (1 + (i % 7)))

const encodings: Readonly<Record<'F32' | 'F16' | 'BF16', (floats: Float32Array) => ArrayBufferView>> = {
  F32: floats => floats,
  F16: toFloat16,
  BF16: floats => Uint16Array.from(new Uint32Array(floats.buffer), bits => bits >>> 16),
}

/** A tensor behind three other bytes. */
function stored(type: 'F32' | 'F16' | 'BF16'): { readonly values: Values; readonly read: ReadBytes } {
  const { buffer } = encodings[type](numbers)
  const file = new Uint8Array([1, 2, 3, ...new Uint8Array(buffer)])
  const tensor: StoredTensor = {
    name: 'layers.0.weight',
    type,
    shape: [rows, columns],
    file: 'model-00002-of-00003.safetensors',
    begin: 3,
    end: file.length,
  }
  return { values: storedValues(tensor), read: async (_, begin, end) => file.slice(begin, end) }
}

const parts = (values: Values): Readonly<Record<string, WeightPart>> => ({
  float: floatPart(values),
  half: halfPart(values),
  'signed codes': signedParts(values).codes,
  'signed scales': signedParts(values).scales,
  ...Object.fromEntries(
    ([4, 8] as const).flatMap(bits =>
      ([16, 32] as const).flatMap(scaleBits => {
        const { codes, scales } = quantisedParts(values, bits, scaleBits)
        return [
          [`${bits} bits, codes`, codes],
          [`${bits} bits, scales of ${scaleBits}`, scales],
        ]
      }),
    ),
  ),
})

describe.each(['F32', 'F16', 'BF16'] as const)('a tensor in %s', type => {
  const { values, read } = stored(type)

  test.each(Object.entries(parts(values)))('as %s: every stretch is that of the whole', async (_, part) => {
    const whole = await part.bytes(read, 0, part.length)
    expect(whole.length).toBe(part.length)
    for (let start = 0; start < part.length; start += 37)
      for (const length of [0, 1, 5, 64, part.length])
        expect(
          Buffer.compare(
            await part.bytes(read, start, Math.min(part.length, start + length)),
            whole.subarray(start, start + length),
          ),
        ).toBe(0)
  })

  test('a file that became shorter is named, with the tensor', async () => {
    const cut: ReadBytes = async (file, begin, end) => (await read(file, begin, end)).slice(0, 5)
    for (const part of Object.values(parts(values)))
      await expect(part.bytes(cut, 0, part.length)).rejects.toMatchObject({
        kind: 'damaged',
        subject: 'model-00002-of-00003.safetensors: layers.0.weight',
        message: expect.stringMatching(/^Only 5 of \d+ bytes could be read\./),
      })
  })
})

test('a file of parts has zeros between them, and is read across their ends', async () => {
  const { values, read } = stored('F32')
  const part = floatPart(values)
  const data = [
    { offset: 0, part },
    { offset: 2048, part: halfPart(values) },
  ]
  const whole = await bytesOfParts(data, read, 0, 2048 + 2 * numbers.length)
  expect(new Float32Array(whole.buffer, 0, numbers.length)).toEqual(numbers)
  expect(whole.subarray(part.length, 2048).every(byte => byte === 0)).toBe(true)
  expect(await bytesOfParts(data, read, 1900, 2100)).toEqual(whole.slice(1900, 2100))
})

test('a number that is infinite or none is named where it is converted', async () => {
  const { values } = stored('BF16')
  const read: ReadBytes = async (_, begin, end) => new Uint8Array(end - begin).fill(255)
  await expect(floatPart(values).bytes(read, 0, 4)).rejects.toMatchObject({
    kind: 'damaged',
    message: 'It has numbers that are infinite or no numbers.',
  })
})

test('of a large matrix only some rows are read at a time', async () => {
  const tensor: StoredTensor = {
    name: 'large',
    type: 'BF16',
    shape: [4096, 4096],
    file: 'model.safetensors',
    begin: 0,
    end: 2 * 4096 ** 2,
  }
  let longest = 0
  const read: ReadBytes = async (_, begin, end) => {
    longest = Math.max(longest, end - begin)
    return new Uint8Array(end - begin)
  }
  const { scales } = quantisedParts(storedValues(tensor), 4, 32)
  await scales.bytes(read, 0, scales.length)
  // A stretch of a transpose has numbers of every row.
  const { codes } = signedParts(storedValues(tensor))
  await codes.bytes(read, 5, 5000)
  expect(longest).toBeLessThanOrEqual(2 ** 23)
})

test('codes and then scales: each row is read once', async () => {
  const { values, read } = stored('BF16')
  const { codes, scales } = quantisedParts(values, 4, 32)
  const expected = await scales.bytes(read, 0, scales.length)
  let asked = 0
  const counted: ReadBytes = (file, begin, end) => {
    asked += end - begin
    return read(file, begin, end)
  }
  const middle = codes.length / 2 + 3
  await codes.bytes(counted, 0, middle)
  await codes.bytes(counted, middle, codes.length)
  const made = asked
  const [first, rest] = [await scales.bytes(counted, 0, 9), await scales.bytes(counted, 9, scales.length)]
  expect(asked).toBe(made)
  expect(Buffer.concat([first, rest])).toEqual(Buffer.from(expected))
  // Another matrix, or a beginning that is not there, takes their place.
  await codes.bytes(counted, middle, codes.length)
  expect(Buffer.from(await scales.bytes(counted, 0, scales.length))).toEqual(Buffer.from(expected))
})
