import { expect, test } from 'vitest'
import { estimate } from '../../../../src/engine/analysis/report.ts'
import { blindOverall, blindVoxels, corruptionDrops } from '../../../../src/engine/probes/figures.ts'
import { row } from '../../support/judged-rows.ts'

const pair = (first: boolean, second: boolean, part: Parameters<typeof row>[0] = {}) =>
  [
    row({ ...part, verdict: first ? 'correct' : 'wrong' }),
    row({ ...part, verdict: second ? 'correct' : 'wrong' }),
  ] as const

const pairs = [
  pair(true, true),
  pair(true, false),
  pair(false, true),
  pair(true, false, { parts: 'Chest', chance: 1 / 2 }),
  pair(true, true, { parts: 'Chest', chance: 1 / 2 }),
]

test('the share answered without the image, and the share of the right answers', () => {
  const all = blindOverall(pairs)
  expect(all).toMatchObject({ n: 5, first: 0.8, second: 0.6 })
  expect(all.blind).toEqual(estimate(5, 3, 0.35))
  expect(all.kept).toEqual(estimate(4, 2, 0.35))
  const [brain, chest] = blindVoxels(pairs)
  expect(brain).toMatchObject({
    parts: 'Brain',
    n: 3,
    blind: estimate(3, 2, 0.25),
    kept: estimate(2, 1, 0.25),
  })
  expect(chest).toMatchObject({ parts: 'Chest', n: 2, blind: estimate(2, 1, 0.5), kept: estimate(2, 1, 0.5) })
  expect(chest?.adjusted).toBe(1)
})

test('a drop is negative, overall and in every voxel', () => {
  const [drop] = corruptionDrops([{ corruption: 'blur', strength: 3, pairs }])
  expect(drop).toMatchObject({ corruption: 'blur', strength: 3 })
  expect(drop?.overall.difference).toBeCloseTo(-0.2, 12)
  expect(drop?.overall.low).toBeLessThan(-0.2)
  expect(drop?.overall.high).toBeGreaterThan(-0.2)
  expect(drop?.voxels.map(({ parts, difference }) => [parts, difference])).toEqual([
    ['Brain', 0],
    ['Chest', -0.5],
  ])
})
