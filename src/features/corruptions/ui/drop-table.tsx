import type { Comparison, VoxelComparison } from '../../../engine/analysis/paired-differences.ts'
import { corruptedName } from '../../../engine/probes/corruption-names.ts'
import type { CorruptedFigures } from '../../../engine/probes/report.ts'
import { AsTable } from '../../../ui/shared/controls/folded.tsx'
import { PageLink } from '../../../ui/shared/controls/page-link.tsx'
import { figure, intervalColumns } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import { voxelColumns } from '../../../ui/shared/table/saved-columns.ts'
import type { SavedColumn } from '../../../ui/shared/table/sorting.ts'
import { resultsHref } from '../../../ui/state/router.ts'
import { count, percent, points, pointsInterval, pValue } from '../../../ui/text/format.ts'
import { voxelKey, voxelName } from '../../../ui/text/voxels.ts'

interface Props {
  readonly passes: readonly CorruptedFigures[]
}

/** The overall figures of every pass, and those of every voxel on request. */
export function DropTable({ passes }: Props) {
  return (
    <>
      <Table
        caption="Change of accuracy on corrupted images, all voxels"
        last="p"
        file="voxelwise-corruptions.csv"
        rows={passes.map(pass => ({ ...pass.overall, key: pass.run, pass }))}
      />
      <AsTable name="Every voxel as a table">
        <VoxelDrops passes={passes} />
      </AsTable>
    </>
  )
}

function VoxelDrops({ passes }: Props) {
  return (
    <Table
      caption="Change of accuracy on corrupted images, every voxel"
      last="p (Holm)"
      file="voxelwise-corruptions-by-voxel.csv"
      rows={passes.flatMap(pass =>
        pass.voxels.map(voxel => ({
          ...voxel,
          key: `${pass.run} ${voxelKey(voxel)}`,
          pass,
          voxel,
          p: voxel.adjusted,
        })),
      )}
    />
  )
}

interface Row extends Comparison {
  readonly key: string
  readonly pass: CorruptedFigures
  /** None in a line of all voxels. */
  readonly voxel?: VoxelComparison
}

const savedVoxel: readonly SavedColumn<Row>[] = voxelColumns.map(({ name, value }) => ({
  name,
  value: ({ voxel }) => (voxel ? value(voxel) : null),
}))

interface TableProps {
  readonly caption: string
  /** An explanation of the last column's p-values. */
  readonly last: string
  readonly rows: readonly Row[]
  /** Name of the saved table. */
  readonly file: string
}

function Table({ caption, last, rows, file }: TableProps) {
  const byVoxel = rows.some(({ voxel }) => voxel !== undefined)
  return (
    <DataTable
      caption={caption}
      columns={[
        ...(byVoxel ? savedVoxel : []),
        {
          key: 'pass',
          name: 'Kind and strength',
          cell: row => (
            <PageLink href={resultsHref(row.pass.run, 'samples')}>{corruptedName(row.pass)}</PageLink>
          ),
        },
        ...(byVoxel
          ? [{ key: 'voxel', name: 'Voxel', cell: ({ voxel }: Row) => voxel && voxelName(voxel) }]
          : []),
        { name: 'corruption', value: ({ pass }) => pass.corruption },
        { name: 'strength', value: ({ pass }) => pass.strength },
        figure<Row>('n', 'n', row => row.n, count),
        figure<Row>('clean', 'Clean', row => row.first, percent),
        figure<Row>('spoilt', 'Corrupted', row => row.second, percent),
        figure<Row>('difference', 'Points', row => row.difference, points, { isStrong: true }),
        ...intervalColumns<Row>(row => row, pointsInterval),
        figure<Row>(last, last, row => row.p, pValue),
      ]}
      rows={rows}
      rowKey={row => row.key}
      file={file}
    />
  )
}
