/** What the report of a comparison shows of findings. */
import type { ComparedPart } from '../../../app/controller/result-part.ts'
import { usualDetail } from '../engine/detail-options.ts'
import type { DiagnosedRuns } from '../engine/finding-ties.ts'

/** As on the page: the halves are those of the usual seed. */
export const diagnosedRuns: ComparedPart<DiagnosedRuns> = {
  name: 'diagnosed runs',
  of: (fact, runs) => fact('findingDifferences', { runs, seed: usualDetail.seed }),
}
