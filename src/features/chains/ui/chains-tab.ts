import { type FeaturePart, isNoJudging } from '../../../ui/results/results-tab.ts'
import { ChainsTab } from './chains.tsx'

/** The questions on one image, in a tab of their own. */
export const chainsPart: FeaturePart = {
  id: 'chains',
  place: { behind: 'shortcuts', name: 'Chains' },
  applies: isNoJudging,
  showsSelection: true,
  Body: ChainsTab,
}
