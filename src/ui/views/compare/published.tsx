import {
  citation,
  doubtfulModels,
  misprints,
  type PublishedModel,
  publishedColumns,
  publishedModels,
  publishedTotal,
  randomBaseline,
} from '../../../data/published.ts'
import { count } from '../../format.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { type Column, sortRows } from '../../sorting.ts'

const rows: readonly PublishedModel[] = [...(randomBaseline ? [randomBaseline] : []), ...publishedModels]

const twoDecimals = (share: number) => (share * 100).toFixed(2)

const columns: readonly Column<PublishedModel>[] = [
  {
    key: 'model',
    name: 'Model',
    value: ({ name }) => name,
    cell: ({ name }) => `${name}${doubtfulModels.includes(name) ? ' †' : ''}`,
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
    cell: ({ overall }) => <strong>{twoDecimals(overall)}</strong>,
  },
  ...publishedColumns.map(
    ({ key, label }): Column<PublishedModel> => ({
      key,
      name: label,
      isNumber: true,
      value: ({ slices }) => slices.get(key) ?? null,
      cell: ({ name, slices }) =>
        `${twoDecimals(slices.get(key) ?? Number.NaN)}${isMisprint(name, key) ? ' *' : ''}`,
    }),
  ),
]

function isMisprint(model: string, key: string): boolean {
  return misprints.some(one => one.model === model && one.key === key)
}

/** The paper's own table, beside what is measured here and never in it. */
export function PublishedTab({ query }: { readonly query: URLSearchParams }) {
  const sort = query.get('sort')
  const name = (key: string) => publishedColumns.find(column => column.key === key)?.label ?? key
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
        rows={sortRows(rows, columns, sort)}
        keyOf={row => row.name}
        sort={sort}
        file="medrcube-published.csv"
        isWide
      />
      <ul className="notes">
        <li>
          Overall is over all {count(publishedTotal)} samples; modalities and regions leave out View and
          Imaging Protocols Recognition and sum to 6,626.
        </li>
        <li>Some cells are truncated rather than rounded, so a last digit may be one too low.</li>
        {misprints.map(({ model, key, printed, meant }) => (
          <li key={`${model} ${key}`}>
            * {model}, {name(key)}: printed {printed.toFixed(2)}, but the other cells make it{' '}
            {meant.toFixed(2)}.
          </li>
        ))}
        <li>
          † {doubtfulModels.join(' and ')}: their tasks do not make up their overall figure; which cell is off
          cannot be told.
        </li>
      </ul>
    </>
  )
}
