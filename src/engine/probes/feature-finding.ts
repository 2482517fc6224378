import type { Json, JsonObject } from '@voxelwise/python'
import type { Clusters } from '../analysis/clusters.ts'
import type { Figure } from '../analysis/figures.ts'
import type { DrawnRegion, Probe } from '../protocol/probe.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { RunRecord } from '../protocol/record.ts'
import type { Pass, RowOfRecord } from './pass.ts'

/** What a finding is made of: a run's records, its passes, the protocol of both, and the regions that were drawn on its images. */
interface FindingInput {
  readonly records: readonly RunRecord[]
  readonly passes: readonly Pass[]
  readonly protocol: Protocol
  readonly toRow: RowOfRecord
  readonly clusters: Clusters
  readonly drawn: readonly DrawnRegion[]
}

/** What a feature finds in the passes on the images of a run. Derived, never stored. */
export interface FeatureFinding<Found extends object> {
  /** In run.json. */
  readonly name: string
  /** Whether a pass adds to it. */
  isShownBy(probe: Probe): boolean
  /** @returns null where no pass shows it; what it returns crosses threads */
  of(input: FindingInput): Found | null
  json(found: Found): Json
  /** In figures.json. */
  figures(found: Found): readonly Figure[]
  /** As a score of Inspect's log; null where it has none. */
  score(found: Found): JsonObject | null
}

/** What the passes of a run show of its use of the images. Derived, never stored. */
export interface ImageFindings {
  /** What features find, by name. */
  readonly added: ReadonlyMap<string, object>
}

/** The finding of a feature among all, by its name; null where there is none. */
export const foundBy = <Found extends object>(
  name: string,
  added: ReadonlyMap<string, object>,
): Found | null => (added.get(name) as Found | undefined) ?? null

/** What is written of each finding of features, in their order. */
export const ofFindings = <Written>(
  findings: readonly FeatureFinding<object>[],
  added: ReadonlyMap<string, object>,
  write: (finding: FeatureFinding<object>, found: object) => readonly Written[],
): readonly Written[] =>
  findings.flatMap(finding => {
    const result = foundBy(finding.name, added)
    return result ? write(finding, result) : []
  })
