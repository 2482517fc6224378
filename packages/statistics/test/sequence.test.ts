import { expect, test } from 'vitest'
import { Random } from '../../../test/unit/support/random.ts'
import { rounds } from '../../../test/unit/support/rounds.ts'
import { LowerSequence, type Round } from '../src/sequence.ts'
import betting from './golden/confseq.json' with { type: 'json' }
import cases from './golden/sequence.json' with { type: 'json' }

test('limits are those that tools/golden/sequence.py finds in 60 digits', () => {
  for (const { alpha, blockSize, most, rounds: given, limits } of cases) {
    const sequence = new LowerSequence(alpha, blockSize, most)
    const found = given.map(round => {
      sequence.addRound(round)
      return sequence.limit
    })
    for (const [i, limit] of limits.entries()) expect(found[i]).toBeCloseTo(limit, 8)
  }
})

test('of one block and single questions the evidence is the betting martingale of the package confseq', () => {
  for (const { size, total, answers, evidence } of betting) {
    const sequence = new LowerSequence(0.05, size, 1)
    let right = 0
    for (const [i, answer] of answers.entries()) {
      const left = size - i
      const mean = (total - right) / left
      // What is expected of all that is open is then just the total.
      sequence.addRound({ left, draws: [{ left, z: answer - mean }], known: total, worst: mean })
      right += answer
      expect(sequence.evidenceAgainst(total)).toBeCloseTo(evidence[i] ?? Number.NaN, 9)
    }
  }
})

test('nothing is known before the first round', () => {
  expect(new LowerSequence(0.05, 10, 2).limit).toBe(Number.NEGATIVE_INFINITY)
})

/** Limits after each round of single questions in one block, of which so many are right, drawn in a random order. */
function drawn(right: number, of: number, seed: number): readonly number[] {
  const random = new Random(seed)
  const answers = Array.from({ length: of }, (_, i) => ({ correct: i < right, at: random.next() }))
  answers.sort((a, b) => a.at - b.at)
  const sequence = new LowerSequence(0.05, of, 1)
  let seen = 0
  return answers.map(({ correct }, i) => {
    const share = (seen + 1) / (i + 2)
    const round: Round = {
      left: of - i,
      draws: [{ left: of - i, z: Number(correct) - share }],
      known: seen + share * (of - i),
      worst: share,
    }
    sequence.addRound(round)
    seen += Number(correct)
    return sequence.limit
  })
}

test.each([
  [10, 100],
  [50, 100],
  [90, 100],
  [100, 100],
  [0, 100],
])('of %i right of %i the lower limit is above them at any time in 5 %% of runs at most', (right, of) => {
  const runs = rounds(3000)
  let wrong = 0
  for (let seed = 0; seed < runs; seed++)
    if (drawn(right, of, seed).some(limit => limit > right + 1e-9)) wrong++
  expect(wrong).toBeLessThanOrEqual(0.05 * runs)
})

test('the limit approaches the true value', () => {
  const half = drawn(80, 100, 1)[49] ?? 0
  expect(half).toBeGreaterThan(60)
  expect(drawn(800, 1000, 1)[499] ?? 0).toBeGreaterThan(750)
})
