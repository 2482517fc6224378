import type { FeatureTab } from '../../../ui/results/result-tab.ts'
import { ChainsTab } from './chains.tsx'

export const chainsTab: FeatureTab = { id: 'chains', name: 'Chains', after: 'shortcuts', Body: ChainsTab }
