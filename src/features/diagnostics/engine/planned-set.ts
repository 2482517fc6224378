/** What the plan of a run needs to know of a data set: its clusters and its voxels. */
import { clustersOf } from '../../../engine/analysis/clusters.ts'
import { countBy, groupBy } from '../../../engine/base/grouping.ts'
import { get, str } from '../../../engine/base/python.ts'
import { chanceOf } from '../../../engine/protocol/chance.ts'
import { labelsOf } from '../../../engine/protocol/frame.ts'
import { protocolOf } from '../../../engine/protocol/protocols/registry.ts'
import type { Sample } from '../../../engine/protocol/sample.ts'
import { selected } from '../../../engine/protocol/selection.ts'
import type { RunSettings } from '../../../engine/protocol/settings.ts'
import { normal975 } from '../../../engine/statistics/wilson.ts'
import { plannedDesignEffect } from './plan.ts'

export interface PlannedVoxelSize {
  readonly questions: number
  /** As of the whole set. */
  readonly clusterOfQuestion: number
  /** What guessing scores; null where that is not known. */
  readonly chance: number | null
}

export interface PlannedSet {
  readonly questions: number
  readonly clusters: number
  readonly images: number
  /** Σm²/Σm of the clusters' sizes m: what the design effect depends on. */
  readonly clusterOfQuestion: number
  readonly voxels: readonly PlannedVoxelSize[]
}

/** Of the questions that a run with these settings may ask, before a limit. */
export function plannedSet(
  samples: readonly Sample[],
  { only, protocol: reference }: Pick<RunSettings, 'only' | 'protocol'>,
): PlannedSet {
  const protocol = protocolOf(reference)
  const asked = selected(samples, only)
  const rows = asked.map(({ fields, image, furtherImages }) => {
    const group = get(fields, 'group')
    return {
      ...{ image, dataset: str(get(fields, 'dataset')), verdict: 'correct' as const },
      ...(furtherImages && { furtherImages }),
      ...(group !== undefined && group !== null && group !== '' && { group: str(group) }),
    }
  })
  const clusters = clustersOf(rows)
  const numbers = rows.map(row => clusters.of(row))
  const voxels = groupBy(asked.keys(), at => JSON.stringify(labelsOf((asked[at] as Sample).fields)))
  return {
    questions: asked.length,
    clusters: clusters.count,
    images: new Set(rows.flatMap(({ image }) => image ?? [])).size,
    clusterOfQuestion: meanSize(numbers),
    voxels: Array.from(voxels.values(), places => {
      const chances = places.map(at => chanceOf(protocol, (asked[at] as Sample).fields))
      const known = chances.filter(chance => chance !== null)
      return {
        questions: places.length,
        clusterOfQuestion: meanSize(places.map(at => numbers[at] as number)),
        chance:
          known.length === chances.length && known.length > 0
            ? known.reduce((sum, chance) => sum + chance, 0) / known.length
            : null,
      }
    }),
  }
}

/** Σm²/Σm: the size of the cluster of a question, on average. */
function meanSize(clusters: readonly number[]): number {
  const sizes = [...countBy(clusters).values()]
  if (clusters.length === 0) return 1
  return sizes.reduce((sum, size) => sum + size ** 2, 0) / clusters.length
}

/**
 * How many voxels would stay undecided: with the expected accuracy in each, the interval would include what guessing scores.
 * @param share of all questions that are asked, alike in every voxel
 */
export function undecidedVoxels(
  { voxels }: Pick<PlannedSet, 'voxels'>,
  { accuracy, icc, share }: { readonly accuracy: number; readonly icc: number; readonly share: number },
): number {
  return voxels.filter(({ questions, clusterOfQuestion, chance }) => {
    const n = questions * Math.min(1, share)
    if (chance === null || n < 1) return true
    const deff = plannedDesignEffect({ clusterOfQuestion, icc })
    const reach = normal975 * Math.sqrt((accuracy * (1 - accuracy) * deff) / n)
    return Math.abs(accuracy - chance) <= reach
  }).length
}
