import {
  aboveRandom,
  citation,
  type PublishedModel,
  publishedColumns,
} from '../../../engine/analysis/published.ts'
import { publishedCell, publishedName, publishedRows } from '../../compare/published-cells.ts'
import { PublishedIntro, PublishedNotes } from '../../compare/published-notes.tsx'
import { points } from '../../text/format.ts'
import { type ReportColumn, ReportTable } from '../report-table.tsx'

const columns: readonly ReportColumn<PublishedModel>[] = [
  { name: 'Model', cell: publishedName },
  { name: 'Group', cell: ({ group }) => group },
  { name: 'Overall', isNumber: true, cell: model => <strong>{publishedCell(model)}</strong> },
  { name: 'Above guessing', isNumber: true, cell: model => points(aboveRandom(model)) },
  ...publishedColumns.map(({ key }) => ({
    name: key,
    isNumber: true,
    cell: (model: PublishedModel) => publishedCell(model, key),
  })),
]

/** The paper's own table, beside what was measured and never in it. */
export function PublishedSection() {
  return (
    <section aria-labelledby="published">
      <h2 id="published">Published models, for reference</h2>
      <p>
        <PublishedIntro />
      </p>
      <ReportTable
        caption={`Published accuracies in %, ${citation}`}
        columns={columns}
        rows={publishedRows}
        isDense
      />
      <p>
        {publishedColumns
          .filter(({ key, label }) => key !== label)
          .map(({ key, label }) => `${key}: ${label}`)
          .join('; ')}
        .
      </p>
      <PublishedNotes />
    </section>
  )
}
