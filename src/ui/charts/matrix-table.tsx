import type { Island } from '../../engine/statistics/island.ts'
import { coefficient, label, none } from '../format.ts'
import { AsTable } from '../parts/as-table.tsx'
import { NumberHeads } from '../parts/number-heads.tsx'
import { SaveCsv } from '../parts/save-csv.tsx'

interface Props {
  readonly title: string
  readonly island: Island
  /** Name of the saved table. */
  readonly file: string
}

/** The matrix as a table. */
export function MatrixTable(props: Props) {
  return (
    <AsTable>
      <Table {...props} />
    </AsTable>
  )
}

function Table({ title, island: { labels, matrix }, file }: Props) {
  const columns = [
    { name: '', value: (row: number) => labels[row] ?? null },
    ...labels.map((name, column) => ({ name, value: (row: number) => matrix[row]?.[column] ?? null })),
  ]
  return (
    <div className="stack">
      <div className="table-frame">
        <table className="data">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <td />
              <NumberHeads names={labels.map(label)} />
            </tr>
          </thead>
          <tbody>
            {matrix.map((row, i) => (
              <tr key={labels[i]}>
                <th scope="row">{label(labels[i] ?? '')}</th>
                {row.map((r, j) => (
                  <td key={labels[j]} className="number">
                    {r === null ? none : coefficient(r)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <SaveCsv columns={columns} rows={[...labels.keys()]} file={file} />
    </div>
  )
}
