/** The papers' claims about several models, on made-up runs. */

import { expect, test } from 'vitest'
import { compareRuns } from '../../../src/engine/analysis/comparison.ts'
import type { Comparable } from '../../../src/engine/analysis/paired-differences.ts'
import { publishedModels, publishedTotal } from '../../../src/engine/analysis/published.ts'
import { medCmrTasks } from '../../../src/engine/analysis/published-med-cmr.ts'
import {
  type ComparedFinding,
  type ComparedModel,
  comparedFindings,
} from '../../../src/features/papers/engine/compared-findings.ts'
import { modelSize, publishedSize, withoutSize } from '../../../src/features/papers/engine/model-size.ts'
import { papersPart } from '../../../src/features/papers/worker/papers-part.ts'
import { row } from '../../unit/support/judged-rows.ts'
import { nothingFurther } from '../../unit/support/records.ts'

/** A question on each of `n` images, of which the first `right` are right. */
const run = (right: number, n = 1000, task = 'Disease Diagnosis'): Comparable[] =>
  Array.from({ length: n }, (_, i) =>
    row({ id: `${i}`, image: `${i}.png`, task, verdict: i < right ? 'correct' : 'wrong' }),
  )

const medCmrTaskNames = medCmrTasks.map(({ name }) => name)

/** Samples of the release whose tasks the rows have. */
const releasedWith = (rows: readonly Comparable[]): number =>
  rows.some(({ task }) => medCmrTaskNames.includes(task)) ? 16655 : publishedTotal

function found(models: readonly ComparedModel[], runs: readonly (readonly Comparable[])[]) {
  const papers = comparedFindings({
    models,
    comparison: compareRuns(
      runs,
      {},
      { ...nothingFurther, totals: runs.map(releasedWith), runParts: [papersPart] },
    ),
  })
  return new Map<string, ComparedFinding>(
    papers.flatMap(({ findings }) => findings.map(finding => [finding.id, finding] as const)),
  )
}

const model = (name: string, size: number | null = null): ComparedModel => ({ name, size })
const [small, large] = [model('A-7B', 7e9), model('A-32B', 32e9)]

test('two sizes of one family: within 2.5 points, outside, or not known', () => {
  const verdict = (right: number) => found([small, large], [run(500), run(right)]).get('scaling-weakens')
  expect(verdict(505)).toMatchObject({ verdict: 'holds', reason: null })
  expect(verdict(505)?.shown).toEqual([expect.stringMatching(/^A-32B less A-7B: \+0\.5 points \(/)])
  expect(verdict(600)).toMatchObject({ verdict: 'does not hold' })
  expect(verdict(525)).toMatchObject({ verdict: 'unclear' })
})

test('a pair on few questions, or of other families, decides nothing about sizes', () => {
  const few = found([small, large], [run(20, 40), run(20, 40)]).get('scaling-weakens')
  expect(few).toMatchObject({ verdict: 'unclear', shown: [] })
  const others = found([small, model('B-32B', 32e9)], [run(500), run(500)]).get('scaling-weakens')
  expect(others).toMatchObject({ verdict: 'unclear', shown: [] })
})

test('a smaller trained model against the larger baseline', () => {
  const verdict = (right: number) =>
    found([large, model('Trained-7B', 7e9)], [run(500), run(right)]).get('training-beats-size')?.verdict
  expect([verdict(600), verdict(400), verdict(500)]).toEqual(['holds', 'does not hold', 'unclear'])
})

test('p decides whether a trained model is better, also where the interval excludes 0', () => {
  // Five of 60 images gained, none lost: the sign-flip p is 0.0625.
  const comparison = compareRuns(
    [run(30, 60), run(35, 60)],
    {},
    { ...nothingFurther, totals: [publishedTotal, publishedTotal] },
  )
  expect(comparison.againstBaseline[0]?.overall.low).toBeGreaterThan(0)
  const of = (right: number) =>
    found([large, model('Trained-7B', 7e9)], [run(30, 60), run(right, 60)]).get('training-beats-size')
  expect(of(35)).toMatchObject({
    verdict: 'unclear',
    shown: [expect.stringMatching(/, adjusted p 0\.0625\.$/)],
  })
  expect(of(36)).toMatchObject({ verdict: 'holds', shown: [expect.stringMatching(/, adjusted p 0\.031/)] })
})

test('claims of Med-CMR: medical models against the baseline, and size', () => {
  const task = 'Long-tail Generalization'
  const of = (right: number) => run(right, 1000, task)
  const verdict = (right: number) =>
    found([model('general'), model('medical')], [of(500), of(right)]).get('medical-no-better')?.verdict
  expect([verdict(400), verdict(500), verdict(600)]).toEqual(['holds', 'holds', 'does not hold'])
  const sizes = [1, 2, 4, 8, 16].map(billions => model(`m${billions}`, billions * 1e9))
  const shares = [300, 401, 499, 602, 698]
  expect(found(sizes, shares.map(of)).get('size-matters')).toMatchObject({ verdict: 'holds' })
  expect(found(sizes, shares.toReversed().map(of)).get('size-matters')?.verdict).toBe('does not hold')
  expect(found(sizes.slice(0, 3), shares.slice(0, 3).map(of)).get('size-matters')).toMatchObject({
    verdict: 'unclear',
    reason: 'Compare at least 4 runs that differ.',
  })
})

test('Brain is an island where its accuracies go their own way', () => {
  const regions = (...right: readonly number[]): Comparable[] =>
    right.flatMap((n, at) =>
      Array.from({ length: 100 }, (_, i) => {
        const id = `${at} ${i}`
        const parts = ['Brain', 'Chest', 'Heart'][at] ?? ''
        return row({ id, image: id, parts, verdict: i < n ? 'correct' : 'wrong' })
      }),
    )
  const models = [1, 2, 3, 4].map(at => model(`m${at}`))
  const apart = [regions(50, 20, 22), regions(48, 40, 41), regions(51, 60, 59), regions(49, 80, 82)]
  const island = found(models, apart).get('brain-island')
  expect(island?.verdict).toBe('holds')
  expect(island?.shown[0]).toMatch(/^Mean r with the other regions: Brain /)
  const together = [regions(20, 50, 22), regions(40, 48, 41), regions(60, 51, 59), regions(80, 49, 82)]
  expect(found(models, together).get('brain-island')?.verdict).toBe('does not hold')
})

test('a size is counted in the graph, else read from the name, else known of a published model', () => {
  expect(modelSize({ name: 'A-7B', parameters: 8.1e9 })).toBe(8.1e9)
  expect(modelSize({ name: 'A-7B' })).toBe(7e9)
  expect(withoutSize('InternVL3.5-38B')).toBe(withoutSize('InternVL3.5_8B'))
  // Only the four models of makers who publish none have no size, and each is on the right side of 10 billion.
  for (const { name, group } of publishedModels) {
    const size = publishedSize(name)
    expect(size === null, name).toBe(group === 'Proprietary')
    if (size !== null && name !== 'Llama-3.2-11B-Vision')
      expect(size < 10e9, name).toBe(group.includes('<10B'))
  }
})
