/** What features bring to the page: one line each. Their styles are in `features.css`. */
import { chainsPart } from '../features/chains/ui/chains-tab.ts'
import type { FeatureComparison } from './compare/compare-tab.ts'
import type { FeaturePart } from './results/results-tab.ts'
import type { SavedFile } from './results/saved-file.ts'

/** Parts of a run's results. */
export const featureParts: readonly FeaturePart[] = [chainsPart]

/** Tabs of a comparison. */
export const featureComparisons: readonly FeatureComparison[] = []

/** Files of the tab Export. */
export const featureFiles: readonly SavedFile[] = []
