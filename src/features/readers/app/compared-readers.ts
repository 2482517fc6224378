/** What the report of a comparison shows of people. */
import type { ComparedPart } from '../../../app/controller/result-part.ts'
import type { ReadersFact } from '../worker/readers-fact.ts'

export const comparedReaders: ComparedPart<ReadersFact> = {
  name: 'readers',
  of: (fact, runs) => fact('readers', { runs }),
}
