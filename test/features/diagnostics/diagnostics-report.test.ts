import { Random } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import { findClusters } from '../../../src/engine/analysis/clusters.ts'
import { scoreCurves } from '../../../src/features/diagnostics/engine/curve-bands.ts'
import { usualDetail } from '../../../src/features/diagnostics/engine/detail-options.ts'
import { macroAverage, microAverage } from '../../../src/features/diagnostics/engine/detection-figures.ts'
import type { Detection } from '../../../src/features/diagnostics/engine/detections.ts'
import {
  diagnosticsReport,
  findingDetails,
} from '../../../src/features/diagnostics/engine/diagnostics-report.ts'
import { byTheRule } from '../../../src/features/diagnostics/engine/findings.ts'
import { auroc } from '../../../src/features/diagnostics/engine/score-figures.ts'
import { balancedAccuracy, shareFigure } from '../../../src/features/diagnostics/engine/table-figures.ts'
import { chestAnswers } from './chest-answers.ts'

/** Scores of one finding in 30 clusters of 4. */
function drawDetections(seed: number, distance = 1): Detection[] {
  const random = new Random(seed)
  return Array.from({ length: 120 }, (_, i) => {
    const isPresent = random.unit() < 0.3
    const score = 1 / (1 + Math.exp(-(random.normal() + (isPresent ? distance : 0) - 0.5)))
    return { isPresent, called: score > 0.5, score, cluster: i >> 2, reading: 'read' }
  })
}

test('macro is the mean of the findings, with one interval of clusters that all of them share', () => {
  const findings = [1, 2, 3].map(seed => ({ detections: drawDetections(seed) }))
  const areas = findings.map(({ detections }) => auroc(detections)?.value ?? 0)
  const macro = macroAverage('auroc', findings)
  expect(macro?.value).toBeCloseTo(areas.reduce((sum, area) => sum + area, 0) / 3, 12)
  expect(macro).toMatchObject({ findings: 3, n: 360, clusters: 30, method: 'taylor' })
  const width = (interval: { low: number; high: number } | null | undefined) =>
    interval ? interval.high - interval.low : 0
  expect(width(macro?.interval)).toBeLessThan(width(auroc(findings[0]?.detections ?? [])?.interval))
})

test('the mean of one finding twice has the interval of that finding: its clusters add nothing new', () => {
  const detections = drawDetections(1)
  const macro = macroAverage('sensitivity', [{ detections }, { detections }])
  expect(macro?.value).toBeCloseTo(shareFigure(detections, 'sensitivity')?.value ?? 0, 12)
  const single = macroAverage('balanced-accuracy', [{ detections }, { detections }])
  const own = balancedAccuracy(detections)
  expect(single?.interval?.low).toBeCloseTo(own?.interval?.low ?? 0, 1)
})

test('micro is the figure of all answers together; of one finding there is no mean', () => {
  const findings = [1, 2].map(seed => ({ detections: drawDetections(seed) }))
  const all = findings.flatMap(({ detections }) => detections)
  expect(microAverage('specificity', findings)).toEqual(shareFigure(all, 'specificity'))
  expect(macroAverage('specificity', findings.slice(1))).toBeNull()
  expect(microAverage('specificity', findings.slice(1))).toBeNull()
})

test('curves begin and end in their corners, and their bands contain them', () => {
  const curves = scoreCurves(drawDetections(4))
  const { places, band } = curves?.roc ?? { places: [], band: null }
  expect(places[0]).toMatchObject({ x: 0, y: 0 })
  expect(places.at(-1)).toMatchObject({ x: 1, y: 1 })
  expect(band).toHaveLength(51)
  const area = auroc(drawDetections(4))
  const along = (of: 'low' | 'high') => (band ?? []).reduce((sum, place) => sum + place[of], 0) / 51
  expect(along('low')).toBeLessThan(area?.value ?? 0)
  expect(along('high')).toBeGreaterThan(area?.value ?? 1)
  expect(curves?.precision.places.at(-1)).toMatchObject({ x: 1, y: curves?.prevalence })
  const few = drawDetections(4).map(one => ({ ...one, cluster: one.cluster % 19 }))
  expect(scoreCurves(few)?.roc.band).toBeNull()
  expect(scoreCurves(few.map(one => ({ ...one, score: null })))).toBeNull()
})

const items = chestAnswers()
const clusters = findClusters(items.map(({ row }) => row))

test('the report has the flow of questions and the findings', () => {
  const { flow, findings, over, hasScores } = diagnosticsReport(items, clusters, byTheRule)
  expect(flow).toEqual({ asked: 122, failed: 2, unread: 4, read: 116, cut: 0 })
  expect(findings.map(({ finding, positive, n }) => [finding, positive, n])).toEqual([
    ['Is there a nodule?', 'Yes', 60],
    ['Is there an effusion?', 'Yes', 60],
  ])
  expect(over.auroc.findings).toBe(2)
  expect(hasScores).toBe(true)
})

test('a finding in full: table, ratios, values at a prevalence, curves, thresholds, net benefit, bounds', () => {
  const [detail, ...others] = findingDetails(items, clusters, byTheRule, ['Is there a nodule?', 'unknown'], {
    ...usualDetail,
    prevalence: 0.05,
  })
  expect(others).toEqual([])
  const { tp = 0, fp = 0, fn = 0, tn = 0 } = detail?.table ?? {}
  expect(tp + fp + fn + tn).toBe(60)
  expect(detail?.atPrevalence?.ppv?.value).toBeLessThan(detail?.figures.ppv?.value ?? 0)
  expect(detail?.thresholds?.bySensitivity?.threshold).toBeLessThanOrEqual(
    detail?.thresholds?.youden?.threshold ?? 0,
  )
  expect(detail?.decision).toHaveLength(49)
  expect(detail?.bounds.map(({ name }) => name)).toEqual(['sensitivity', 'specificity', 'balanced-accuracy'])
})

test('without probabilities there are tables, and no curve, threshold or net benefit', () => {
  const written = items.map(({ row }) => ({ row, forecast: null }))
  const [detail] = findingDetails(written, clusters, byTheRule, ['Is there a nodule?'], usualDetail)
  expect(detail).toMatchObject({ curves: null, thresholds: null, decision: [] })
  expect(detail?.figures.auroc).toBeNull()
  expect(detail?.figures.sensitivity).not.toBeNull()
})
