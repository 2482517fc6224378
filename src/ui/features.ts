/** What features bring to the page: one line each. The first view loads it when it is needed. Their styles are in `features.css`. */
import type { ComponentType } from 'react'
import type { AddedParts, ComparisonReportFacts } from '../app/controller/report-facts.ts'
import { AdvicePanel } from '../features/advice/ui/advice-panel.tsx'
import { auditMethods } from '../features/audit/ui/audit-methods.ts'
import { auditTab } from '../features/audit/ui/audit-tab.tsx'
import { auditView } from '../features/audit/ui/audit-view.tsx'
import { imageUseCard } from '../features/audit/ui/image-use-card.ts'
import { chainsPart } from '../features/chains/ui/chains-tab.ts'
import { confidenceMethods } from '../features/confidence/ui/confidence-methods.ts'
import { confidenceTab } from '../features/confidence/ui/confidence-tab.tsx'
import { confidence } from '../features/confidence/ui/confidence-view.tsx'
import { surenessCard } from '../features/confidence/ui/sureness-card.ts'
import { corruptedImages } from '../features/corruptions/ui/corruption-section.tsx'
import { detailPart, detailView } from '../features/detail/ui/detail-view.tsx'
import { besideAccuracy } from '../features/diagnostics/ui/beside-accuracy.tsx'
import { marginsTab } from '../features/diagnostics/ui/comparison-tab.tsx'
import { diagnosedRunsView } from '../features/diagnostics/ui/diagnosed-runs-view.tsx'
import { findingTables } from '../features/diagnostics/ui/paper-tables.ts'
import { perFindingPart } from '../features/diagnostics/ui/per-finding-tab.ts'
import { perFinding } from '../features/diagnostics/ui/per-finding-view.tsx'
import { PlanForm } from '../features/diagnostics/ui/plan-form.tsx'
import { planReached } from '../features/diagnostics/ui/plan-reached.tsx'
import { repeatsPart, repeatsView } from '../features/diagnostics/ui/repeats.tsx'
import { keptMargins } from '../features/diagnostics/ui/stated-margins.tsx'
import { gatesSection } from '../features/gates/ui/gates.tsx'
import { headerOffer } from '../features/headers/ui/header-offer.ts'
import { islandsComparison } from '../features/islands/ui/islands-view.tsx'
import { judgesTab } from '../features/judges/ui/judges-tab.tsx'
import { judges } from '../features/judges/ui/judges-view.tsx'
import { occlusionSection } from '../features/occlusion/ui/occlusion-maps.tsx'
import { OcclusionPanel } from '../features/occlusion/ui/occlusion-panel.tsx'
import { claimsComparison, relationComparison } from '../features/papers/ui/compared-views.tsx'
import { paperFile, tablesFile } from '../features/papers/ui/paper-file.ts'
import { papers } from '../features/papers/ui/papers.tsx'
import { papersTab } from '../features/papers/ui/papers-tab.tsx'
import { EverywherePanel } from '../features/readers/ui/marks/everywhere-panel.tsx'
import { marksPart } from '../features/readers/ui/marks/marks-tab.tsx'
import { marksView } from '../features/readers/ui/marks/marks-view.tsx'
import { readersTab } from '../features/readers/ui/readers-tab.tsx'
import { readersView } from '../features/readers/ui/readers-view.tsx'
import { statedPart } from '../features/readers/ui/stated-tab.tsx'
import { RegionPanel } from '../features/regions/ui/draw-region.tsx'
import { ServerPicker } from '../features/servers/ui/server-picker.tsx'
import type { CompareTab } from './compare/compare-tab.ts'
import type { FeatureComparison } from './compare/feature-comparison.ts'
import type { QuestionOffer } from './home/question-offer.ts'
import type { ServerChoiceProps } from './home/server/server-choice.ts'
import type { FeatureMethods } from './report/feature-methods.ts'
import type { FeatureSection, FeatureView, ProbeFacts, SamplePanel } from './results/feature-section.ts'
import type { CardMaker } from './results/findings/finding-cards.ts'
import type { FeaturePart } from './results/results-tab.ts'
import type { SavedFile } from './results/saved-file.ts'
import type { Section, View } from './shared/sections.tsx'

/** What is shown of the use of the images. */
const imageUse = auditView([occlusionSection])

/** Parts of a run's results. Tabs behind the same tab are in this order. */
export const featureParts: readonly FeaturePart[] = [
  auditTab(imageUse),
  chainsPart,
  confidenceTab,
  perFindingPart,
  repeatsPart,
  detailPart,
  judgesTab,
  papersTab,
  marksPart,
  statedPart,
]

/** What can be done before a run, behind one link of the set-up. */
export const featureSetUps: readonly { readonly id: string; readonly Body: ComponentType }[] = [
  { id: 'plan', Body: PlanForm },
]

/** Views of a run's report. */
export const featureViews: readonly FeatureView[] = [
  { view: judges, before: 'credibility' },
  { view: confidence, before: 'probes' },
  { view: imageUse, before: null },
  { view: papers, before: null },
  { view: planReached, before: null },
  { view: perFinding, before: null },
  { view: repeatsView, before: null },
  { view: detailView, before: null },
  { view: marksView, before: null },
]

/** How figures are made, in words for a report and a paper. */
export const featureMethods: readonly FeatureMethods[] = [auditMethods, confidenceMethods]

/** Cards among the findings of a run. */
export const featureCards: readonly CardMaker[] = [imageUseCard, surenessCard]

/** Sections of the views of a run. */
export const featureSections: readonly FeatureSection[] = [besideAccuracy, gatesSection]

/** Sections of the tab Probes, behind those of the core. */
export const featureProbeSections: readonly Section<ProbeFacts>[] = [corruptedImages]

/** Tabs of a comparison of runs. */
export const featureCompareTabs: readonly CompareTab[] = [marginsTab, readersTab]

/** Views of a comparison's report, with how their figures are made: sentences for a paper. */
export const comparedViews: readonly {
  readonly view: View<ComparisonReportFacts>
  readonly methods: string
}[] = [diagnosedRunsView, readersView]

/** What features keep in this browser that belongs in the report of a comparison. */
export const keptByFeatures = (): AddedParts => new Map([[keptMargins.name, keptMargins.all()]])

/** Views of a comparison of runs. */
export const featureComparisons: readonly FeatureComparison[] = [
  claimsComparison,
  relationComparison,
  islandsComparison,
]

/** Files of the tab Export. */
export const featureFiles: readonly SavedFile[] = [
  paperFile([findingTables], featureMethods),
  tablesFile([findingTables]),
]

/** What is shown of one sample. */
export const samplePanels: readonly SamplePanel[] = [
  { id: 'occlusion', Panel: OcclusionPanel },
  { id: 'everywhere', Panel: EverywherePanel },
  { id: 'region', Panel: RegionPanel },
]

/** Chooses a model of a server, in the drawer of models; null where nothing asks servers. */
export const ServerChoice: ComponentType<ServerChoiceProps> | null = ServerPicker

/** Which models to get, in the drawer of models; null where nothing advises. */
export const ModelAdvice: ComponentType | null = AdvicePanel

/** Offers questions about files that come without any; null where nothing does. */
export const questionOffer: QuestionOffer | null = headerOffer

/** The tags of a run that may be seen now. */
export { useShownTags } from '../features/readers/ui/marks/use-shown-tags.ts'
