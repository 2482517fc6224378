import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { oneSection } from '../../../ui/shared/sections.tsx'
import { JudgedFigures } from './judged-figures.tsx'

/** What each judge made of a run's answers. */
export const judges = oneSection<Pick<ReportFacts, 'judged'>>(
  'judged',
  'Judges',
  ({ judged }) =>
    judged &&
    judged.judged.length > 0 &&
    judged.judged.map(one => <JudgedFigures key={one.run} judged={one} />),
)
