import { aboveRandom, citation, type PublishedModel, publishedColumns } from '../../../data/published.ts'
import { points } from '../../format.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { PublishedIntro, PublishedNotes } from '../../parts/published-notes.tsx'
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
        <PublishedIntro />
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
