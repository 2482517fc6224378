/** Average precision as pycocotools has it (tools/golden/average_precision.py). */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { averagePrecision, type BoxesOfImage } from '../../../../src/engine/analysis/average-precision.ts'

interface Case {
  readonly images: readonly BoxesOfImage[]
  readonly expected: Readonly<Record<string, number>>
}

const cases: readonly Case[] = JSON.parse(readFileSync('test/golden/average-precision.json', 'utf8'))
const thresholds = [
  ['30', [0.3]],
  ['50', [0.5]],
  ['50-95', Array.from({ length: 10 }, (_, i) => (50 + 5 * i) / 100)],
] as const

test.each(thresholds)('mAP@%s of 60 sets of images', (name, at) => {
  for (const { images, expected } of cases)
    expect(averagePrecision(images, at)).toBeCloseTo(expected[name] ?? -1, 9)
})

test('nothing is right: there is none', () => {
  expect(averagePrecision([{ said: [{ box: [0, 0, 1, 1], score: 1 }], right: [] }], [0.5])).toBeNull()
})

test('nothing is said: it is 0', () => {
  expect(averagePrecision([{ said: [], right: [[0, 0, 1, 1]] }], [0.5])).toBe(0)
})
