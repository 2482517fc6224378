import { type FeaturePart, isNoJudging } from '../../../ui/results/results-tab.ts'
import { ChainsTab } from './chains.tsx'

/** The questions on one image, beside the rates of shortcuts. */
export const chainsPart: FeaturePart = {
  id: 'chains',
  name: 'Chains',
  place: { in: 'shortcuts', before: null },
  applies: isNoJudging,
  showsSelection: true,
  Body: ChainsTab,
}
