/** Figures of sums are the figures themselves. */
import { defaultSeed, percentiles, Random } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import {
  fleissKappa,
  gwetsAc1,
  pairKappa,
  percentAgreement,
} from '../../../src/features/readers/engine/agreement.ts'
import { clusteredPercentiles } from '../../../src/features/readers/engine/agreement-interval.ts'
import {
  ac1Sums,
  alphaSums,
  cohenSums,
  fleissSums,
  gammaSums,
  percentSums,
  type SummedFigure,
} from '../../../src/features/readers/engine/agreement-sums.ts'
import { krippendorffsAlpha } from '../../../src/features/readers/engine/krippendorff.ts'
import {
  meanOfDefined,
  type ReaderRatings,
  readerPairs,
} from '../../../src/features/readers/engine/ratings.ts'
import { interchangeability } from '../../../src/features/readers/engine/spread.ts'

const overPairs =
  (of: (a: ReaderRatings[number], b: ReaderRatings[number]) => number | null) => (ratings: ReaderRatings) =>
    meanOfDefined(readerPairs(ratings.length).map(([a, b]) => of(ratings[a] ?? [], ratings[b] ?? [])))

const figures: readonly (readonly [
  name: string,
  direct: (ratings: ReaderRatings) => number | null,
  sums: (readers: number) => SummedFigure,
])[] = [
  ['percent', overPairs(percentAgreement), percentSums],
  ['cohen', overPairs((a, b) => pairKappa(a, b, 2)), cohenSums],
  ['fleiss', ratings => fleissKappa(ratings).kappa, fleissSums],
  ['alpha', ratings => krippendorffsAlpha(ratings, 'nominal'), () => alphaSums],
  ['ac1', ratings => gwetsAc1(ratings, 2), () => ac1Sums],
  [
    'gamma',
    ratings => interchangeability(ratings.slice(0, -1), ratings.at(-1) ?? []).gamma,
    readers => gammaSums(readers - 1),
  ],
]

const random = new Random(11)
/** Some have gaps, some readers who always give one answer, and some are nearly empty. */
const tables = Array.from({ length: 200 }, (): ReaderRatings => {
  const [readers, samples] = [2 + random.below(4), 1 + random.below(60)]
  const [gaps, ones] = [random.below(3) / 3, [0, 1, random.unit()][random.below(3)] as number]
  return Array.from({ length: readers }, () =>
    Array.from({ length: samples }, () => (random.unit() < gaps ? null : Number(random.unit() < ones))),
  )
})

test.each(figures)('%s of the sums over samples is that of the answers', (_, direct, sums) => {
  for (const ratings of tables) {
    const { addends, figure } = sums(ratings.length)
    const rows = (ratings[0] ?? []).map((_, sample) => addends(ratings.map(row => row[sample] ?? null)))
    const total = Float64Array.from(rows[0] ?? [], (_, i) =>
      rows.reduce((sum, row) => sum + (row[i] as number), 0),
    )
    const expected = direct(ratings)
    if (expected === null) expect(figure(total)).toBeNull()
    else expect(figure(total)).toBeCloseTo(expected, 10)
  }
})

test.each(figures)('the interval of %s is that of drawing the answers of clusters', (_, direct, sums) => {
  const ratings = [0.8, 0.7, 0.75].map(share =>
    Array.from({ length: 75 }, (_, i) => (i % 11 === 3 ? null : Number(random.unit() < share))),
  )
  const clusterBySample = ratings[0]?.map((_, sample) => Math.floor(sample / 3)) ?? []
  const draw = new Random(defaultSeed)
  const drawn = percentiles(
    Float64Array.from({ length: 200 }, () => {
      const samples = Array.from({ length: 25 }, () => draw.below(25)).flatMap(cluster =>
        [0, 1, 2].map(i => 3 * cluster + i),
      )
      return direct(ratings.map(row => samples.map(sample => row[sample] ?? null))) ?? Number.NaN
    }),
  )
  const added = clusteredPercentiles(ratings, clusterBySample, sums(3), { resamples: 200 })
  expect(added?.low).toBeCloseTo(drawn?.low ?? Number.NaN, 10)
  expect(added?.high).toBeCloseTo(drawn?.high ?? Number.NaN, 10)
})
