import { expect, test } from 'vitest'
import { Clusters } from '../../../../src/engine/analysis/clusters.ts'
import { BlindAnswers, corruptionDrops } from '../../../../src/engine/probes/figures.ts'
import { row } from '../../support/judged-rows.ts'

const pair = (first: boolean, second: boolean, part: Parameters<typeof row>[0] = {}) =>
  [
    row({ ...part, image: null, verdict: first ? 'correct' : 'wrong' }),
    row({ ...part, verdict: second ? 'correct' : 'wrong' }),
  ] as const

const pairs = [
  pair(true, true),
  pair(true, false),
  pair(false, true),
  pair(true, false, { parts: 'Chest', chance: 1 / 2 }),
  pair(true, true, { parts: 'Chest', chance: 1 / 2 }),
]

const clusters = new Clusters(pairs.map(([first]) => first))

test('the share answered without the image, and the share of the right answers', () => {
  const answers = new BlindAnswers(pairs, clusters)
  const all = answers.overall()
  expect(all).toMatchObject({ n: 5, first: 0.8, second: 0.6 })
  expect(all.seen).toMatchObject({ n: 5, correct: 4, share: 0.8 })
  expect(all.blind).toMatchObject({ n: 5, correct: 3, share: 0.6, chance: expect.closeTo(0.35, 12) })
  expect(all.kept).toMatchObject({ n: 4, correct: 2, share: 0.5, chance: null })
  const [brain, chest] = answers.voxels()
  expect(brain).toMatchObject({
    parts: 'Brain',
    n: 3,
    blind: { n: 3, correct: 2, chance: 0.25 },
    kept: { n: 2, correct: 1, basis: { clusters: 2 } },
  })
  expect(chest).toMatchObject({
    parts: 'Chest',
    n: 2,
    blind: { n: 2, correct: 1, chance: 0.5 },
    kept: { n: 2, correct: 1 },
  })
  expect(chest?.adjusted).toBe(1)
})

test('a drop is negative, overall and in every voxel', () => {
  const [drop] = corruptionDrops([{ corruption: 'blur', strength: 3, pairs }], clusters)
  expect(drop).toMatchObject({ corruption: 'blur', strength: 3 })
  expect(drop?.overall.difference).toBeCloseTo(-0.2, 12)
  expect(drop?.overall.low).toBeLessThan(-0.2)
  expect(drop?.overall.high).toBeGreaterThan(-0.2)
  expect(drop?.voxels.map(({ parts, difference }) => [parts, difference])).toEqual([
    ['Brain', 0],
    ['Chest', -0.5],
  ])
})
