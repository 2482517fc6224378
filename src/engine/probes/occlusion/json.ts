/** The occlusion maps in run.json: means by slice, and their checks. Computed from the records, and ignored when reading. */
import type { Estimate } from '../../analysis/shares.ts'
import type { JsonObject } from '../../base/json.ts'
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
  correlation: checks.correlation === null ? null : rounded(checks.correlation),
  deletion: rounded(checks.deletion),
  insertion: rounded(checks.insertion),
  random_deletion: rounded(checks.randomDeletion),
  borne_out: isBorneOut(checks),
})

const meanJson = (
  slice: JsonObject,
  { n, clusters, side, cells, border, corners, region }: MeanMap,
): JsonObject => ({
  ...{ slice, n, clusters, side },
  cells: cells.map(rounded),
  border: estimateJson(border),
  corners: estimateJson(corners),
  ...(region && {
    region: {
      mass: estimateJson(region.mass),
      area: rounded(region.area),
      pointing: estimateJson(region.pointing),
      pointing_by_chance: rounded(region.pointingByChance),
      ...(region.pixels && {
        pixel_pointing: estimateJson(region.pixels.pointing),
        pixel_pointing_by_chance: rounded(region.pixels.byChance),
      }),
      iou: rounded(region.iou),
    },
  }),
})

const estimateJson = ({ n, share, low, high }: Estimate): JsonObject => ({
  n,
  ...{ value: rounded(share), low: rounded(low), high: rounded(high) },
})

/** Browsers' logarithms may differ in the last digit; a run has one file in all of them. */
const rounded = (value: number): number => Number(value.toFixed(6))
