import type { ComparedRunPart } from '../../../engine/analysis/comparison.ts'
import { paperFindings } from '../engine/paper-findings.ts'
import { papersName } from '../engine/papers-of-run.ts'

/** What the papers found, on each of the compared runs. */
export const papersPart: ComparedRunPart = {
  name: papersName,
  of: ({ rows, overview, total }) => paperFindings(rows, overview, total),
}
