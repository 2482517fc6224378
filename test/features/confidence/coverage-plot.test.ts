import { coverageCurve, type TopAnswer, withIntervals } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import { tenths } from '../../../src/features/confidence/ui/coverage-plot.tsx'

test('marks are at the tenths of the coverage, each once', () => {
  const makeCurve = (answers: readonly TopAnswer[]) =>
    withIntervals(coverageCurve(answers), answers, { of: answers.map((_, i) => i), icc: 0 })
  const curve = makeCurve(Array.from({ length: 40 }, (_, i) => ({ confidence: 1 - i / 40, correct: i < 20 })))
  expect(tenths(curve).map(({ n }) => n)).toEqual([4, 8, 12, 16, 20, 24, 28, 32, 36, 40])
  expect(tenths(makeCurve([{ confidence: 1, correct: true }]))).toHaveLength(1)
  expect(tenths([])).toEqual([])
})
