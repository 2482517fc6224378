/** People and models in the report of a comparison. */
import type { ComparisonReportFacts } from '../../../app/controller/report-facts.ts'
import { addedPart } from '../../../app/controller/result-part.ts'
import type { View } from '../../../ui/shared/sections.tsx'
import { comparedReaders } from '../app/compared-readers.ts'
import { ReaderFigures } from './reader-figures.tsx'

const view: View<ComparisonReportFacts> = {
  id: 'readers',
  name: 'Readers',
  sections: [
    {
      id: 'readers',
      body: facts => {
        const { comparison = null, people = [] } = addedPart(comparedReaders, facts) ?? {}
        return comparison && <ReaderFigures runs={facts.compared.runs} of={comparison} people={people} />
      },
    },
  ],
}

/** Its methods stand above its figures: other comparisons have no readers. */
export const readersView = { view, methods: '' }
