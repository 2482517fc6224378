import { expect, test } from 'vitest'
import { clusteredRates, type Rate } from '../src/bootstrap.ts'
import { clusteredShare } from '../src/clustered-share.ts'
import { Random } from '../src/random.ts'
import { labGolden } from './lab-golden.ts'

test('with the same seed the intervals are those of NumPy', () => {
  const close = (rate: Rate, [share, low, high]: readonly number[]) => {
    expect(rate.method).toBe('bootstrap')
    expect(rate.share).toBeCloseTo(share ?? 0, 14)
    expect(rate.low).toBeCloseTo(low ?? 0, 14)
    expect(rate.high).toBeCloseTo(high ?? 0, 14)
  }
  for (const { clusters, seed, resamples, luck, rationality } of labGolden.bootstrap) {
    const rates = clusteredRates(
      clusters.map(([A, B, C, D]) => ({ A, B, C, D })),
      { seed, resamples },
    )
    close(rates.luck, luck)
    close(rates.rationality, rationality)
  }
})

test('images that agree have the uncertainty of a share with the prior correlation', () => {
  const images = Array.from({ length: 5 }, () => ({ A: 4, B: 0, C: 0, D: 0 }))
  const { luck, shortcut, rationality } = clusteredRates(images)
  const { high } = clusteredShare({ right: [0, 0, 0, 0, 0], total: [4, 4, 4, 4, 4] }, 0.5)
  expect(luck).toEqual({ n: 20, correct: 0, share: 0, low: 0, high, method: 'korn-graubard' })
  expect(rationality).toMatchObject({ n: 20, correct: 20, share: 1, high: 1, method: 'korn-graubard' })
  expect(rationality.low).toBeCloseTo(1 - high, 14)
  expect(shortcut).toMatchObject({ n: 0, share: 0, low: 0, high: 1 })
})

test('nothing is known of no links, and the official figures are 0', () => {
  const { images, links, luck, rationality } = clusteredRates([{ A: 0, B: 0, C: 0, D: 0 }])
  expect([images, links]).toEqual([0, 0])
  expect(luck).toMatchObject({ n: 0, share: 0, low: 0, high: 1 })
  expect(rationality).toMatchObject({ n: 0, share: 0, low: 0, high: 1 })
})

test('images of one group are drawn together', () => {
  const random = new Random(2)
  const images = Array.from({ length: 80 }, (_, i) =>
    (random.below(2) + (i >> 3)) % 2 ? links(0, 1) : links(1, 0),
  )
  const grouped = clusteredRates(images, {}, at => at >> 3)
  expect(grouped).toMatchObject({
    images: 80,
    clusters: 10,
    luck: { share: clusteredRates(images).luck.share },
  })
})

test('correlated links widen the interval', () => {
  const random = new Random(2)
  const apart = Array.from({ length: 400 }, () => (random.below(2) ? links(0, 1) : links(1, 0)))
  const together = Array.from({ length: 40 }, () => (random.below(2) ? links(0, 10) : links(10, 0)))
  const width = ({ low, high }: Rate) => high - low
  expect(width(clusteredRates(together).luck)).toBeGreaterThan(2 * width(clusteredRates(apart).luck))
})

test('very many images are drawn by their kinds, and the intervals are those of image by image', () => {
  const random = new Random(5)
  const below = (n: number) => random.below(n)
  // Both are of the same mixture: how wide an interval is goes with the root of the number of images.
  const images = Array.from({ length: 16_000 }, () => ({ A: below(3), B: 0, C: below(2), D: below(3) }))
  const few = images.slice(0, 4000)
  const [all, part] = [clusteredRates(images), clusteredRates(few)]
  const scale = Math.sqrt(images.length / few.length)
  for (const key of ['luck', 'rationality'] as const) {
    const [whole, small] = [all[key], part[key]]
    expect(whole.method).toBe('bootstrap')
    expect(whole.low).toBeLessThan(whole.share)
    expect(whole.high).toBeGreaterThan(whole.share)
    const width = ({ low, high }: Rate) => high - low
    expect((width(whole) * scale) / width(small)).toBeGreaterThan(0.85)
    expect((width(whole) * scale) / width(small)).toBeLessThan(1.15)
  }
  expect(clusteredRates(images)).toEqual(all)
})

const links = (A: number, D: number) => ({ A, B: 0, C: 0, D })

test('the rate with wrong perception is compared with that with right perception, each with its own uncertainty', () => {
  // Twelve misread images, each with one of two diagnoses right; 88 images read rightly with 142 of 176 right.
  const images = [
    ...Array.from({ length: 12 }, () => ({ A: 0, B: 0, C: 1, D: 1 })),
    ...Array.from({ length: 88 }, (_, i) => ({ A: i < 54 ? 2 : 1, B: i < 54 ? 0 : 1, C: 0, D: 0 })),
  ]
  const { gap, shortcut, grounded, misread, readRight } = clusteredRates(images)
  expect([misread, readRight]).toEqual([12, 88])
  expect([shortcut.n, shortcut.correct, grounded.n, grounded.correct]).toEqual([24, 12, 176, 142])
  expect([shortcut.method, grounded.method]).toEqual(['korn-graubard', 'korn-graubard'])
  expect(shortcut.low).toBeCloseTo(0.287, 3)
  expect(shortcut.high).toBeCloseTo(0.713, 3)
  expect(gap?.difference).toBeCloseTo(-0.3068, 4)
  // MOVER: no image has both kinds of links.
  expect(gap?.low).toBeCloseTo(
    -0.3068 - Math.hypot(shortcut.share - shortcut.low, grounded.high - grounded.share),
    4,
  )
  expect(gap?.high).toBeCloseTo(
    -0.3068 + Math.hypot(shortcut.high - shortcut.share, grounded.share - grounded.low),
    4,
  )
  expect(gap?.low).toBeCloseTo(-0.526, 1)
  expect(gap?.high).toBeCloseTo(-0.088, 1)
})

test('without a wrong or without a right perception there is nothing to compare', () => {
  expect(clusteredRates([{ A: 1, B: 1, C: 0, D: 0 }]).gap).toBeNull()
  expect(clusteredRates([{ A: 0, B: 0, C: 1, D: 1 }])).toMatchObject({ gap: null, misread: 1, readRight: 0 })
})

test('the order of images changes nothing', () => {
  const random = new Random(3)
  const below = (n: number) => random.below(n)
  const images = Array.from({ length: 60 }, () => ({ A: below(3), B: below(2), C: below(2), D: below(3) }))
  const found = clusteredRates(images)
  expect(found.luck.method).toBe('bootstrap')
  expect(clusteredRates(images.toReversed())).toEqual(found)
  expect(clusteredRates([...images.slice(31), ...images.slice(0, 31)])).toEqual(found)
})
