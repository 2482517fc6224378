/** What features bring to the page: one line each. Their styles are in `features.css`. */
import type { ComponentType } from 'react'
import type { ReportFacts } from '../app/controller/report-facts.ts'
import { chainsPart } from '../features/chains/ui/chains-tab.ts'
import { marginsTab } from '../features/diagnostics/ui/comparison-tab.tsx'
import { findingTables } from '../features/diagnostics/ui/paper-tables.ts'
import { perFindingPart } from '../features/diagnostics/ui/per-finding-tab.ts'
import { perFinding } from '../features/diagnostics/ui/per-finding-view.tsx'
import { PlanForm } from '../features/diagnostics/ui/plan-form.tsx'
import { planReached } from '../features/diagnostics/ui/plan-reached.tsx'
import { repeatsPart, repeatsView } from '../features/diagnostics/ui/repeats.tsx'
import { gatesSection } from '../features/gates/ui/gates.tsx'
import { islandsComparison } from '../features/islands/ui/islands-view.tsx'
import { occlusionSection } from '../features/occlusion/ui/occlusion-maps.tsx'
import { readersTab } from '../features/readers/ui/readers-tab.tsx'
import type { CompareTab } from './compare/compare-tab.ts'
import type { FeatureComparison } from './compare/feature-comparison.ts'
import type { PaperTable } from './report/paper/paper-table.ts'
import type { FeatureSection } from './results/feature-section.ts'
import type { FeaturePart } from './results/results-tab.ts'
import type { SavedFile } from './results/saved-file.ts'
import type { View } from './shared/sections.tsx'

/** Parts of a run's results. */
export const featureParts: readonly FeaturePart[] = [chainsPart, perFindingPart, repeatsPart]

/** What can be done before a run, behind one link of the set-up. */
export const featureSetUps: readonly { readonly id: string; readonly Body: ComponentType }[] = [
  { id: 'plan', Body: PlanForm },
]

/** Views of a run's report, behind those of the core. */
export const featureViews: readonly View<ReportFacts>[] = [planReached, perFinding, repeatsView]

/** Tables of “Files for a paper”. */
export const featurePaperTables: readonly ((facts: ReportFacts) => readonly PaperTable[])[] = [findingTables]

/** Sections of the views of a run. */
export const featureSections: readonly FeatureSection[] = [gatesSection, occlusionSection]

/** Tabs of a comparison of runs. */
export const featureCompareTabs: readonly CompareTab[] = [marginsTab, readersTab]

/** Views of a comparison of runs. */
export const featureComparisons: readonly FeatureComparison[] = [islandsComparison]

/** Files of the tab Export. */
export const featureFiles: readonly SavedFile[] = []
