import type { Island } from '../../../engine/analysis/island.ts'
import { AsTable } from '../../shared/controls/as-table.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import type { TableColumn } from '../../shared/table/table.tsx'
import { coefficient, label, none } from '../../text/format.ts'

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
  const value = (row: number, column: number) => matrix[row]?.[column] ?? null
  const columns: readonly TableColumn<number>[] = [
    { key: '', name: '', cell: row => label(labels[row] ?? '') },
    ...labels.map((name, column) => ({
      key: `=${name}`,
      name: label(name),
      isNumber: true,
      cell: (row: number) => {
        const r = value(row, column)
        return r === null ? none : coefficient(r)
      },
    })),
  ]
  return (
    <DataTable
      caption={title}
      columns={columns}
      rows={[...labels.keys()]}
      keyOf={row => labels[row] ?? ''}
      savedColumns={[
        { name: '', value: row => labels[row] ?? null },
        ...labels.map((name, column) => ({ name, value: (row: number) => value(row, column) })),
      ]}
      file={file}
    />
  )
}
