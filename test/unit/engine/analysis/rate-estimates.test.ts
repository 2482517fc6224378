import { expect, test } from 'vitest'
import { rateEstimates } from '../../../../src/engine/analysis/rate-estimates.ts'
import { membersOf } from '../../../../src/engine/protocol/frame.ts'
import { balancedOrder } from '../../../../src/engine/protocol/order.ts'
import { levelUnder } from '../../../../src/engine/protocol/shortcut.ts'
import type { LinkCounts } from '../../../../src/engine/statistics/bootstrap.ts'
import { demoPopulation } from '../../support/populations.ts'

const demo = await demoPopulation('q8')
const members = membersOf(demo.frame)
const levelOf = levelUnder({})

const links = members.map((indices): LinkCounts => {
  const at = (level: string, right: boolean): number =>
    indices.filter(
      index =>
        levelOf(demo.frame.cells[demo.frame.cellOf[index] ?? 0]?.task) === level &&
        demo.right[index] === right,
    ).length
  return {
    A: at('high', true) * at('low', true),
    B: at('high', false) * at('low', true),
    C: at('high', false) * at('low', false),
    D: at('high', true) * at('low', false),
  }
})
const total = (group: keyof LinkCounts): number => links.reduce((sum, counts) => sum + counts[group], 0)
const truth = {
  shortcut: total('D') / (total('C') + total('D')),
  luck: total('D') / (total('A') + total('D')),
}

/** After so many rounds of the order of a seed. */
function after(rounds: number, seed: number) {
  const asked = new Set(
    balancedOrder(demo.frame, seed)
      .rounds.slice(0, rounds)
      .flat()
      .flatMap(group => members[group] ?? []),
  )
  return rateEstimates(demo.frame, {
    seed,
    isAsked: index => asked.has(index),
    linksOf: group => links[group],
  })
}

test('after every round the rates that a run ends with are within their intervals, in 95 of 100 runs at least', () => {
  const rounds = balancedOrder(demo.frame, 1).rounds.length
  let wrong = 0
  const runs = 40
  const widths: number[] = []
  for (let seed = 1; seed <= runs; seed++) {
    let isWrong = false
    for (const at of [1, 2, 4, 6, 8, rounds - 1]) {
      const { shortcut, luck } = after(at, seed)
      isWrong ||= shortcut.low > truth.shortcut || shortcut.high < truth.shortcut
      isWrong ||= luck.low > truth.luck || luck.high < truth.luck
      if (at === 8) widths.push(luck.high - luck.low)
    }
    wrong += Number(isWrong)
  }
  expect(wrong).toBeLessThanOrEqual(0.05 * runs)
  // Not so wide that they say nothing.
  expect(Math.max(...widths)).toBeLessThan(0.5)
})

test('nothing is known before the first round, and more with every one', () => {
  expect(after(0, 3)).toMatchObject({ of: 1560, shortcut: { low: 0, high: 1 }, luck: { low: 0, high: 1 } })
  const [early, late] = [after(4, 3), after(10, 3)]
  expect(late.luck.high - late.luck.low).toBeLessThan(early.luck.high - early.luck.low)
  expect(late.rationality).toEqual({ low: 1 - late.luck.high, high: 1 - late.luck.low })
})
