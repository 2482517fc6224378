import {
  type MedCmrModel,
  medCmrCitation,
  medCmrDimensions,
  medCmrIntelligence,
  medCmrModels,
  medCmrOverall,
  medCmrTasks,
} from '../../../engine/analysis/published-med-cmr.ts'
import { MedCmrIntro, MedCmrNotes, medCmrCell } from '../../compare/published-med-cmr.tsx'
import { type ReportColumn, ReportTable } from '../report-table.tsx'

const named = [...medCmrTasks, ...medCmrIntelligence, ...medCmrDimensions]

const columns: readonly ReportColumn<MedCmrModel>[] = [
  { name: 'Model', cell: ({ name }) => name },
  ...[
    medCmrOverall.choice,
    ...[...medCmrTasks, ...medCmrIntelligence].map(({ key }) => key),
    medCmrOverall.open,
    ...medCmrDimensions.map(({ key }) => key),
  ].map(key => ({ name: key, isNumber: true, cell: (model: MedCmrModel) => medCmrCell(model, key) })),
]

/** The paper's own tables, for runs that follow its protocol. */
export function PublishedMedCmrSection() {
  return (
    <section aria-labelledby="published-med-cmr">
      <h2 id="published-med-cmr">Published models on Med-CMR, for reference</h2>
      <p>
        <MedCmrIntro />
      </p>
      <ReportTable
        caption={`Published results in %, ${medCmrCitation}`}
        columns={columns}
        rows={medCmrModels}
        isDense
      />
      <p>{named.map(({ key, name }) => `${key}: ${name}`).join('; ')}.</p>
      <MedCmrNotes />
    </section>
  )
}
