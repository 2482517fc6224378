/** What the papers found, looked for in one run. */

import { isBenchmark } from '../../../engine/analysis/benchmark-questions.ts'
import { citation } from '../../../engine/analysis/published.ts'
import { medCmrCitation } from '../../../engine/analysis/published-med-cmr.ts'
import type { RunOverview } from '../../../engine/analysis/run-overview.ts'
import type { Countable } from '../../../engine/analysis/shares.ts'
import { isMostlyUnread } from '../../../engine/analysis/unread.ts'
import type { PaperFindings } from './finding.ts'
import { medCmrFindings } from './med-cmr-findings.ts'
import { medrcubeFindings } from './medrcube-findings.ts'
import { FindingRun } from './run-figures.ts'

/**
 * Findings of the papers whose own questions the run asks; none of any other run, even if its tasks have the same
 * names, and none where too few replies could be read.
 * @param total samples of the run's data set, those that were skipped too
 */
export function paperFindings(
  rows: readonly Countable[],
  overview: Pick<RunOverview, 'overall' | 'slices' | 'part'> & Partial<Pick<RunOverview, 'unread'>>,
  total: number,
): readonly PaperFindings[] {
  if (overview.unread && isMostlyUnread(overview.unread)) return []
  const run = new FindingRun(rows, overview)
  return [
    ...(isBenchmark('MedRCube', rows, total)
      ? [{ paper: 'MedRCube' as const, citation, findings: medrcubeFindings(run) }]
      : []),
    ...(isBenchmark('Med-CMR', rows, total)
      ? [{ paper: 'Med-CMR' as const, citation: medCmrCitation, findings: medCmrFindings(run) }]
      : []),
  ]
}
