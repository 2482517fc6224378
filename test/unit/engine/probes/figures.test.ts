import { expect, test } from 'vitest'
import { Clusters } from '../../../../src/engine/analysis/clusters.ts'
import { compareVoxels, PairedAnswers } from '../../../../src/engine/analysis/paired-differences.ts'
import { BlindAnswers, relativeDrops } from '../../../../src/engine/probes/figures.ts'
import { row } from '../../support/judged-rows.ts'

type Row = ReturnType<typeof row>

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
  const answers = new PairedAnswers(pairs, clusters)
  const { difference, low, high } = answers.overall()
  expect(difference).toBeCloseTo(-0.2, 12)
  expect(low).toBeLessThan(-0.2)
  expect(high).toBeGreaterThan(-0.2)
  expect(compareVoxels(answers).map(({ parts, difference }) => [parts, difference])).toEqual([
    ['Brain', 0],
    ['Chest', -0.5],
  ])
})

test('the relative drop of a voxel is the mean over the passes that ask each question', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(image => row({ image, verdict: 'correct' })) as [Row, Row, Row]
  const wrong = row({ image: 'd', verdict: 'wrong' })
  const chest = row({ image: 'e', parts: 'Chest', verdict: 'wrong' })
  const spoilt = (own: Row, verdict: 'correct' | 'wrong') => [own, { ...own, verdict }] as const
  const [brain, ...others] = relativeDrops(
    [
      [
        spoilt(a, 'correct'),
        spoilt(b, 'wrong'),
        spoilt(c, 'correct'),
        spoilt(wrong, 'wrong'),
        spoilt(chest, 'correct'),
      ],
      [spoilt(a, 'wrong'), spoilt(b, 'wrong')],
    ],
    new Clusters([a, b, c, wrong, chest]),
  )
  // Right on clean images: 3 of 4. On corrupted ones a half, none, one and none.
  expect(brain).toMatchObject({ parts: 'Brain', n: 4, clusters: 4, clean: 0.75, spoilt: 0.375, drop: 0.5 })
  expect(brain?.interval?.low).toBeLessThan(0.5)
  expect(brain?.interval?.high).toBeGreaterThan(0.5)
  // Where no clean image is answered rightly, nothing can be lost.
  expect(others).toEqual([])
})
