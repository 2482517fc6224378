/** Rates of a part against the truth. `npm run lab -- estimates` does the same 10,000 times: docs/estimates.md. */
import { expect, test } from 'vitest'
import { balancedOrder } from '../../../../src/engine/protocol/order.ts'
import { demoPopulation } from '../../support/populations.ts'
import { missedRates, rated, ratesAfter } from '../../support/rates.ts'
import { rounds } from '../../support/rounds.ts'

const demo = rated(await demoPopulation('q8'))
const after = (done: number, seed: number) => ratesAfter(demo, done, seed)

test('after every round the rates that a run ends with are within their intervals, in 95 of 100 runs at least', () => {
  const last = balancedOrder(demo.frame, 1).rounds.length - 1
  let wrong = 0
  const runs = rounds(200)
  const widths: number[] = []
  for (let seed = 1; seed <= runs; seed++) {
    let isWrong = false
    for (const at of [1, 2, 4, 6, 8, last]) {
      const told = after(at, seed)
      const { shortcut, luck } = missedRates(demo, told)
      isWrong ||= shortcut || luck
      if (at === 8) widths.push(told.luck.high - told.luck.low)
    }
    wrong += Number(isWrong)
  }
  expect(wrong).toBeLessThanOrEqual(0.05 * runs)
  // Not so wide that they say nothing.
  expect(Math.max(...widths)).toBeLessThan(0.5)
})

test('an interval only shrinks: one that misses the true value misses it for good', () => {
  const { length } = balancedOrder(demo.frame, 5).rounds
  let before = after(0, 5)
  for (let done = 1; done <= length; done += 3) {
    const told = after(done, 5)
    for (const rate of ['shortcut', 'luck'] as const) {
      expect(told[rate].low).toBeGreaterThanOrEqual(before[rate].low)
      expect(told[rate].high).toBeLessThanOrEqual(before[rate].high)
    }
    before = told
  }
})

test('nothing is known before the first round, and more with every one', () => {
  expect(after(0, 3)).toMatchObject({ of: 1560, shortcut: { low: 0, high: 1 }, luck: { low: 0, high: 1 } })
  const [early, late] = [after(4, 3), after(10, 3)]
  expect(late.luck.high - late.luck.low).toBeLessThan(early.luck.high - early.luck.low)
  expect(late.rationality).toEqual({ low: 1 - late.luck.high, high: 1 - late.luck.low })
})
