/** What the passes of a run show of its use of the images. Derived, never stored. */

import type { JsonObject } from '@voxelwise/python'
import { clustersOf } from '../analysis/clusters.ts'
import type { Countable } from '../analysis/shares.ts'
import { featureFindings } from '../finding-seams.ts'
import type { DrawnRegion } from '../protocol/probe.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { RunRecord } from '../protocol/record.ts'
import { ofFindings } from './feature-finding.ts'
import type { Pass, RowOfRecord } from './pass.ts'

export interface ImageFindings {
  /** What features find, by name (`FeatureFinding`). */
  readonly added: ReadonlyMap<string, object>
}

/** Whether a pass adds to the findings. */
export const showsImageUse = (pass: Pick<Pass, 'probe'>): boolean =>
  featureFindings.some(({ isShownBy }) => isShownBy(pass.probe))

export function imageFindingsOf(
  records: readonly RunRecord[],
  passes: readonly Pass[],
  protocol: Protocol,
  rowOf: RowOfRecord,
  drawn: readonly DrawnRegion[],
): ImageFindings {
  const rows = new Map(records.map(record => [record, rowOf(record)]))
  const known = (record: RunRecord): Countable => rows.get(record) ?? rowOf(record)
  const input = { records, passes, protocol, rowOf: known, clusters: clustersOf([...rows.values()]), drawn }
  const added = new Map<string, object>()
  for (const finding of featureFindings) {
    const found = finding.of(input)
    if (found) added.set(finding.name, found)
  }
  return { added }
}

/** The findings as scores of a log of Inspect. */
export const findingScores = (added: ImageFindings['added']): readonly JsonObject[] =>
  ofFindings(featureFindings, added, (finding, found) => {
    const score = finding.score(found)
    return score ? [score] : []
  })
