import type { ReportPart } from '../../../app/controller/result-part.ts'
import type { DetailGroup } from '../engine/by-detail.ts'

/** Accuracy by image detail, of a run with passes at other details. */
export const reportedDetails: ReportPart<readonly DetailGroup[]> = {
  name: 'byDetail',
  of: (fact, run) => fact('byDetail', { run }),
}
