import {
  aboveRandom,
  citation,
  type PublishedModel,
  publishedColumns,
  publishedTotal,
} from '../../../data/published.ts'
import { count, points } from '../../format.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { PublishedNotes } from '../../parts/published-notes.tsx'
import { publishedCell, publishedName, publishedRows } from '../../published-cells.ts'
import { type Column, sortRows } from '../../sorting.ts'

const columns: readonly Column<PublishedModel>[] = [
  {
    key: 'model',
    name: 'Model',
    value: ({ name }) => name,
    cell: publishedName,
  },
  {
    key: 'group',
    name: 'Group',
    value: ({ group }) => group,
    cell: ({ group }) => <span className="keep">{group}</span>,
  },
  {
    key: 'overall',
    name: 'Overall',
    isNumber: true,
    value: ({ overall }) => overall,
    cell: model => <strong>{publishedCell(model)}</strong>,
  },
  {
    key: 'above',
    name: 'Above guessing',
    isNumber: true,
    value: model => aboveRandom(model),
    cell: model => points(aboveRandom(model)),
  },
  ...publishedColumns.map(
    ({ key, label }): Column<PublishedModel> => ({
      key,
      name: label,
      isNumber: true,
      value: ({ slices }) => slices.get(key) ?? null,
      cell: model => publishedCell(model, key),
    }),
  ),
]

/** The paper's own table, beside what is measured here and never in it. */
export function PublishedTab({ query }: { readonly query: URLSearchParams }) {
  const sort = query.get('sort')
  return (
    <>
      <h2>33 published models</h2>
      <p className="prose">
        <strong>Published, not measured here.</strong> Accuracy in % as printed in {citation}, over{' '}
        {count(publishedTotal)} samples; the first row is guessing. A run compares with it only where it was
        made on the same samples.
      </p>
      <DataTable
        caption={`Published accuracies in %, ${citation}`}
        columns={columns}
        rows={sortRows(publishedRows, columns, sort)}
        keyOf={row => row.name}
        sort={sort}
        file="medrcube-published.csv"
        isWide
      />
      <PublishedNotes />
    </>
  )
}
