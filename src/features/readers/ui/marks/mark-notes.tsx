import type { ResultRow } from '../../../../engine/analysis/result-row.ts'
import type { Remark, Remarks } from '../../../../engine/protocol/remarks.ts'
import { textColumn } from '../../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../../ui/shared/table/data-table.tsx'
import { resultsHref } from '../../../../ui/state/router.ts'
import { date } from '../../../../ui/text/format.ts'
import type { MarkSet } from '../../engine/marks/mark-set.ts'

interface Props {
  readonly run: string
  readonly set: MarkSet
  readonly rows: readonly Pick<ResultRow, 'id' | 'index'>[]
  readonly remarks: Remarks
}

/** What people noted beside their labels of a set. */
export function MarkNotes({ run, set, rows, remarks }: Props) {
  const noted = remarks.filter(one => one.set === set.id && one.note !== undefined)
  if (noted.length === 0) return null
  const idByIndex = new Map(rows.map(({ id, index }) => [index, id]))
  return (
    <DataTable
      caption={`${set.name}: notes`}
      columns={[
        {
          key: 'id',
          name: 'Question',
          cell: ({ index }: Remark) => (
            <a href={resultsHref(run, 'samples', { sample: String(index) })}>
              <bdi>{idByIndex.get(index) ?? index}</bdi>
            </a>
          ),
        },
        textColumn<Remark>('by', 'By', ({ by }) => by),
        textColumn<Remark>('note', 'Note', ({ note = '' }) => note),
        textColumn<Remark>('at', 'Labelled', ({ at }) => date(at)),
      ]}
      rows={noted}
      rowKey={({ by, index }) => JSON.stringify([by, index])}
      savedColumns={[
        { name: 'id', value: ({ index }) => idByIndex.get(index) ?? '' },
        { name: 'by', value: ({ by }) => by },
        { name: 'note', value: ({ note = '' }) => note },
        { name: 'at', value: ({ at }) => at },
      ]}
      file={`voxelwise-${set.id}-notes.csv`}
    />
  )
}
