/** The tabs of a comparison, in order. */
import { type ComponentType, Fragment } from 'react'
import type { ComparisonFacts } from '../../app/controller/report-facts.ts'
import { EstimateFrom } from '../hooks/estimate-from.ts'
import { featureCompareTabs, featureComparisons } from '../seams.ts'
import { CutChoices, SplitSelect } from '../shared/controls/split-choices.tsx'
import { chosenOne, Sections } from '../shared/sections.tsx'
import { splitIn } from '../state/split.ts'
import { ChangedTab } from './changed.tsx'
import { type CompareTab, type CompareTabProps, isUnsplit } from './compare-tab.ts'
import { differenceBys } from './differences/compare-rows.ts'
import { hasTwo, NeedsTwo } from './needs-two.tsx'
import { differences, published } from './sections.tsx'

interface TwoProps extends ComparisonFacts {
  readonly query: URLSearchParams
}

/** What is shown of two runs or more; with fewer, how to choose them. */
function ofTwo(Body: ComponentType<TwoProps>) {
  return ({ compared, ...props }: CompareTabProps) =>
    hasTwo(compared) ? <Body {...props} compared={compared} /> : <NeedsTwo />
}

export const compareTabs: readonly CompareTab[] = [
  {
    id: 'differences',
    name: 'Differences',
    split: query => splitIn(query, differenceBys),
    Body: ofTwo(DifferencesTab),
  },
  { id: 'changed', name: 'Changed verdicts', split: isUnsplit, Body: ofTwo(ChangedTab) },
  ...featureCompareTabs,
  ...(featureComparisons.length > 0
    ? [{ id: 'papers', name: 'Papers', split: isUnsplit, Body: PapersTab }]
    : []),
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

/** The analyses of papers over several models. */
function PapersTab({ query, ...facts }: CompareTabProps) {
  return featureComparisons.map(({ view, controls }) => (
    <Fragment key={view.id}>
      <h2>{view.name}</h2>
      <Sections of={view} facts={facts} chosen={query} controls={controls(facts.compared, query)} />
    </Fragment>
  ))
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
