/** What the page asks of features: null or nothing where none gives it. */
import type { AddedParts } from '../app/controller/report-facts.ts'
import { byRank } from '../engine/base/by-rank.ts'
import type { UiFeature } from './feature/ui-feature.ts'
import * as given from './features.ts'

const all: readonly UiFeature[] = byRank<UiFeature>(Object.values(given))
const imageSections = all.flatMap(({ imageSections = [] }) => imageSections)
const features = all.map(feature => ({ ...feature, ...feature.withImageSections?.(imageSections) }))

/** Parts of a run's results. Tabs behind the same tab are in this order. */
export const featureParts = features.flatMap(({ parts = [] }) => parts)

/** Whether a feature gives this part of a run's results. */
export const hasPart = (id: string): boolean => featureParts.some(part => part.id === id)

/** What can be done before a run, behind one link of the set-up. */
export const featureSetUps = features.flatMap(({ setUps = [] }) => setUps)

/** Views of a run's report. */
export const featureViews = features.flatMap(({ views = [] }) => views)

/** How figures are made, in words for a report and a paper. */
export const featureMethods = features.flatMap(({ methods = [] }) => methods)

/** Cards among the findings of a run. */
export const featureCards = features.flatMap(({ cards = [] }) => cards)

/** Sections of the views of a run. */
export const featureSections = features.flatMap(({ sections = [] }) => sections)

/** Sections of the tab Probes, behind those of the core. */
export const featureProbeSections = features.flatMap(({ probeSections = [] }) => probeSections)

/** Tabs of a comparison of runs. */
export const featureCompareTabs = features.flatMap(({ compareTabs = [] }) => compareTabs)

/** Views of a comparison's report, with how their figures are made: sentences for a paper. */
export const comparedViews = features.flatMap(({ comparedViews = [] }) => comparedViews)

/** What features keep in this browser that belongs in the report of a comparison. */
export const keptByFeatures = (): AddedParts =>
  new Map(features.flatMap(({ kept }) => (kept ? [[kept.name, kept.all()] as const] : [])))

/** Views of a comparison of runs. */
export const featureComparisons = features.flatMap(({ comparisons = [] }) => comparisons)

const tables = features.flatMap(({ paperTables = [] }) => paperTables)

/** Files of the tab Export. */
export const featureFiles = features.flatMap(
  ({ files }) => files?.({ tables, methods: featureMethods }) ?? [],
)

/** What is shown of one sample. */
export const samplePanels = features.flatMap(({ samplePanels = [] }) => samplePanels)

/** The first that a feature gives; null where none does. */
const first = <Name extends keyof UiFeature>(name: Name): NonNullable<UiFeature[Name]> | null =>
  features.find(feature => feature[name])?.[name] ?? null

/** Chooses a model of a server, in the drawer of models; null where nothing asks servers. */
export const ServerChoice = first('ServerChoice')

/** Which models to get, in the drawer of models; null where nothing advises. */
export const ModelAdvice = first('ModelAdvice')

/** Offers questions about files that come without any; null where nothing does. */
export const questionOffer = first('questionOffer')

/** The tags of a run that may be seen now: all, unless a feature hides some. */
export const useVisibleTags = first('useShownTags') ?? ((_, tags) => tags)
