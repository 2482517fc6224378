import {
  aboveRandom,
  citation,
  doubtfulModels,
  misprints,
  type PublishedModel,
  publishedColumns,
  publishedModels,
  publishedTotal,
  randomBaseline,
} from '../../../engine/analysis/published.ts'
import { publishedTies } from '../../../engine/analysis/ties.ts'
import { DataTable } from '../../shared/table/data-table.tsx'
import { type Column, type Sort, sortRows } from '../../shared/table/sorting.ts'
import { count, none, points } from '../../text/format.ts'

const ties = publishedTies(
  publishedModels.map(({ overall }) => overall),
  publishedTotal,
)
const tieLetter = (model: PublishedModel): string | null =>
  ties.letters[publishedModels.indexOf(model)] ?? null

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
  { key: 'ties', name: 'Ties', value: tieLetter, cell: model => tieLetter(model) ?? none },
  ...publishedColumns.map(
    ({ key, label }): Column<PublishedModel> => ({
      key,
      name: label,
      short: key,
      isNumber: true,
      value: ({ slices }) => slices.get(key) ?? null,
      cell: model => publishedCell(model, key),
    }),
  ),
]

/** Guessing first, as in the paper. */
const rows: readonly PublishedModel[] = [...(randomBaseline ? [randomBaseline] : []), ...publishedModels]

/** A model’s name, marked where its figures contradict each other. */
function publishedName({ name }: PublishedModel): string {
  return `${name}${doubtfulModels.includes(name) ? ' †' : ''}`
}

/** Accuracy in %: overall, or in one slice, marked where it is misprinted. */
function publishedCell({ name, overall, slices }: PublishedModel, key?: string): string {
  const share = key === undefined ? overall : (slices.get(key) ?? Number.NaN)
  const isMisprint = misprints.some(one => one.model === name && one.key === key)
  return `${(share * 100).toFixed(2)}${isMisprint ? ' *' : ''}`
}

/** The paper's own table, next to measured runs and never among them. */
export function PublishedMedRCube({ sort }: { readonly sort: Sort }) {
  return (
    <>
      <p className="prose">
        <strong>Published, not measured here.</strong> Accuracy in % as printed in {citation}, over{' '}
        {count(publishedTotal)} samples. The first row is guessing. Compare only runs on the same samples.
      </p>
      <DataTable
        caption={`Published accuracies in %, ${citation}`}
        columns={columns}
        rows={sortRows(rows, columns, sort)}
        rowKey={row => row.name}
        sort={sort}
        file="medrcube-published.csv"
        isWide
      />
      <ul className="lines prose muted">
        <li>
          Overall covers all {count(publishedTotal)} samples. Modalities and regions leave out View and
          Imaging Protocols Recognition and sum to 6,626.
        </li>
        <li>
          Models that share a letter under Ties are not found different overall (χ² tests of the rebuilt
          counts, adjusted by Holm’s method over {ties.pairs} pairs). The table has no answers per question,
          so shared questions and images are not considered.
        </li>
        <li>Some cells are truncated instead of rounded; the last digit may be one too low.</li>
        {misprints.map(({ model, key, printed, meant }) => (
          <li key={`${model} ${key}`}>
            * {model}, {publishedColumns.find(column => column.key === key)?.label ?? key}: printed{' '}
            {printed.toFixed(2)}, but the other cells give {meant.toFixed(2)}.
          </li>
        ))}
        <li>
          † {doubtfulModels.join(' and ')}: their tasks do not add up to their overall figure. The wrong cell
          is unknown.
        </li>
      </ul>
    </>
  )
}
