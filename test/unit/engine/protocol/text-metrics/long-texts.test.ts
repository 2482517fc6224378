import { expect, test } from 'vitest'
import { VoxelwiseError } from '../../../../../src/engine/base/errors.ts'
import { sequenceRatio } from '../../../../../src/engine/base/python-difflib.ts'
import { corpusBleu } from '../../../../../src/engine/protocol/text-metrics/bleu.ts'
import { tokenF1 } from '../../../../../src/engine/protocol/text-metrics/figures.ts'
import { rougeL, rougeN } from '../../../../../src/engine/protocol/text-metrics/rouge.ts'
import { processorTime } from '../../../support/processor-time.ts'
import { Random } from '../../../support/random.ts'

const text = (words: number, seed = 1) => {
  const random = new Random(seed)
  return Array.from({ length: words }, () => random.below(1000).toString(36)).join(' ')
}
const tooLong = (compare: () => unknown) => {
  try {
    compare()
  } catch (error) {
    return error instanceof VoxelwiseError ? error.info.code : error
  }
  return 'compared'
}

const metrics: Readonly<Record<string, (said: string, right: string) => unknown>> = {
  rougeL,
  tokenF1,
  rougeN: (said, right) => rougeN(said, right, 2),
  corpusBleu: (prediction, right) => corpusBleu([{ prediction, references: [right] }], 4),
}

test.each(Object.keys(metrics))('%s refuses 70,000 words against 70,000 by name', name => {
  expect(tooLong(() => metrics[name]?.(text(70_000), text(70_000, 2)))).toBe('answer-too-long')
})

test.each(Object.keys(metrics))('%s refuses ten million characters', name => {
  expect(tooLong(() => metrics[name]?.('a '.repeat(5_000_000), 'a'))).toBe('answer-too-long')
  expect(tooLong(() => metrics[name]?.('a', 'a '.repeat(5_000_000)))).toBe('answer-too-long')
})

test('difflib refuses texts with thousands of blocks in common, and soon', () => {
  const signs = Array.from({ length: 20_000 }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7919) % 150)))
  const began = processorTime()
  expect(tooLong(() => sequenceRatio(signs.join(''), signs.toReversed().join('')))).toBe('answer-too-long')
  expect(tooLong(() => sequenceRatio('ab'.repeat(400_000), 'ba'.repeat(99)))).toBe('answer-too-long')
  expect(processorTime() - began).toBeLessThan(5000)
})
