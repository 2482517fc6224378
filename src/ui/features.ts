/** What features bring to the page: one line each. Their styles are in `features.css`. */
import { chainsPart } from '../features/chains/ui/chains-tab.ts'
import { gatesSection } from '../features/gates/ui/gates.tsx'
import { islandsComparison } from '../features/islands/ui/islands-view.tsx'
import type { FeatureComparison } from './compare/feature-comparison.ts'
import type { FeatureSection } from './results/feature-section.ts'
import type { FeaturePart } from './results/results-tab.ts'
import type { SavedFile } from './results/saved-file.ts'

/** Parts of a run's results. */
export const featureParts: readonly FeaturePart[] = [chainsPart]

/** Sections of the views of a run. */
export const featureSections: readonly FeatureSection[] = [gatesSection]

/** Views of a comparison of runs. */
export const featureComparisons: readonly FeatureComparison[] = [islandsComparison]

/** Files of the tab Export. */
export const featureFiles: readonly SavedFile[] = []
