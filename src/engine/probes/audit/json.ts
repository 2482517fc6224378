/** The audit in run.json: every figure with what it is made of. Computed from the records, and ignored when reading. */
import type { JsonObject } from '../../base/json.ts'
import type { Audit, AuditSlice } from './audit.ts'
import { type AuditFigure, conditionsOf } from './metrics.ts'

export function auditJson(audit: Audit): JsonObject {
  const { overall, tasks, voxels, passes, withoutImage, untouched } = audit
  const sliceJson = (slice: JsonObject, of: AuditSlice): JsonObject => ({
    slice,
    n: of.n,
    clusters: of.clusters,
    accuracy: rounded(of.accuracy.share),
    readable: Object.fromEntries(
      Array.from(of.readable, ([condition, share]) => [condition, rounded(share)]),
    ),
    verdict: of.verdict,
    ...(of.why && { why: of.why }),
    by: of.by,
    figures: of.figures.map(figure => figureJson(figure, passes)),
  })
  return {
    passes: Object.fromEntries(Array.from(passes, ([condition, { key }]) => [condition, key])),
    without_image: withoutImage,
    untouched,
    slices: [
      sliceJson({}, overall),
      ...tasks.map(({ task, ...of }) => sliceJson({ task }, of)),
      ...voxels.map(({ task, modality, parts, ...of }) => sliceJson({ task, modality, region: parts }, of)),
    ],
  }
}

function figureJson(
  { metric, unit, value, low, high, numerator, denominator, clusters, method, p }: AuditFigure,
  passes: Audit['passes'],
): JsonObject {
  return {
    ...{ metric, unit, numerator: rounded(numerator), denominator, value: rounded(value) },
    ...(low !== undefined && high !== undefined && { low: rounded(low), high: rounded(high) }),
    ...{ clusters, method },
    ...(p !== undefined && { p: Number(p.toPrecision(6)) }),
    passes: conditionsOf(metric).flatMap(condition => passes.get(condition)?.key ?? []),
  }
}

/** Browsers' logarithms may differ in the last digit; a run has one file in all of them. */
const rounded = (value: number): number => Number(value.toFixed(6))
