/** What a run's results consist of: tabs, and the parts that stand in them. */
import type { ComponentType } from 'react'
import type { Results } from '../../app/controller/report-facts.ts'
import type { RunSummary } from '../../app/state/state.ts'
import type { TabProps } from './tab-props.ts'

/** What decides which parts a run has. */
export interface PartFacts {
  readonly results: Results
  /** The run's extra passes, those that judges made not among them. */
  readonly passes: readonly RunSummary[]
}

export interface ResultsPart {
  /** In addresses, which open the tab that the part stands in. */
  readonly id: string
  readonly name: string
  readonly applies: (facts: PartFacts) => boolean
  /** Whether the page shows above it which selection of samples the address names. */
  readonly showsSelection: boolean
  readonly Body: ComponentType<TabProps>
}

export interface ResultsTab {
  readonly id: string
  readonly name: string
  /** In order; the page shows one at a time. */
  readonly parts: readonly ResultsPart[]
  /** Addresses that open it where no feature has a part of this name. */
  readonly standsFor?: readonly string[]
}

/**
 * A feature's part. It stands in a tab of the core, before one of its parts or (null) at the end, or in a tab of its own behind one
 * of the core.
 */
export interface FeaturePart extends ResultsPart {
  readonly place: { readonly in: string; readonly before: string | null } | { readonly behind: string }
}

/** Tabs with the parts of features, each at its place. */
export function withParts(tabs: readonly ResultsTab[], added: readonly FeaturePart[]): readonly ResultsTab[] {
  const partsIn = (tab: string, before: string | null) =>
    added.filter(({ place }) => 'in' in place && place.in === tab && place.before === before)
  return tabs.flatMap(({ id, parts, ...tab }) => [
    { ...tab, id, parts: [...parts.flatMap(part => [...partsIn(id, part.id), part]), ...partsIn(id, null)] },
    ...added.flatMap(part =>
      'behind' in part.place && part.place.behind === id
        ? [{ id: part.id, name: part.name, parts: [part] }]
        : [],
    ),
  ])
}

/** The tab that an address names by its own id, by that of one of its parts, or by that of a part which it stands for. */
export const tabNamed = (tabs: readonly ResultsTab[], id: string): ResultsTab | undefined =>
  tabs.find(tab => tab.id === id) ??
  tabs.find(({ parts }) => parts.some(part => part.id === id)) ??
  tabs.find(({ standsFor }) => standsFor?.includes(id))

/** The parts of a tab that a run has. */
export const partsOfRun = ({ parts }: ResultsTab, facts: PartFacts): readonly ResultsPart[] =>
  parts.filter(({ applies }) => applies(facts))

/** The part that an address names, else the first. An address may name a tab that the run does not offer. */
export function partNamed(tab: ResultsTab, id: string, facts: PartFacts): ResultsPart | undefined {
  const offered = partsOfRun(tab, facts)
  const parts = offered.length > 0 ? offered : tab.parts
  return parts.find(part => part.id === id) ?? parts[0]
}

/** Every run but a judge's pass, whose replies are only listed. */
export const isNoJudging = ({ results: { run } }: PartFacts): boolean => !run.judging

/** A run that may have passes: neither a pass nor a judge's. */
export const isOwnRun = ({ results: { run } }: PartFacts): boolean => !run.judging && !run.probe
