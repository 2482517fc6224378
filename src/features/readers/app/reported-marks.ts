import type { ReportPart } from '../../../app/controller/result-part.ts'
import type { MarkFigures } from '../engine/marks/mark-figures.ts'
import { errorKinds, type MarkSet, reasonScale } from '../engine/marks/mark-set.ts'

interface ReportedMarks {
  readonly set: MarkSet
  readonly figures: MarkFigures
}

/** Figures of the built-in sets that somebody used. */
export const reportedMarks: ReportPart<readonly ReportedMarks[]> = {
  name: 'labels',
  async of(fact, run) {
    const reported: ReportedMarks[] = []
    for (const set of [errorKinds, reasonScale]) {
      const { figures } = await fact('marks', { run, set })
      if (figures) reported.push({ set, figures })
    }
    return reported
  },
}
