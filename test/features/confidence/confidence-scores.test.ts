/** The scores of confidence as the page and the report show them. */

import {
  type ClusteredForecast,
  type ConfidenceFigures,
  confidenceFigures,
  includesZero,
} from '@voxelwise/statistics'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ConfidenceScores } from '../../../src/features/confidence/ui/confidence-scores.tsx'

/** Answers of one confidence, each on an image of its own unless all are on one. */
const answers = (n: number, right: number, confidence: number, images = n): ClusteredForecast[] =>
  Array.from({ length: n }, (_, i) => ({
    probabilities: [confidence, 1 - confidence],
    right: i < right ? 0 : 1,
    cluster: i % images,
  }))

function requireFigures(items: readonly ClusteredForecast[]): ConfidenceFigures {
  const figures = confidenceFigures(items, 0.5)
  if (!figures) throw new Error('no figures')
  return figures
}

const shown = (figures: ConfidenceFigures) =>
  renderToStaticMarkup(
    createElement(ConfidenceScores, { caption: 'Scores', figures, binnings: ['equal-width'] }),
  )

const directionIn = (text: string) => text.match(/overconfident|underconfident/)?.[0] ?? null

test.each([
  ['40 of 80 right at 90 %', answers(80, 40, 0.9), 'overconfident'],
  ['76 of 80 right at 60 %', answers(80, 76, 0.6), 'underconfident'],
  ['5 of 8 right at 70 %', answers(8, 5, 0.7), null],
  ['56 of 80 right at 71 %', answers(80, 56, 0.71), null],
  ['4 of 8 right at 90 %, on one image', answers(8, 4, 0.9, 1), null],
  ['all of 8 right at 90 %, on one image', answers(8, 8, 0.9, 1), null],
] as const)('%s: the word of direction needs an interval of the gap without 0', (_, items, word) => {
  const figures = requireFigures(items)
  const { value, interval } = figures.gap
  expect(directionIn(shown(figures))).toBe(word)
  const isClear = interval !== null && !includesZero(interval)
  expect(word).toBe(isClear ? (value > 0 ? 'overconfident' : 'underconfident') : null)
})

test('beside ECE stand that of a calibrated model, slope, intercept and AUROC', () => {
  const items = [...answers(40, 30, 0.9), ...answers(40, 22, 0.6)].map((one, cluster) => ({
    ...one,
    cluster,
  }))
  const figures = requireFigures(items)
  expect([figures.slope, figures.intercept, figures.auroc].every(of => of?.interval)).toBe(true)
  // Two bins of 40 answers: E|S − 40c|/80 of each, near √(2 · 40 c(1 − c)/π)/80.
  const normal = (c: number) => Math.sqrt((2 * 40 * c * (1 - c)) / Math.PI) / 80
  expect(figures.calibratedError['equal-width']).toBeCloseTo(normal(0.9) + normal(0.6), 2)
  const html = shown(figures)
  for (const name of [
    'ECE if calibrated',
    'Calibration slope',
    'Calibration intercept',
    'AUROC of confidence',
  ])
    expect(html).toContain(name)
})

test('a model that is always right has no slope and no AUROC', () => {
  const figures = requireFigures(answers(30, 30, 0.9))
  expect([figures.slope, figures.intercept, figures.auroc]).toEqual([null, null, null])
  expect(shown(figures)).toContain('Calibration slope')
})
