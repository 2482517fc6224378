import { expect, test } from 'vitest'
import { phasesSince } from '../../../../src/engine/runtime/start-phases.ts'

test('the phases up to the first answer have no gap, in whatever order they are reported', () => {
  const ends = [
    { name: 'encoder', at: 1500 },
    { name: 'thread', at: 1100 },
    { name: 'shown', at: 4000 },
  ]
  const phases = phasesSince(1000, ends)
  expect(phases).toEqual([
    { name: 'thread', ms: 100 },
    { name: 'encoder', ms: 400 },
    { name: 'shown', ms: 2500 },
  ])
})
