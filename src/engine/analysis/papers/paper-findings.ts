/** What the papers found, looked for in one run. */

import { citation } from '../published.ts'
import { medCmrCitation } from '../published-med-cmr.ts'
import type { RunOverview } from '../run-overview.ts'
import type { Countable } from '../shares.ts'
import type { PaperFindings } from './finding.ts'
import { medCmrFindings, medCmrTaskNames } from './med-cmr-findings.ts'
import { medrcubeFindings, medrcubeTasks } from './medrcube-findings.ts'
import { FindingRun } from './run-figures.ts'

/** Of the papers whose tasks the run has; none where it has neither's. */
export function paperFindings(
  rows: readonly Countable[],
  overview: Pick<RunOverview, 'overall' | 'slices' | 'part'>,
): readonly PaperFindings[] {
  const run = new FindingRun(rows, overview)
  const asks = (tasks: readonly string[]) => overview.slices.task.some(({ label }) => tasks.includes(label))
  return [
    ...(asks(medrcubeTasks)
      ? [{ paper: 'MedRCube' as const, citation, findings: medrcubeFindings(run) }]
      : []),
    ...(asks(medCmrTaskNames)
      ? [{ paper: 'Med-CMR' as const, citation: medCmrCitation, findings: medCmrFindings(run) }]
      : []),
  ]
}
