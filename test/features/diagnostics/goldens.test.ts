import { readFileSync } from 'node:fs'
import { aurocCovariance, aurocParts } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import { type Detection, rankScored } from '../../../src/features/diagnostics/engine/detections.ts'
import { aurocDifference, marginTest } from '../../../src/features/diagnostics/engine/margins.ts'
import { auroc, averagePrecisionFigure } from '../../../src/features/diagnostics/engine/score-figures.ts'
import {
  balancedAccuracy,
  type DetectionFigure,
  f1Score,
  likelihoodRatio,
  matthewsCorrelation,
  shareFigure,
  valueAtPrevalence,
} from '../../../src/features/diagnostics/engine/table-figures.ts'

type Limits = Readonly<Record<'value' | 'low' | 'high', number>>

interface GoldenCase {
  readonly present: readonly number[]
  readonly called: readonly number[]
  readonly score: readonly number[]
  readonly other: readonly number[]
  readonly cluster: readonly number[]
  readonly expected: Readonly<
    Record<
      'f1' | 'mcc' | 'lrPositive' | 'lrNegative' | 'ppvAtTenPercent' | 'auroc' | 'averagePrecision',
      Limits
    >
  > &
    Readonly<Record<'sensitivity' | 'specificity' | 'ppv' | 'npv', { readonly value: number }>> & {
      readonly balancedAccuracy: number
      readonly difference: Readonly<
        Record<'difference' | 'se' | 'low' | 'high' | 'p' | 'nonInferiority' | 'equivalence', number>
      >
      readonly delong?: Readonly<Record<'value' | 'variance' | 'covariance', number>>
    }
}

const goldens = JSON.parse(
  readFileSync('test/features/diagnostics/golden/figures.json', 'utf8'),
) as GoldenCase[]

const goldenDetections = ({ present, called, score, cluster }: GoldenCase): Detection[] =>
  present.map((is, i) => ({
    isPresent: is === 1,
    called: called[i] === 1,
    score: score[i] as number,
    cluster: cluster[i] as number,
    reading: 'read',
  }))

const sortedBy = ({ present, cluster }: GoldenCase, scores: readonly number[]) => {
  const answers = present.map((is, i) => ({
    isPresent: is === 1,
    cluster: cluster[i] ?? 0,
    score: scores[i] ?? 0,
  }))
  // One cluster is one answer: its number is its place.
  const scored = rankScored(answers, new Map(cluster.map(at => [at, at])))
  if (!scored) throw new Error('no scores')
  return scored
}

function expectLimits(found: DetectionFigure | null, wanted: Limits): void {
  expect(found?.value).toBeCloseTo(wanted.value, 9)
  expect(found?.interval?.low).toBeCloseTo(wanted.low, 9)
  expect(found?.interval?.high).toBeCloseTo(wanted.high, 9)
}

test.each(goldens.map((golden, at) => [at, golden] as const))(
  'case %i: figures of the table equal scikit-learn, their intervals those of R survey',
  (_, golden) => {
    const detections = goldenDetections(golden)
    const { expected } = golden
    for (const name of ['sensitivity', 'specificity', 'ppv', 'npv'] as const)
      expect(shareFigure(detections, name)?.value).toBeCloseTo(expected[name].value, 9)
    expect(balancedAccuracy(detections)?.value).toBeCloseTo(expected.balancedAccuracy, 9)
    expectLimits(f1Score(detections), expected.f1)
    expectLimits(matthewsCorrelation(detections), expected.mcc)
    expectLimits(likelihoodRatio(detections, 'positive'), expected.lrPositive)
    expectLimits(likelihoodRatio(detections, 'negative'), expected.lrNegative)
    expectLimits(valueAtPrevalence(detections, 'ppv', 0.1), expected.ppvAtTenPercent)
  },
)

test.each(goldens.map((golden, at) => [at, golden] as const))(
  'case %i: areas equal pROC and Obuchowski, average precision scikit-learn, differences their covariance',
  (_, golden) => {
    const detections = goldenDetections(golden)
    const { expected, other } = golden
    expectLimits(auroc(detections), expected.auroc)
    expectLimits(averagePrecisionFigure(detections), expected.averagePrecision)
    if (expected.delong) {
      const parts = [golden.score, other].map(scores => aurocParts(sortedBy(golden, scores)))
      const [one, second] = parts
      if (!one || !second) throw new Error('no area')
      expect(one.value).toBeCloseTo(expected.delong.value, 12)
      expect(aurocCovariance(one, one)).toBeCloseTo(expected.delong.variance, 12)
      expect(aurocCovariance(one, second)).toBeCloseTo(expected.delong.covariance, 12)
    }
    const found = aurocDifference(
      detections.map(({ isPresent, cluster, score }, i) => ({
        ...{ isPresent, cluster, first: score as number, second: other[i] as number },
      })),
    )
    for (const field of ['difference', 'se', 'low', 'high', 'p'] as const)
      expect(found?.[field]).toBeCloseTo(expected.difference[field], 9)
    const claims = found && marginTest(found, 0.05)
    expect(claims?.nonInferiority).toBeCloseTo(expected.difference.nonInferiority, 9)
    expect(claims?.equivalence).toBeCloseTo(expected.difference.equivalence, 9)
  },
)
