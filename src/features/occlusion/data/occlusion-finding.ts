import type { JsonObject } from '@voxelwise/python'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import type { FeatureFinding } from '../../../engine/probes/feature-finding.ts'
import {
  isBorneOut,
  isMapPass,
  type MeanMap,
  type OcclusionFigures,
  occlusionName,
  summariseOcclusion,
} from '../engine/figures.ts'
import { occlusionJson } from '../engine/json.ts'

/** What of the images the answers of a run depend on. */
export const occlusionFinding: FeatureFinding<OcclusionFigures> = {
  name: occlusionName,
  isShownBy: isMapPass,
  of: ({ records, passes, toRow, clusters, drawn }) =>
    summariseOcclusion(records, passes, toRow, clusters, drawn),
  json: occlusionJson,
  figures: () => [],
  score: figures => figures.overall && occlusionScore(figures, figures.overall),
}

/** The occlusion maps of all questions, and whether they may be read as explanations. */
function occlusionScore({ checks, flat }: OcclusionFigures, overall: MeanMap): JsonObject {
  const { n, clusters, border, corners, region } = overall
  const metrics: Readonly<Record<string, Estimate | number | null>> = {
    ...(checks && {
      explained: checks.explained / checks.n,
      rank_correlation: checks.correlation,
      deletion: checks.deletion,
      insertion: checks.insertion,
      random_deletion: checks.randomDeletion,
    }),
    ...{ border, corners },
    ...(region && { region_mass: region.mass, pointing: region.pointing, iou: region.iou }),
  }
  return {
    name: 'occlusion_map',
    scorer: 'occlusion_map',
    scored_samples: n,
    unscored_samples: flat,
    metrics: Object.fromEntries(
      Object.entries(metrics).flatMap(([name, of]) => {
        if (of === null) return []
        const isBare = typeof of === 'number'
        const metadata = isBare ? {} : { metadata: { low: of.low, high: of.high, clusters } }
        return [[name, { name, value: isBare ? of : of.share, ...metadata }]]
      }),
    ),
    metadata: { checked: checks?.n ?? 0, borne_out: checks !== null && isBorneOut(checks) },
  }
}
