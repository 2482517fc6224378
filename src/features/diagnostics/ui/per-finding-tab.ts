import { type FeaturePart, isNoJudging } from '../../../ui/results/results-tab.ts'
import { PerFindingTab } from './per-finding.tsx'

/** Figures of findings, beside subgroups. */
export const perFindingPart: FeaturePart = {
  id: 'per-finding',
  name: 'Per finding',
  place: { in: 'cube', before: null },
  applies: isNoJudging,
  showsSelection: false,
  Body: PerFindingTab,
}
