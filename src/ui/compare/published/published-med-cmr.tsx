import {
  type MedCmrColumn,
  type MedCmrModel,
  medCmrCitation,
  medCmrDimensions,
  medCmrIntelligence,
  medCmrMisprints,
  medCmrModels,
  medCmrOverall,
  medCmrTasks,
} from '../../../engine/analysis/published-med-cmr.ts'
import { publishedTies } from '../../../engine/analysis/ties.ts'
import { DataTable } from '../../shared/table/data-table.tsx'
import { type Column, type Sort, sortRows } from '../../shared/table/sorting.ts'

const numberColumn = (key: string, name: string): Column<MedCmrModel> => ({
  key,
  name,
  short: key,
  isNumber: true,
  value: ({ cells }) => cells.get(key) ?? null,
  cell: model => medCmrCell(model, key),
})

/** As printed, marked where the other cells contradict it. */
function medCmrCell({ name, cells }: MedCmrModel, key: string): string {
  const isMisprint = key === medCmrOverall.open && medCmrMisprints.some(({ model }) => model === name)
  return `${(cells.get(key) ?? Number.NaN).toFixed(2)}${isMisprint ? ' *' : ''}`
}

const named = ({ key, name }: MedCmrColumn) => numberColumn(key, name)
const model: Column<MedCmrModel> = {
  key: 'model',
  name: 'Model',
  value: ({ name }) => name,
  cell: ({ name }) => name,
}

/** Choice questions of the paper. */
const choiceQuestions = 16_655
const ties = publishedTies(
  medCmrModels.map(({ cells }) => (cells.get(medCmrOverall.choice) ?? Number.NaN) / 100),
  choiceQuestions,
)
const tieLetter = (row: MedCmrModel): string => ties.letters[medCmrModels.indexOf(row)] ?? ''

const columns: readonly Column<MedCmrModel>[] = [
  model,
  numberColumn(medCmrOverall.choice, 'All choice questions'),
  { key: 'ties', name: 'Ties', value: tieLetter, cell: tieLetter },
  ...medCmrTasks.map(named),
  ...medCmrIntelligence.map(named),
  numberColumn(medCmrOverall.open, 'All open questions'),
  ...medCmrDimensions.map(named),
]

/** The paper's two tables as one, next to measured runs and never among them. */
export function PublishedMedCmr({ sort }: { readonly sort: Sort }) {
  return (
    <>
      <p className="prose">
        <strong>Published, not measured here.</strong> In % as printed in {medCmrCitation}: accuracy on 16,655
        choice questions, and scores of the paper’s judge (DeepSeek-V3.2-Exp) on 3,998 open ones.
      </p>
      <DataTable
        caption={`Published results in %, ${medCmrCitation}`}
        columns={columns}
        rows={sortRows(medCmrModels, columns, sort)}
        rowKey={row => row.name}
        sort={sort}
        file="med-cmr-published.csv"
        isWide
      />
      <ul className="lines prose muted">
        <li>
          Models that share a letter under Ties are not found different on choice questions (χ² tests of the
          rebuilt counts, adjusted by Holm’s method over {ties.pairs} pairs).
        </li>
        <li>
          Spatial Understanding and Multi-source Integration look swapped: the overall figures require 709 and
          371 questions, but the released data have 371 and 709. Compare these two columns crosswise.
        </li>
        <li>
          Open questions: (consistency + coherence + 4 × visual accuracy + 4 × ground-truth correctness) / 10.
          Scores of another judge are not comparable.
        </li>
        {medCmrMisprints.map(({ model: name, meant }) => (
          <li key={name}>
            * {name}, all open questions: printed{' '}
            {medCmrModels
              .find(row => row.name === name)
              ?.cells.get(medCmrOverall.open)
              ?.toFixed(2)}
            , but its dimensions give {meant.toFixed(2)}.
          </li>
        ))}
      </ul>
    </>
  )
}
