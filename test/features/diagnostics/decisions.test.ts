import { Random } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import type { Detection } from '../../../src/features/diagnostics/engine/detections.ts'
import {
  marginLevel,
  marginTest,
  shareDifferenceEstimate,
} from '../../../src/features/diagnostics/engine/margins.ts'
import { sizeForMargin, sizeForWidth } from '../../../src/features/diagnostics/engine/plan.ts'
import { auroc, averagePrecisionFigure } from '../../../src/features/diagnostics/engine/score-figures.ts'
import { shareFigure } from '../../../src/features/diagnostics/engine/table-figures.ts'
import {
  chosenThreshold,
  decisionCurve,
  splitByCluster,
  testedThreshold,
} from '../../../src/features/diagnostics/engine/threshold.ts'
import {
  openBounds,
  questionFlow,
  repeatSpread,
} from '../../../src/features/diagnostics/engine/unread-bounds.ts'

/** Present findings have higher scores, with some overlap. */
const detections = Array.from({ length: 120 }, (_, i): Detection => {
  const isPresent = i % 3 === 0
  return {
    isPresent,
    called: i % 10 === 9 ? null : isPresent,
    reading: i % 10 === 9 ? 'unread' : 'read',
    score: ((i * 37) % 100) / 200 + (isPresent ? 0.4 : 0),
    cluster: i >> 2,
  }
})

test('a threshold by Youden is the highest with the best sum, and a wanted sensitivity is reached', () => {
  const four = [0.9, 0.7, 0.6, 0.2].map(
    (score, i): Detection => ({
      ...{ isPresent: i !== 2 && i !== 3, called: null, score, cluster: i, reading: 'read' },
    }),
  )
  expect(chosenThreshold(four, 'youden')).toBe(0.7)
  expect(chosenThreshold(four, { sensitivity: 0.5 })).toBe(0.9)
  expect(chosenThreshold(four.slice(2), 'youden')).toBeNull()
})

test('whole clusters are split, by the seed alone, and the threshold is tested on the others', () => {
  const { chosenOn, testedOn } = splitByCluster(detections, 7)
  const clusters = new Set(chosenOn.map(({ cluster }) => cluster))
  expect(testedOn.some(({ cluster }) => clusters.has(cluster))).toBe(false)
  expect(chosenOn.length + testedOn.length).toBe(120)
  expect(new Set(splitByCluster(detections.toReversed(), 7).chosenOn)).toEqual(new Set(chosenOn))
  const tested = testedThreshold(detections, 'youden', 7)
  expect(tested?.threshold).toBe(chosenThreshold(chosenOn, 'youden'))
  expect(tested?.sensitivity?.n).toBe(testedOn.filter(({ isPresent }) => isPresent).length)
})

test('net benefit: calling all present is the prevalence at threshold 0, and a perfect model has the prevalence everywhere', () => {
  const perfect = detections.map(one => ({ ...one, score: Number(one.isPresent) }))
  const [low, middle] = decisionCurve(perfect, [1e-9, 0.5])
  expect(low?.all).toBeCloseTo(1 / 3, 6)
  expect(middle?.model).toBeCloseTo(1 / 3, 12)
  expect(middle?.all).toBeCloseTo(1 / 3 - 2 / 3, 12)
  expect(middle?.interval?.low).toBeLessThan(1 / 3)
})

test('the flow of questions, and the bounds of open answers', () => {
  expect(questionFlow(detections, 5)).toEqual({ asked: 125, failed: 5, unread: 12, read: 108, cut: 0 })
  const sensitivity = (of: readonly Detection[]) => shareFigure(of, 'sensitivity')?.value ?? null
  const bounds = openBounds(detections, [{ isPresent: true }], sensitivity)
  expect(bounds.allRight).toBe(1)
  expect(bounds.allWrong).toBeCloseTo(36 / 41, 12)
})

test('spread over repeats', () => {
  expect(repeatSpread([0.5, 0.7])).toMatchObject({ mean: 0.6, repeats: 2, lowest: 0.5, highest: 0.7 })
  expect(repeatSpread([0.5])?.deviation).toBeNull()
})

test('a difference of few clusters has an interval within 100 points', () => {
  const few = shareDifferenceEstimate([
    { total: 1, difference: -1 },
    { total: 1, difference: 0 },
  ])
  expect(few).toMatchObject({ difference: -0.5, low: -1, high: 1 })
})

test('a planned size for a width', () => {
  const single = { questionsPerCluster: 1, clusterOfQuestion: 1, icc: 0 }
  expect(sizeForWidth(0.8, 0.05, single, 1)).toEqual({ questions: 246, clusters: 246, designEffect: 1 })
  expect(sizeForWidth(0.8, 0.05, single, 0.1).questions).toBe(2459)
  expect(sizeForWidth(0.8, 0.05, { questionsPerCluster: 5, clusterOfQuestion: 5, icc: 0.5 }, 1)).toEqual({
    questions: 740,
    clusters: 148,
    designEffect: 3,
  })
})

test('non-inferiority keeps its error and has the planned power', () => {
  const comparison = { difference: 0, discordant: 0.2, margin: 0.06, power: 0.8, level: marginLevel }
  const size = sizeForMargin(comparison, { questionsPerCluster: 1, clusterOfQuestion: 1, icc: 0 }, 1)
  expect(size?.questions).toBe(344)
  expect(
    sizeForMargin(
      { ...comparison, difference: -0.06 },
      { questionsPerCluster: 1, clusterOfQuestion: 1, icc: 0 },
      1,
    ),
  ).toBeNull()
  const random = new Random(3)
  const claimed = (difference: number) => {
    const runs = 600
    let claims = 0
    for (let run = 0; run < runs; run++) {
      const clusters = Array.from({ length: 344 }, () => {
        const u = random.unit()
        return { total: 1, difference: Number(u < 0.1 + difference / 2) - Number(u > 0.9 + difference / 2) }
      })
      const estimate = shareDifferenceEstimate(clusters)
      claims += Number(estimate !== null && marginTest(estimate, 0.06).isNonInferior)
    }
    return claims / runs
  }
  expect(claimed(0)).toBeGreaterThan(0.77)
  expect(claimed(0)).toBeLessThan(0.83)
  expect(claimed(-0.06)).toBeLessThan(0.07)
})

test('an area or a precision of 1 has no interval, however many answers there are', () => {
  for (let present = 2; present < 60; present++) {
    const perfect = Array.from({ length: 60 + present }, (_, i): Detection => {
      const isPresent = i < present
      return {
        isPresent,
        called: null,
        reading: 'read',
        score: isPresent ? 0.6 + i / 1000 : i / 1000,
        cluster: i,
      }
    })
    for (const figure of [auroc(perfect), averagePrecisionFigure(perfect)])
      expect(figure).toMatchObject({ value: 1, interval: null })
  }
})
