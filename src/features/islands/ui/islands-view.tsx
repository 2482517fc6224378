import { correlatedNames } from '../../../engine/analysis/correlated-labels.ts'
import type { FeatureComparison } from '../../../ui/compare/feature-comparison.ts'
import { QuerySelect } from '../../../ui/shared/controls/query-select.tsx'
import { chosenOne, chosenValues } from '../../../ui/shared/sections.tsx'
import { byNames } from '../../../ui/text/voxels.ts'
import { IslandsIntro, Measured, Published } from './islands.tsx'

const choice = (query: URLSearchParams) => (
  <div className="filters">
    <QuerySelect
      label="By"
      name="by"
      value={chosenOne(query, 'by', correlatedNames)}
      choices={correlatedNames.map(one => [one, byNames[one]] as const)}
      resets={['lines']}
    />
  </div>
)

/** The islands of the chosen runs, and those of the published models. */
export const islandsComparison: FeatureComparison = {
  view: {
    id: 'islands',
    name: 'Islands',
    sections: [
      { id: 'islands-intro', body: () => <IslandsIntro /> },
      {
        id: 'measured',
        name: 'Over the chosen runs',
        body: ({ compared }, chosen) => (
          <Measured compared={compared} bys={chosenValues(chosen, 'by', correlatedNames)} />
        ),
      },
      { id: 'published-islands', name: 'Over the published models', body: () => <Published /> },
    ],
  },
  controls: (compared, query) => ({ measured: compared?.comparison.shared ? choice(query) : null }),
  isPrintedLast: false,
  methods:
    'Islands are Pearson’s r of accuracies over models, ordered by average-linkage clustering on 1 − r.',
}
