/** What a change in a model's files does to its fingerprint, and to runs that earlier versions stored. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { modelFingerprint } from '../../../../src/data/sources/model-fingerprint.ts'
import type { ModelFolder } from '../../../../src/engine/runtime/model-folder.ts'
import { Random } from '../../support/random.ts'
import { rounds } from '../../support/rounds.ts'

const mebibyte = 1 << 20
const sessions = ['vision_encoder', 'decoder_model_merged']

/** Weights of this size, all zero but for a few bytes. */
function makeFolder(size: number, changed: readonly number[] = []): ModelFolder {
  const weights = new Uint8Array(size)
  for (const at of changed) weights[at] = 1
  const files = new Map<string, Blob>([
    ['config.json', new Blob(['{}'])],
    ['onnx/vision_encoder.onnx', new Blob([weights])],
    ['onnx/decoder_model_merged.onnx', new Blob(['graph'])],
    ['onnx/decoder_model_merged.onnx_data', new Blob([weights.subarray(0, 100)])],
  ])
  return {
    name: 'm',
    files: [...files].map(([path, blob]) => ({ path, size: blob.size })),
    open: async path => files.get(path) ?? new Blob(),
  }
}

const hashModel = (folder: ModelFolder, known: string | null = null): Promise<string> =>
  modelFingerprint(folder, sessions, 'fp32', known)

/** As versions before December 2026 made it: only both ends of each weight file. */
function earlierPrint(size: number, changed: readonly number[] = []): string {
  const hex = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
  const weights = new Uint8Array(size)
  for (const at of changed) weights[at] = 1
  const ends = (bytes: Uint8Array): Uint8Array =>
    Buffer.concat([bytes.subarray(0, mebibyte), bytes.subarray(Math.max(mebibyte, bytes.length - mebibyte))])
  const lines: readonly (readonly [string, Uint8Array | string])[] = [
    ['config.json', '{}'],
    ['onnx/decoder_model_merged.onnx 5', 'graph'],
    ['onnx/decoder_model_merged.onnx_data 100', ends(weights.subarray(0, 100))],
    [`onnx/vision_encoder.onnx ${size}`, ends(weights)],
  ]
  return hex(lines.map(([path, bytes]) => `${hex(bytes)} ${JSON.stringify(path)}\n`).join(''))
}

test('one changed byte of weights of up to 16 MiB gives another fingerprint, wherever it lies', async () => {
  const random = new Random(13)
  for (const size of [1, 4096, 2 * mebibyte + 7, 16 * mebibyte]) {
    const plain = await hashModel(makeFolder(size))
    const places = [0, size - 1, size >> 1, random.below(size)]
    for (const at of size > 4 * mebibyte ? places.slice(2) : places)
      expect(await hashModel(makeFolder(size, [at])), `${at} of ${size}`).not.toBe(plain)
  }
})

test('of larger weights a change of as many bytes as lie between two pieces', async () => {
  const size = 17 * mebibyte + 123
  const plain = await hashModel(makeFolder(size))
  const between = Math.ceil(size / 4095)
  const random = new Random(14)
  for (let round = 0; round < rounds(10); round++) {
    const start = random.below(size - between)
    const changed = Array.from({ length: between }, (_, at) => start + at)
    expect(await hashModel(makeFolder(size, changed)), `from ${start}`).not.toBe(plain)
  }
  expect(await hashModel(makeFolder(size, [size - 1]))).not.toBe(plain)
})

test('a stored run of an earlier version keeps its fingerprint where the earlier rule finds the model', async () => {
  const size = 4 * mebibyte
  const known = earlierPrint(size)
  expect(await hashModel(makeFolder(size), known)).toBe(known)
  // The earlier rule reads nothing there.
  expect(await hashModel(makeFolder(size, [2 * mebibyte]), known)).toBe(known)
  const other = makeFolder(size, [5])
  expect(await hashModel(other, known)).toBe(await hashModel(other))
  expect(await hashModel(makeFolder(size))).not.toBe(known)
})
