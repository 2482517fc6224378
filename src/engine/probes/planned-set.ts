/** What the plan of a run needs to know of a data set: its clusters and its voxels. */

import { get, str } from '@voxelwise/python'
import { findClusters } from '../analysis/clusters.ts'
import { countBy, groupBy } from '../base/grouping.ts'
import { guessingChance } from '../protocol/chance.ts'
import { cellLabels } from '../protocol/frame.ts'
import { findProtocol } from '../protocol/protocols/registry.ts'
import type { Sample } from '../protocol/sample.ts'
import { selected } from '../protocol/selection.ts'
import type { RunSettings } from '../protocol/settings.ts'
import type { NamedVoxel } from '../protocol/size-plan.ts'

interface PlannedVoxelSize extends NamedVoxel {
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

/** Sizes of the set of questions that a run with these settings may ask, before a limit. */
export function plannedSet(
  samples: readonly Sample[],
  { only, protocol: reference }: Pick<RunSettings, 'only' | 'protocol'>,
): PlannedSet {
  const protocol = findProtocol(reference)
  const selection = selected(samples, only)
  const rows = selection.map(({ fields, image, furtherImages }) => {
    const group = get(fields, 'group')
    return {
      ...{ image, dataset: str(get(fields, 'dataset')), verdict: 'correct' as const },
      ...(furtherImages && { furtherImages }),
      ...(group !== undefined && group !== null && group !== '' && { group: str(group) }),
    }
  })
  const clusters = findClusters(rows)
  const numbers = rows.map(row => clusters.of(row))
  const placeAt = (at: number): NamedVoxel => {
    const { task, modality, parts } = cellLabels((selection[at] as Sample).fields)
    return { task, modality, parts }
  }
  const voxels = groupBy(selection.keys(), at => JSON.stringify(placeAt(at)))
  return {
    questions: selection.length,
    clusters: clusters.count,
    images: new Set(rows.flatMap(({ image }) => image ?? [])).size,
    clusterOfQuestion: meanSize(numbers),
    voxels: Array.from(voxels.values(), places => {
      const chances = places.map(at => guessingChance(protocol, (selection[at] as Sample).fields))
      const known = chances.filter(chance => chance !== null)
      return {
        ...placeAt(places[0] as number),
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
