import type { RunFigures } from '../../../engine/analysis/comparison.ts'
import type { PaperFindings } from './finding.ts'

export const papersName = 'papers'

/** What the papers found, on one of the compared runs. */
export const papersOfRun = ({ added }: Pick<RunFigures, 'added'>): readonly PaperFindings[] =>
  (added.get(papersName) ?? []) as readonly PaperFindings[]
