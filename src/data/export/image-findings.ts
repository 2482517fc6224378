/** What the passes of a run show of its use of the images, as features find it. */

import type { JsonObject } from '@voxelwise/python'
import { findClusters } from '../../engine/analysis/clusters.ts'
import type { Figure } from '../../engine/analysis/figures.ts'
import { linkedRows } from '../../engine/analysis/rows.ts'
import type { Countable } from '../../engine/analysis/shares.ts'
import { type ImageFindings, ofFindings } from '../../engine/probes/feature-finding.ts'
import type { Pass, RowOfRecord } from '../../engine/probes/pass.ts'
import type { DrawnRegion } from '../../engine/protocol/probe.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import { featureFindings } from '../seams.ts'
import { collectRecords, readProbePasses, type StoredRuns } from './stored-runs.ts'

export function findImageFindings(
  records: readonly RunRecord[],
  passes: readonly Pass[],
  protocol: Protocol,
  toRow: RowOfRecord,
  drawn: readonly DrawnRegion[],
): ImageFindings {
  const rows = new Map(records.map(record => [record, toRow(record)]))
  const known = (record: RunRecord): Countable => rows.get(record) ?? toRow(record)
  const input = { records, passes, protocol, toRow: known, clusters: findClusters([...rows.values()]), drawn }
  const added = new Map<string, object>()
  for (const finding of featureFindings) {
    const value = finding.of(input)
    if (value) added.set(finding.name, value)
  }
  return { added }
}

/** What the passes of a stored run show. */
export async function imageFindings(store: StoredRuns, id: string): Promise<ImageFindings> {
  const passes = await readProbePasses(store, id)
  if (!passes.some(({ probe }) => featureFindings.some(({ isShownBy }) => isShownBy(probe))))
    return { added: new Map() }
  const { settings, dataset } = await store.run(id)
  const protocol = findProtocol(settings.protocol)
  const drawn = await store.regions(dataset.fingerprint)
  return findImageFindings(await collectRecords(store, id), passes, protocol, linkedRows(protocol), drawn)
}

/** The findings as members of run.json. */
export const findingsJson = ({ added }: ImageFindings): JsonObject =>
  Object.fromEntries(
    ofFindings(featureFindings, added, (finding, value) => [[finding.name, finding.json(value)]]),
  )

/** The findings as figures of figures.json. */
export const findingFigures = ({ added }: ImageFindings): readonly Figure[] =>
  ofFindings(featureFindings, added, (finding, value) => finding.figures(value))

/** The findings as scores of a log of Inspect. */
export const findingScores = ({ added }: ImageFindings): readonly JsonObject[] =>
  ofFindings(featureFindings, added, (finding, value) => {
    const score = finding.score(value)
    return score ? [score] : []
  })
