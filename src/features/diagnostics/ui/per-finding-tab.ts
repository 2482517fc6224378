import { type FeaturePart, isNoJudging } from '../../../ui/results/results-tab.ts'
import { PerFindingTab } from './per-finding.tsx'

/** Figures of findings, in a tab of their own. */
export const perFindingPart: FeaturePart = {
  id: 'per-finding',
  place: { behind: 'subgroups', name: 'Per finding' },
  applies: isNoJudging,
  showsSelection: false,
  Body: PerFindingTab,
}
