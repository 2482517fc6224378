/** The occlusion maps in run.json: means by slice, and their checks. Computed from the records, and ignored when reading. */

import type { JsonObject } from '@voxelwise/python'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import { toSixDigits } from '../../../engine/base/counted.ts'
import { isBorneOut, type MapChecks, type MeanMap, type OcclusionFigures } from './figures.ts'

export function occlusionJson({ key, checks, flat, overall, voxels }: OcclusionFigures): JsonObject {
  return {
    pass: key,
    checks: checks && checksJson(checks),
    flat,
    slices: [
      ...(overall ? [meanJson({}, overall)] : []),
      ...voxels.map(({ task, modality, parts, ...of }) => meanJson({ task, modality, region: parts }, of)),
    ],
  }
}

const checksJson = (checks: MapChecks): JsonObject => ({
  n: checks.n,
  explained: checks.explained,
  correlation: checks.correlation === null ? null : toSixDigits(checks.correlation),
  deletion: toSixDigits(checks.deletion),
  insertion: toSixDigits(checks.insertion),
  random_deletion: toSixDigits(checks.randomDeletion),
  borne_out: isBorneOut(checks),
})

const meanJson = (
  slice: JsonObject,
  { n, clusters, side, cells, border, corners, region }: MeanMap,
): JsonObject => ({
  ...{ slice, n, clusters, side },
  cells: cells.map(toSixDigits),
  border: estimateJson(border),
  corners: estimateJson(corners),
  ...(region && {
    region: {
      mass: estimateJson(region.mass),
      area: toSixDigits(region.area),
      pointing: estimateJson(region.pointing),
      pointing_by_chance: toSixDigits(region.pointingByChance),
      iou: toSixDigits(region.iou),
    },
  }),
})

const estimateJson = ({ n, share, low, high }: Estimate): JsonObject => ({
  n,
  ...{ value: toSixDigits(share), low: toSixDigits(low), high: toSixDigits(high) },
})
