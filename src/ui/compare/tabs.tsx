/** The tabs of a comparison, in order. */
import type { ComponentType } from 'react'
import type { Compared, ComparisonFacts } from '../../app/controller/report-facts.ts'
import { featureComparisons } from '../features.ts'
import { EstimateFrom } from '../hooks/estimate-from.ts'
import { QuerySelect } from '../shared/controls/query-select.tsx'
import { CutChoices, SplitSelect } from '../shared/controls/split-choices.tsx'
import { chosenOne, Sections } from '../shared/sections.tsx'
import { splitIn } from '../state/split.ts'
import { byNames } from '../text/voxels.ts'
import { ChangedTab } from './changed.tsx'
import { type CompareTab, type CompareTabProps, isUnsplit, withComparisons } from './compare-tab.ts'
import { differenceBys } from './differences/compare-rows.ts'
import { islandBys } from './islands/islands.tsx'
import { hasPapers } from './papers.tsx'
import { differences, islands, papers, published, relation } from './sections.tsx'

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

/** All tabs in their order, with those of features. */
export const compareTabs = withComparisons(
  [
    {
      id: 'differences',
      name: 'Differences',
      split: query => splitIn(query, differenceBys),
      Body: ofTwo(DifferencesTab),
    },
    { id: 'changed', name: 'Changed verdicts', split: isUnsplit, Body: ofTwo(ChangedTab) },
    { id: 'papers', name: 'Papers', split: isUnsplit, Body: PapersTab },
    { id: 'published', name: 'Published models', split: isUnsplit, Body: PublishedTab },
  ] satisfies readonly CompareTab[],
  featureComparisons,
)

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
  const islandChoice = (
    <div className="filters">
      <QuerySelect
        label="By"
        name="by"
        value={chosenOne(query, 'by', islandBys)}
        choices={islandBys.map(one => [one, byNames[one]] as const)}
        resets={['lines']}
      />
    </div>
  )
  return (
    <>
      <h2>{papers.name}</h2>
      {!hasTwo(compared) ? (
        <NeedsTwo />
      ) : hasPapers(compared) ? (
        <Sections of={papers} facts={{ compared, levels }} chosen={query} />
      ) : (
        <p>No run asks the questions of MedRCube or Med-CMR. The papers’ findings are not judged.</p>
      )}
      <h2>{relation.name}</h2>
      <Sections of={relation} facts={facts} chosen={query} />
      <h2>{islands.name}</h2>
      <Sections
        of={islands}
        facts={facts}
        chosen={query}
        controls={{ measured: compared?.comparison.islands?.shared ? islandChoice : null }}
      />
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
