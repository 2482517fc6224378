import { describe, expect, test } from 'vitest'
import { pairedShares, sliceDifference } from '../src/clustered-difference.ts'
import { clusteredMean } from '../src/clustered-mean.ts'
import {
  type ClusteredShare,
  ClusterTally,
  clopperPearson,
  clusteredShare,
  pooledIcc,
} from '../src/clustered-share.ts'
import { holm, signFlip } from '../src/p-values.ts'
import { studentQuantile } from '../src/quantiles.ts'
import { chiSquaredTail } from '../src/special.ts'
import { golden } from './golden.ts'
import { expectRelative, labGolden } from './lab-golden.ts'

/** Every number of the first, to 1e-9. */
function expectEqual(actual: object, expected: object): void {
  for (const [name, value] of Object.entries(expected)) {
    if (typeof value !== 'number') continue
    const found = Reflect.get(actual, name)
    expect(Math.abs(found - value), `${name}: ${found} and ${value}`).toBeLessThan(1e-9)
  }
}

interface IntervalCase {
  readonly right: number[]
  readonly total: number[]
  readonly rho: number
  readonly expected: ClusteredShare
}

interface PairedCase {
  readonly first: number[]
  readonly second: number[]
  readonly total: number[]
  readonly rho: number
  readonly name?: string
  readonly expected: Readonly<
    Record<
      'difference' | 'low' | 'high' | 'p' | 'obuchowski' | 'obuchowskiP' | 'durkalski' | 'durkalskiP',
      number
    >
  >
}

interface RunCase {
  readonly records: [cluster: string, task: string, correct: number][]
  readonly voxels: string[]
  readonly pooledIcc: number
  readonly figures: (ClusteredShare & { readonly slice: { readonly task?: string } })[]
  readonly viewLessOrgan: object
  readonly macro: object
}

const numbered = (texts: readonly string[]): number[] => {
  const known = [...new Set(texts)]
  return texts.map(text => known.indexOf(text))
}

describe('the reference', () => {
  test('87 intervals', () => {
    const cases = golden<IntervalCase[]>('clustered/intervals.json')
    expect(cases).toHaveLength(87)
    for (const { right, total, rho, expected } of cases)
      expectEqual(clusteredShare({ right, total }, rho), expected)
  })

  test('50 pairs, two of them published', () => {
    const cases = golden<PairedCase[]>('clustered/paired.json')
    expect(cases).toHaveLength(50)
    for (const { first, second, total, rho, expected } of cases) {
      const found = pairedShares({ first, second, total }, rho)
      const { difference, low, high, p, obuchowski, durkalski } = found
      expectEqual(
        {
          ...{ difference, low, high, p },
          ...{ obuchowski: obuchowski.statistic, obuchowskiP: obuchowski.p },
          ...{ durkalski: durkalski.statistic, durkalskiP: durkalski.p },
        },
        expected,
      )
    }
  })

  test('six whole runs', () => {
    const cases = golden<RunCase[]>('clustered/runs.json')
    expect(cases).toHaveLength(6)
    for (const { records, voxels, figures, ...expected } of cases) {
      const clusters = numbered(records.map(([cluster]) => cluster))
      const tasks = numbered(records.map(([, task]) => task))
      const values = records.map(([, , correct]) => correct)
      const icc = pooledIcc({ clusters, tasks, values })
      expect(Math.abs(icc - expected.pooledIcc)).toBeLessThan(1e-9)
      const sliceTally = (task?: string) => {
        const tally = new ClusterTally()
        for (const [i, [, of, correct]] of records.entries())
          if (task === undefined || of === task) tally.add(clusters[i] as number, correct)
        return tally
      }
      for (const { slice, ...figure } of figures) expectEqual(sliceTally(slice.task).share(icc), figure)
      const [organ, view] = [sliceTally('organ'), sliceTally('view')]
      // The reference has Wilson's limits for few clusters too; those have exact limits here (slice-differences.json).
      if (Math.min(organ.size, view.size) >= 20)
        expectEqual(sliceDifference(organ, view, icc), expected.viewLessOrgan)
      const { mean, parts, effectiveN, low, high } = clusteredMean(
        { clusters, tasks, values },
        numbered(voxels),
      )
      expectEqual({ mean, voxels: parts, effectiveN, low, high }, expected.macro)
    }
  })
})

describe('single questions', () => {
  test('have the exact binomial interval', () => {
    const right = [1, 1, 1, 1, 1, 1, 1, 0, 0, 0]
    const found = clusteredShare({ right, total: right.map(() => 1) }, 0.4)
    expect(found).toMatchObject({ n: 10, clusters: 10, designEffect: 1, effectiveN: 10 })
    // scipy.stats.binomtest(7, 10).proportion_ci()
    expect(found.low).toBeCloseTo(0.3475471499399921, 12)
    expect(found.high).toBeCloseTo(0.9332604888222655, 12)
  })

  test('have McNemar’s exact test, as statsmodels, and Newcombe’s interval, method 10', () => {
    for (const [bothRight, onlySecond, onlyFirst, bothWrong, p, difference, low, high] of labGolden.paired) {
      const found = pairedShares(countOutcomes({ bothRight, onlySecond, onlyFirst, bothWrong }), 0.3)
      expectRelative(found.p, p, 1e-10)
      expect(found.difference).toBeCloseTo(difference, 14)
      expect(found.low).toBeCloseTo(low, 12)
      expect(found.high).toBeCloseTo(high, 12)
    }
  })

  test('the example of Newcombe’s paper', () => {
    const table = { bothRight: 20, onlySecond: 12, onlyFirst: 2, bothWrong: 16 }
    const { low, high } = pairedShares(countOutcomes(table), 0.3)
    expect([low, high]).toEqual([expect.closeTo(0.0562, 4), expect.closeTo(0.3292, 4)])
  })
})

/** Single questions. */
function countOutcomes({
  bothRight,
  onlyFirst,
  onlySecond,
  bothWrong,
}: Readonly<Record<'bothRight' | 'onlyFirst' | 'onlySecond' | 'bothWrong', number>>) {
  const pairs = [
    ...times(bothRight, 1, 1),
    ...times(onlyFirst, 1, 0),
    ...times(onlySecond, 0, 1),
    ...times(bothWrong, 0, 0),
  ]
  return { first: pairs.map(([a]) => a), second: pairs.map(([, b]) => b), total: pairs.map(() => 1) }
}

const times = (n: number, first: number, second: number): [number, number][] =>
  Array.from({ length: n }, () => [first, second])

test('Holm-adjusted p-values are those of statsmodels', () => {
  for (const [pValues, adjusted] of labGolden.holm) {
    expect(holm(pValues)).toEqual(adjusted.map(p => expect.closeTo(p, 14)))
  }
  expect(holm([])).toEqual([])
})

test('two copies of every question of an image leave the interval about as it was', () => {
  const right = Array.from({ length: 60 }, (_, g) => (g % 3 === 0 ? 0 : g % 2 ? 2 : 1))
  const total = right.map(() => 2)
  const once = clusteredShare({ right, total }, 0.5)
  const twice = clusteredShare({ right: right.map(y => 2 * y), total: total.map(m => 2 * m) }, 0.5)
  expect(Math.abs(twice.low - once.low)).toBeLessThan(0.02)
  expect(Math.abs(twice.high - once.high)).toBeLessThan(0.02)
})

test('the order of clusters changes nothing', () => {
  const right = [3, 0, 2, 5, 1, 1]
  const total = [3, 1, 4, 5, 1, 2]
  const turned = clusteredShare({ right: right.toReversed(), total: total.toReversed() }, 0.2)
  expectEqual(turned, clusteredShare({ right, total }, 0.2))
})

test('nothing asked, nothing known', () => {
  expect(clusteredShare({ right: [], total: [] }, 0.5)).toMatchObject({ n: 0, share: 0, low: 0, high: 1 })
  expect(pairedShares({ first: [], second: [], total: [] }, 0.5)).toMatchObject({ low: -1, high: 1, p: 1 })
})

test('one cluster, or one verdict only, stays wide', () => {
  expect(clusteredShare({ right: [5], total: [5] }, 0.5)).toMatchObject({ high: 1 })
  expect(clusteredShare({ right: [5], total: [5] }, 0.5).low).toBeLessThan(0.3)
  expect(clusteredShare({ right: [0, 0], total: [4, 4] }, 0.5).low).toBe(0)
})

test('the sign-flip test counts every flip of signs', () => {
  const differences = [2, -1, 1, 3, 0, -2]
  const sums = differences.reduce<number[]>((sums, d) => sums.flatMap(s => [s + d, s - d]), [0])
  const share = sums.filter(sum => Math.abs(sum) >= 3).length / sums.length
  expect(signFlip(differences)).toBeCloseTo(share, 12)
})

test('of many clusters that differ the large-sample form is taken', () => {
  const differences = Array.from({ length: 2001 }, (_, i) => (i % 2 ? 2 : i % 4 ? -1 : 1))
  const sum = differences.reduce((a, b) => a + b, 0)
  const squares = differences.reduce((a, b) => a + b * b, 0)
  expect(signFlip(differences)).toBe(chiSquaredTail(sum ** 2 / squares))
})

test('quantiles and tails are those of SciPy', () => {
  // scipy.stats.t.ppf(0.975, …)
  expect(studentQuantile(1)).toBeCloseTo(12.706204736174698, 9)
  expect(studentQuantile(6.5)).toBeCloseTo(2.4020020079102764, 9)
  expect(studentQuantile(1e6)).toBeCloseTo(1.959966356814107, 9)
  // scipy.stats.chi2.sf(…, 1)
  expect(chiSquaredTail(3.841458820694124)).toBeCloseTo(0.05, 13)
  expect(chiSquaredTail(0.1)).toBeCloseTo(0.7518296340458492, 13)
  expect(chiSquaredTail(30)).toBeCloseTo(4.320463057827488e-8, 18)
  expect(clopperPearson(0.5, 2.5).low).toBeGreaterThan(0)
})

test('a task of one patient shows nothing of the correlation; without pairs it is the assumed one', () => {
  /** Singles of a task, and one cluster with `right` of 30 questions of another. */
  const icc = (right: number | null) => {
    const singles = Array.from({ length: 120 }, (_, i) => [i, 0, Number(i % 6 > 0)] as const)
    const patient = Array.from(
      { length: right === null ? 0 : 30 },
      (_, i) => [999, 1, Number(i < (right ?? 0))] as const,
    )
    const all = [...singles, ...patient]
    return pooledIcc({
      clusters: all.map(([cluster]) => cluster),
      tasks: all.map(([, task]) => task),
      values: all.map(([, , value]) => value),
    })
  }
  for (const right of [null, 0, 15, 30]) expect(icc(right)).toBe(0.5)
})
