/** Races against the truth. `npm run lab -- estimates` runs them 10,000 times: docs/estimates.md. */
import { expect, test } from 'vitest'
import type { Verdicts } from '../../../../../src/engine/analysis/race/paired-sequence.ts'
import { left, raceStanding, winnersOf } from '../../../../../src/engine/analysis/race/standing.ts'
import { accuracyOf } from '../../../support/populations.ts'
import { demoField, type Field, publishedField, simulateRace, stoppedAt } from '../../../support/races.ts'

const apart = publishedField(['Lingshu-32B', 'Qwen2.5-VL-7B', 'LLaVA-Med-7B'], 120, 1)
const alike = publishedField(['Qwen2.5-VL-7B', 'Qwen2.5-VL-7B', 'Qwen2.5-VL-7B'], 80, 2)

const verdictsOf = ({ right }: Field): readonly Verdicts[] =>
  right.map(of => of.map(one => (one ? 'correct' : 'wrong')))

test.each([apart, alike])(
  'the best is dropped, or a “surely” is wrong, in no more races than the risk: $name',
  field => {
    const races = 60
    const risk = 0.1
    let [dropped, sureWrong, probablyWrong] = [0, 0, 0]
    for (let seed = 1; seed <= races; seed++) {
      const outcome = simulateRace(field, seed, risk)
      dropped += Number(outcome.bestWasDropped)
      sureWrong += Number(outcome.sureWasWrong)
      probablyWrong += Number(outcome.probablyWasWrong)
    }
    expect(dropped).toBeLessThanOrEqual(risk * races)
    expect(sureWrong).toBeLessThanOrEqual(risk * races)
    expect(probablyWrong).toBeLessThanOrEqual(0.1 * 3 * races)
  },
)

test('very different models are separated early, and the worse one is dropped first', () => {
  const asked = [0, 0, 0]
  for (let seed = 1; seed <= 10; seed++)
    for (const [i, n] of simulateRace(apart, seed, 0.05).asked.entries()) asked[i] = (asked[i] ?? 0) + n
  const all = 10 * apart.frame.cellOf.length
  expect(asked[2]).toBeLessThan(0.8 * (asked[1] ?? 0))
  expect(asked[0]).toBeLessThan(all)
})

test('asked to the end, every pair is known, and equal ones are both the best', async () => {
  const demo = await demoField()
  const [fp32 = [], q8 = [], q4 = []] = verdictsOf(demo)
  const standing = raceStanding(demo.frame, [fp32, q8, q4, fp32], { seed: 1, risk: 0.05 })
  expect(winnersOf(standing.models, standing.questions)).toEqual([0, 3])
  expect(standing.pairs).toHaveLength(6)
  for (const { first, second, difference, certainty, better } of standing.pairs) {
    const [one = [], other = []] = [demo.right[first % 3], demo.right[second % 3]]
    const lead = accuracyOf(one) - accuracyOf(other)
    expect(difference.low).toBeCloseTo(lead, 12)
    expect(difference.high).toBe(difference.low)
    expect(certainty).toBe(lead === 0 ? 'equal' : 'surely')
    expect(better).toBe(lead === 0 ? null : lead > 0 ? 'first' : 'second')
  }
})

test('nothing is known before a round that all have answered, and later answers wait', () => {
  const verdicts = verdictsOf(apart)
  const settings = { seed: 3, risk: 0.05 }
  const none = verdicts.map(of => of.map(() => null))
  const begun = raceStanding(apart.frame, none, settings)
  expect(left(begun)).toEqual([0, 1, 2])
  expect(begun.pairs.every(({ certainty }) => certainty === 'open')).toBe(true)
  const level = raceStanding(apart.frame, stoppedAt(apart.frame, verdicts, 3, [2, 2, 2]), settings)
  const ahead = raceStanding(apart.frame, stoppedAt(apart.frame, verdicts, 3, [3, 2, 2]), settings)
  expect(ahead.models[0]?.rounds).toBe(3)
  expect(ahead.models.map(({ outAfter }) => outAfter)).toEqual(level.models.map(({ outAfter }) => outAfter))
})

test('a failed question never decides', () => {
  const [best = [], worse = []] = verdictsOf(apart)
  const failing = best.map((verdict, i) => (i % 2 === 0 ? 'failed' : verdict))
  const standing = raceStanding(apart.frame, [failing, worse], { seed: 1, risk: 0.05 })
  // Asked to the end they are compared by what was answered, as runs are.
  expect(standing.pairs[0]?.certainty).toBe('surely')
  const part = stoppedAt(apart.frame, [failing, worse], 1, [4, 4])
  const held = raceStanding(apart.frame, part, { seed: 1, risk: 0.05 })
  const sound = raceStanding(apart.frame, stoppedAt(apart.frame, [best, worse], 1, [4, 4]), {
    seed: 1,
    risk: 0.05,
  })
  expect(held.pairs[0]?.difference.low).toBeLessThan(sound.pairs[0]?.difference.low ?? 0)
})
