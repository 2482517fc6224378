/** Labels and ratings by people in the report of a run. */
import type { ReportFacts } from '../../../../app/controller/report-facts.ts'
import { addedPart } from '../../../../app/controller/result-part.ts'
import { oneSection, type View } from '../../../../ui/shared/sections.tsx'
import { reportedMarks } from '../../app/reported-marks.ts'
import { MarkFigures } from './mark-figures.tsx'

export const marksView: View<Pick<ReportFacts, 'run' | 'added'>> = oneSection(
  'labels',
  'Labels by people',
  ({ run, added }) => {
    const reported = addedPart(reportedMarks, { added }) ?? []
    if (reported.length === 0) return null
    return reported.map(({ set, figures }) => (
      <MarkFigures key={set.id} run={run.id} set={set} of={figures} />
    ))
  },
)
