import type { JsonObject } from '@voxelwise/python'
import type { FeatureFinding } from '../../../engine/probes/feature-finding.ts'
import { type Audit, auditJson, auditName, auditRun, publishedJson } from '../engine/audit.ts'
import { auditList } from '../engine/audit-list.ts'
import { isAudited } from '../engine/items.ts'
import { publishedCategories } from '../engine/published.ts'

/** Whether a model uses the images. */
export const auditFinding: FeatureFinding<Audit> = {
  name: auditName,
  isShownBy: probe => isAudited({ probe }),
  of: ({ records, passes, protocol, toRow }) => auditRun(records, passes, protocol, toRow),
  json: auditJson,
  figures: auditList,
  score: auditScore,
}

/** The audit's figures over all questions, as metrics of a score of its own. */
function auditScore(audit: Audit): JsonObject {
  const { overall, voxels, counts } = audit
  return {
    name: 'grounding_audit',
    scorer: 'grounding_audit',
    scored_samples: overall.n,
    unscored_samples: audit.withoutImage,
    metrics: Object.fromEntries(
      overall.figures.map(
        ({ metric, value, low, high, numerator, denominator, clusters, method, ...more }) => {
          const counts = { numerator, denominator, clusters, method }
          const { floor, unread } = more
          const metadata = {
            low: low ?? null,
            high: high ?? null,
            ...counts,
            ...(floor && { noise_floor: floor.value }),
            unread,
          }
          const name = metric.replaceAll('-', '_')
          return [name, { name, value, metadata }]
        },
      ),
    ),
    metadata: {
      verdict: overall.verdict,
      unstable: overall.isUnstable,
      published: publishedJson(publishedCategories(overall.figures)),
      voxels: voxels.length,
      verdicts_by_voxel: { ...counts },
    },
  }
}
