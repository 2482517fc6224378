/** How many questions a verdict needs: the numbers of the audit's specification, and what the intervals then do. */

import { clopperPearson } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import { powerOfDifference, powerOfUpperLimit } from '../../../src/features/audit/engine/power.ts'

test.each([
  [0, 72],
  [1, 110],
  [2, 142],
])('an upper limit of 5%% with %i changed answers needs %i independent questions', (changed, n) => {
  expect(clopperPearson(changed / n, n).high).toBeLessThanOrEqual(0.05)
  expect(clopperPearson(changed / (n - 1), n - 1).high).toBeGreaterThan(0.05)
})

// As the specification rounds them: 76.8, 210.1, 307.3, 840.6 and 235.5.
test.each([
  ['±5 points where 5% differ and the difference comes out at 0', 77, 0.05, 0.05, 0.5],
  ['±5 points where 5% differ, at 90% power', 210, 0.05, 0.05, 0.9],
  ['±5 points where 20% differ and the difference comes out at 0', 310, 0.05, 0.2, 0.5],
  ['±5 points where 20% differ, at 90% power', 840, 0.05, 0.2, 0.9],
  ['10 points where 30% differ, at 80% power', 235, 0.1, 0.3, 0.8],
])('%s: %i questions', (_, known, distance, discordance, power) => {
  expect(powerOfDifference(0.99 * known, { distance, discordance })).toBeLessThan(power)
  expect(powerOfDifference(1.01 * known, { distance, discordance })).toBeGreaterThan(power)
})

test('the chance of an upper limit of 5% is that of few enough changed answers', () => {
  // With 71 questions no number of changes is few enough; with 72 to 109 none may change, with 110 one.
  expect(powerOfUpperLimit(71, 0.01, 0.05)).toBe(0)
  expect(powerOfUpperLimit(72, 0.01, 0.05)).toBeCloseTo(0.99 ** 72, 12)
  expect(powerOfUpperLimit(110, 0.01, 0.05)).toBeCloseTo(0.99 ** 110 + 110 * 0.01 * 0.99 ** 109, 12)
  expect(powerOfUpperLimit(0, 0.01, 0.05)).toBe(0)
  expect(powerOfUpperLimit(100, 0, 0.05)).toBe(1)
})
