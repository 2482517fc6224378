/** The tabs of a comparison, in order. */
import { type ComponentType, Fragment } from 'react'
import type { Compared, ComparisonFacts } from '../../app/controller/report-facts.ts'
import { featureCompareTabs, featureComparisons } from '../features.ts'
import { EstimateFrom } from '../hooks/estimate-from.ts'
import { CutChoices, SplitSelect } from '../shared/controls/split-choices.tsx'
import { chosenOne, Sections } from '../shared/sections.tsx'
import { splitIn } from '../state/split.ts'
import { ChangedTab } from './changed.tsx'
import { type CompareTab, type CompareTabProps, isUnsplit } from './compare-tab.ts'
import { differenceBys } from './differences/compare-rows.ts'
import { hasPapers } from './papers.tsx'
import { comparedPapers, differences, published, relation } from './sections.tsx'

interface TwoProps extends ComparisonFacts {
  readonly query: URLSearchParams
}

/** What is shown of two runs or more; with fewer, how to choose them. */
function ofTwo(Body: ComponentType<TwoProps>) {
  return ({ compared, ...props }: CompareTabProps) =>
    hasTwo(compared) ? <Body {...props} compared={compared} /> : <NeedsTwo />
}

const hasTwo = (compared: Compared | null): compared is Compared =>
  compared !== null && compared.runs.length >= 2

export const compareTabs: readonly CompareTab[] = [
  {
    id: 'differences',
    name: 'Differences',
    split: query => splitIn(query, differenceBys),
    Body: ofTwo(DifferencesTab),
  },
  { id: 'changed', name: 'Changed verdicts', split: isUnsplit, Body: ofTwo(ChangedTab) },
  ...featureCompareTabs,
  { id: 'papers', name: 'Papers', split: isUnsplit, Body: PapersTab },
  { id: 'published', name: 'Published models', split: isUnsplit, Body: PublishedTab },
]

function DifferencesTab({ compared, levels, query }: TwoProps) {
  return (
    <>
      <h2 className="visually-hidden">{differences.name}</h2>
      <Sections
        of={differences}
        facts={{ compared, levels }}
        chosen={query}
        controls={{
          'differences-intro': (
            <div className="filters">
              <SplitSelect
                axes={differenceBys}
                fields={compared.comparison.fields}
                value={splitIn(query, differenceBys)?.name ?? chosenOne(query, 'by', differenceBys)}
                resets={['lines', 'sort']}
              />
              <CutChoices query={query} field={compared.comparison.field} />
            </div>
          ),
        }}
      />
    </>
  )
}

/** Stands where a comparison would be. */
function NeedsTwo() {
  return (
    <p>
      Comparing needs two runs. <a href="#/runs">Tick them in the list of results</a>.
    </p>
  )
}

/** The papers' claims, and their two analyses over several models. */
function PapersTab({ query, ...facts }: CompareTabProps) {
  const { compared, levels } = facts
  return (
    <>
      <h2>{comparedPapers.name}</h2>
      {!hasTwo(compared) ? (
        <NeedsTwo />
      ) : hasPapers(compared) ? (
        <Sections of={comparedPapers} facts={{ compared, levels }} chosen={query} />
      ) : (
        <p>No run asks the questions of MedRCube or Med-CMR. The papers’ findings are not judged.</p>
      )}
      <h2>{relation.name}</h2>
      <Sections of={relation} facts={facts} chosen={query} />
      {featureComparisons.map(({ view, controls }) => (
        <Fragment key={view.id}>
          <h2>{view.name}</h2>
          <Sections of={view} facts={facts} chosen={query} controls={controls(compared, query)} />
        </Fragment>
      ))}
    </>
  )
}

/** The figures of publications, whichever runs are chosen. */
function PublishedTab({ query, ...facts }: CompareTabProps) {
  return (
    <EstimateFrom value={null}>
      <h2 className="visually-hidden">{published.name}</h2>
      <Sections of={published} facts={facts} chosen={query} />
    </EstimateFrom>
  )
}
