import type { ComponentType } from 'react'
import type { ComparisonReportFacts, ReportFacts } from '../../app/controller/report-facts.ts'
import type { Ranked } from '../../engine/base/by-rank.ts'
import type { Tags } from '../../engine/protocol/tags.ts'
import type { CompareTab } from '../compare/compare-tab.ts'
import type { FeatureComparison } from '../compare/feature-comparison.ts'
import type { QuestionOffer } from '../home/question-offer.ts'
import type { ServerChoiceProps } from '../home/server/server-choice.ts'
import type { FeatureMethods } from '../report/feature-methods.ts'
import type { PaperTable } from '../report/paper-table.ts'
import type { FeatureSection, FeatureView, ProbeFacts, SamplePanel } from '../results/feature-section.ts'
import type { CardMaker } from '../results/findings/finding-cards.ts'
import type { FeaturePart } from '../results/results-tab.ts'
import type { SavedFile } from '../results/saved-file.ts'
import type { Section, View } from '../shared/sections.tsx'

type ImageSection = Section<Pick<ReportFacts, 'run' | 'probes'>>
type PaperTables = (facts: ReportFacts) => readonly PaperTable[]

/** What a feature gives to the page. Its rank is its place among features wherever several give to one list. */
export interface UiFeature extends Ranked {
  /** Parts of a run's results. */
  readonly parts?: readonly FeaturePart[]
  /** What can be done before a run, behind one link of the set-up. */
  readonly setUps?: readonly { readonly id: string; readonly Body: ComponentType }[]
  /** Views of a run's report. */
  readonly views?: readonly FeatureView[]
  /** Sections on the use of the images, for the feature that shows these. */
  readonly imageSections?: readonly ImageSection[]
  /** Parts and views that show sections of other features, too. */
  readonly withImageSections?: (added: readonly ImageSection[]) => Pick<UiFeature, 'parts' | 'views'>
  /** How figures are made, in words for a report and a paper. */
  readonly methods?: readonly FeatureMethods[]
  /** Cards among the findings of a run. */
  readonly cards?: readonly CardMaker[]
  /** Sections of the views of a run. */
  readonly sections?: readonly FeatureSection[]
  /** Sections of the tab Probes, behind those of the core. */
  readonly probeSections?: readonly Section<ProbeFacts>[]
  /** Tabs of a comparison of runs. */
  readonly compareTabs?: readonly CompareTab[]
  /** Views of a comparison's report, with how their figures are made: sentences for a paper. */
  readonly comparedViews?: readonly {
    readonly view: View<ComparisonReportFacts>
    readonly methods: string
  }[]
  /** What it keeps in this browser that belongs in the report of a comparison. */
  readonly kept?: { readonly name: string; all(): unknown }
  /** Views of a comparison of runs. */
  readonly comparisons?: readonly FeatureComparison[]
  /** Tables for a paper. */
  readonly paperTables?: readonly PaperTables[]
  /** Files of the tab Export. */
  readonly files?: (given: {
    readonly tables: readonly PaperTables[]
    readonly methods: readonly FeatureMethods[]
  }) => readonly SavedFile[]
  /** What is shown of one sample. */
  readonly samplePanels?: readonly SamplePanel[]
  /** Chooses a model of a server, in the drawer of models. */
  readonly ServerChoice?: ComponentType<ServerChoiceProps>
  /** Which models to get, in the drawer of models. */
  readonly ModelAdvice?: ComponentType
  /** Offers questions about files that come without any. */
  readonly questionOffer?: QuestionOffer
  /** A hook: the tags of a run that may be seen now. */
  readonly useShownTags?: (run: string, tags: Tags) => Tags
}
