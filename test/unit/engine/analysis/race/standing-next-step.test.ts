import { expect, test } from 'vitest'
import type { Verdicts } from '../../../../../src/engine/analysis/race/paired-sequence.ts'
import { type Cost, nextStep } from '../../../../../src/engine/analysis/race/race-report.ts'
import {
  type ModelStanding,
  type RaceStanding,
  raceStanding,
} from '../../../../../src/engine/analysis/race/standing.ts'
import { publishedField, stoppedAt } from '../../../support/races.ts'
import { Random } from '../../../support/random.ts'

const standingOf = (models: readonly Partial<ModelStanding>[]): RaceStanding => ({
  questions: 100,
  rounds: 20,
  models: models.map(model => ({ asked: 0, correct: 0, wrong: 0, rounds: 0, outAfter: null, ...model })),
  pairs: [],
})

const unknown: readonly Cost[] = [0, 1, 2].map(() => ({ load: 0, asking: 0 }))

test('all begin with one round, in turn', () => {
  expect(nextStep(standingOf([{}, {}, {}]), unknown)).toEqual({ kind: 'ask', model: 0, rounds: 1 })
  const next = nextStep(standingOf([{ rounds: 1 }, {}, {}]), unknown)
  expect(next).toEqual({ kind: 'ask', model: 1, rounds: 1 })
})

test('a stage is so long that loading is at most a tenth of it', () => {
  const costs = [
    { load: 1000, asking: 6000 },
    { load: 4000, asking: 8000 },
  ]
  // 9 × 4 s of asking, at 4 s a round.
  const next = nextStep(standingOf([{ rounds: 2 }, { rounds: 2 }]), costs)
  expect(next).toEqual({ kind: 'ask', model: 0, rounds: 11 })
  const last = nextStep(standingOf([{ rounds: 15 }, { rounds: 15 }]), [
    { load: 1000, asking: 100 },
    { load: 1000, asking: 100 },
  ])
  expect(last).toEqual({ kind: 'ask', model: 0, rounds: 20 })
})

test('one that is out is asked no further, and one that is left alone neither', () => {
  const out = { rounds: 2, outAfter: 2 }
  const next = nextStep(standingOf([out, { rounds: 3 }, { rounds: 2 }]), unknown)
  expect(next).toEqual({ kind: 'ask', model: 2, rounds: 3 })
  expect(nextStep(standingOf([out, { rounds: 3 }, out]), unknown)).toEqual({ kind: 'over' })
  expect(nextStep(standingOf([]), [])).toEqual({ kind: 'over' })
})

test('a race interrupted anywhere and any number of times reaches the same end', () => {
  const { frame, right } = publishedField(['Lingshu-32B', 'Qwen2.5-VL-7B', 'LLaVA-Med-7B'], 60, 4)
  const whole: readonly Verdicts[] = right.map(of => of.map(one => (one ? 'correct' : 'wrong')))
  const ends = [0, 1, 2, 3].map(seed => {
    const random = new Random(seed)
    const rounds = right.map(() => 0)
    for (let sitting = 0; sitting < 1000; sitting++) {
      const standing = raceStanding(frame, stoppedAt(frame, whole, 5, rounds), { seed: 5, risk: 0.1 })
      const step = nextStep(standing, [])
      if (step.kind === 'over') return standing.models.map(({ outAfter }) => outAfter)
      expect(step.rounds).toBeGreaterThan(rounds[step.model] ?? 0)
      // A crash: fewer rounds than were to be asked, or none.
      const isBroken = seed > 0 && random.below(3) === 0
      if (!isBroken) rounds[step.model] = step.rounds
    }
    return null
  })
  expect(ends[0]).not.toBeNull()
  for (const end of ends) expect(end).toEqual(ends[0])
})
