import {
  aboveRandom,
  citation,
  type PublishedModel,
  publishedColumns,
} from '../../engine/analysis/published.ts'
import { DataTable } from '../shared/table/data-table.tsx'
import { type Column, sortRows } from '../shared/table/sorting.ts'
import { points } from '../text/format.ts'
import { publishedCell, publishedName, publishedRows } from './published-cells.ts'
import { PublishedMedCmr } from './published-med-cmr.tsx'
import { PublishedIntro, PublishedNotes } from './published-notes.tsx'

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

/** The papers' own tables, beside what is measured here and never in them. */
export function PublishedTab({ query }: { readonly query: URLSearchParams }) {
  const sort = query.get('sort')
  return (
    <>
      <h2>33 published models on MedRCube</h2>
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
      <PublishedMedCmr sort={sort} />
    </>
  )
}
