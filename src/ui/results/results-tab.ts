/** What a run's results consist of: tabs, and the parts that stand in them. */
import type { ComponentType } from 'react'
import type { Results } from '../../app/controller/report-facts.ts'
import type { TabProps } from './tab-props.ts'

/** What decides which parts a run has. */
export interface PartFacts {
  readonly results: Results
  /** Whether a pass asked its questions without options: a judge can read such replies where no rule can. */
  readonly hasReplies: boolean
}

export interface ResultsPart {
  /** In addresses, which open the tab that the part stands in. */
  readonly id: string
  readonly applies: (facts: PartFacts) => boolean
  /** Whether the page shows above it which selection of samples the address names. */
  readonly showsSelection: boolean
  readonly Body: ComponentType<TabProps>
}

export interface ResultsTab {
  readonly id: string
  readonly name: string
  /** In order. */
  readonly parts: readonly ResultsPart[]
}

/** A feature's part: it stands in a tab of the core, or in a tab of its own behind one. */
export interface FeaturePart extends ResultsPart {
  readonly place: { readonly in: string } | { readonly behind: string; readonly name: string }
}

/** Tabs with the parts of features, each at its place. */
export const withParts = (
  tabs: readonly ResultsTab[],
  added: readonly FeaturePart[],
): readonly ResultsTab[] =>
  tabs.flatMap(({ id, name, parts }) => [
    { id, name, parts: [...parts, ...added.filter(({ place }) => 'in' in place && place.in === id)] },
    ...added.flatMap(part =>
      'behind' in part.place && part.place.behind === id
        ? [{ id: part.id, name: part.place.name, parts: [part] }]
        : [],
    ),
  ])

/** The tab that an address names by its own id, or by that of one of its parts. */
export const tabNamed = (tabs: readonly ResultsTab[], id: string): ResultsTab | undefined =>
  tabs.find(tab => tab.id === id) ?? tabs.find(({ parts }) => parts.some(part => part.id === id))

/** The parts of a tab that a run has. */
export const partsOfRun = ({ parts }: ResultsTab, facts: PartFacts): readonly ResultsPart[] =>
  parts.filter(({ applies }) => applies(facts))

/** Every run but a judge's pass, whose replies are only listed. */
export const isNoJudging = ({ results: { run } }: PartFacts): boolean => !run.judging
