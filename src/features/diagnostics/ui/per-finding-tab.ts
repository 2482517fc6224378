import type { FeatureTab } from '../../../ui/results/result-tab.ts'
import { PerFindingTab } from './per-finding.tsx'

export const perFindingTab: FeatureTab = {
  ...{ id: 'per-finding', name: 'Per finding', after: 'subgroups' },
  Body: PerFindingTab,
}
