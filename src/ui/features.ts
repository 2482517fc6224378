/** What features bring to the page: one line each. Their styles are in `features.css`. */
import { chainsTab } from '../features/chains/ui/chains-tab.ts'
import { gatesSection } from '../features/gates/ui/gates.tsx'
import { islandsComparison } from '../features/islands/ui/islands-view.tsx'
import type { FeatureComparison } from './compare/feature-comparison.ts'
import type { FeatureSection } from './results/feature-section.ts'
import type { FeatureTab } from './results/result-tab.ts'

/** Tabs of a run's results. */
export const featureTabs: readonly FeatureTab[] = [chainsTab]

/** Sections of the views of a run. */
export const featureSections: readonly FeatureSection[] = [gatesSection]

/** Views of a comparison of runs. */
export const featureComparisons: readonly FeatureComparison[] = [islandsComparison]
