import { describe, expect, test } from 'vitest'
import { Clusters, findClusters } from '../../../../src/engine/analysis/clusters.ts'
import { accuracyShares, overall, slices } from '../../../../src/engine/analysis/report.ts'
import { row } from '../../support/judged-rows.ts'
import { processorTime } from '../../support/processor-time.ts'
import { Random } from '../../support/random.ts'
import { rounds } from '../../support/rounds.ts'

/** Which rows are together, by their places. */
function together(rows: readonly ReturnType<typeof row>[]): number[][] {
  const clusters = new Clusters(rows)
  const found = new Map<number, number[]>()
  for (const [at, one] of rows.entries()) {
    const cluster = clusters.of(one)
    found.set(cluster, [...(found.get(cluster) ?? []), at])
  }
  return [...found.values()]
}

describe('the unit', () => {
  test('questions that share any image belong together', () => {
    const rows = [
      row({ image: 'a' }),
      row({ image: 'b', furtherImages: ['c'] }),
      row({ image: 'c' }),
      row({ image: 'd', furtherImages: ['a'] }),
      row({ image: null }),
      row({ image: null }),
    ]
    expect(together(rows)).toEqual([[0, 3], [1, 2], [4], [5]])
    expect(new Clusters(rows)).toMatchObject({ unit: 'image', count: 4, ungrouped: 0 })
  })

  test('equal files are one image', () => {
    const rows = [row({ image: 'a' }), row({ image: 'b', equalImages: ['a'] }), row({ image: 'c' })]
    expect(together(rows)).toEqual([[0, 1], [2]])
  })

  test('groups count within their source data set, and only if every answer has one', () => {
    const grouped = [
      row({ image: 'a', group: '1' }),
      row({ image: 'b', group: '1' }),
      row({ image: 'c', group: '1', dataset: 'Other' }),
      row({ image: null, group: '2' }),
      row({ image: null, group: '2' }),
    ]
    expect(together(grouped)).toEqual([[0, 1], [2], [3, 4]])
    expect(new Clusters(grouped)).toMatchObject({ unit: 'group', count: 3 })
    const some = [...grouped, row({ image: 'a' })]
    expect(new Clusters(some)).toMatchObject({ unit: 'image', ungrouped: 1, count: 5 })
    // A question that failed takes no part.
    expect(new Clusters([...grouped, row({ verdict: 'failed' })])).toMatchObject({ unit: 'group' })
  })

  test('single questions are named so', () => {
    expect(new Clusters([row({ image: 'a' }), row({ image: null })]).unit).toBe('question')
    expect(new Clusters([])).toMatchObject({ unit: 'question', count: 0 })
  })
})

/** Images of several questions, which share how hard their image is. */
function population(random: Random, images: number, each: number): ReturnType<typeof row>[] {
  return Array.from({ length: images }, (_, image) => {
    const isEasy = random.below(10) < 7
    return Array.from({ length: each }, (_, i) =>
      row({
        id: `${image} ${i}`,
        image: `${image}.png`,
        task: i % 2 ? 'View Recognition' : 'Organ Recognition',
        verdict: random.below(10) < (isEasy ? 9 : 4) ? 'correct' : 'wrong',
      }),
    )
  }).flat()
}

test('neither the order of records nor the names of images change a figure', () => {
  const rows = population(new Random(3), 40, 4)
  const renamed = rows.toReversed().map(one => ({ ...one, image: `other/${one.image}` }))
  for (const [a, b] of [
    [overall(rows), overall(renamed)],
    [slices(rows, 'task').at(0), slices(renamed, 'task').at(-1)],
  ]) {
    expect(b?.low).toBeCloseTo(a?.low ?? 0, 11)
    expect(b?.high).toBeCloseTo(a?.high ?? 0, 11)
    expect(b?.basis).toMatchObject({ clusters: 40, unit: 'image' })
  }
})

test('the interval of a slice covers the truth in 93 to 98.5 % of runs', () => {
  const random = new Random(11)
  const runs = rounds(2000)
  const truth = 0.7 * 0.9 + 0.3 * 0.4
  let covered = 0
  for (let run = 0; run < runs; run++) {
    const figure = accuracyShares(population(random, 60, 6)).where(({ task }) => task === 'View Recognition')
    if (figure.low <= truth && truth <= figure.high) covered++
  }
  expect(covered / runs).toBeGreaterThanOrEqual(0.93)
  expect(covered / runs).toBeLessThanOrEqual(0.985)
})

test('20,000 records take less than half a second', () => {
  const rows = population(new Random(5), 4000, 5)
  const start = processorTime()
  findClusters(rows)
  overall(rows)
  for (const axis of ['task', 'modality', 'parts', 'dataset'] as const) slices(rows, axis)
  expect(processorTime() - start).toBeLessThan(500)
})
