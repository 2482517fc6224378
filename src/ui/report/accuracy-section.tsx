import type { ReportFacts } from '../../app/controller/report-facts.ts'
import type { Slice, VoxelEstimate } from '../../engine/analysis/report.ts'
import { Accuracy } from '../charts/accuracy.tsx'
import { CubeMap } from '../charts/cube-map.tsx'
import { PartNote } from '../shared/run/part-note.tsx'
import { label } from '../text/format.ts'
import { inVoxelOrder } from '../text/voxels.ts'
import { estimateColumns } from './estimate-columns.tsx'
import { nowhere } from './nowhere.ts'
import { type ReportColumn, ReportTable } from './report-table.tsx'

const axes = [
  ['task', 'Task'],
  ['modality', 'Modality'],
  ['parts', 'Region'],
  ['dataset', 'Data set'],
] as const

const voxelColumns: readonly ReportColumn<VoxelEstimate>[] = [
  { name: 'Task', cell: voxel => label(voxel.task) },
  { name: 'Region', cell: voxel => label(voxel.parts) },
  { name: 'Modality', cell: voxel => label(voxel.modality) },
  ...estimateColumns,
]

/** The whole run in one figure, by every axis, and by voxel. */
export function AccuracySection({ facts: { overview } }: { readonly facts: ReportFacts }) {
  const all = inVoxelOrder(overview.voxels)
  return (
    <section aria-labelledby="accuracy">
      <h2 id="accuracy">Accuracy</h2>
      <PartNote part={overview.part} />
      <Accuracy estimate={overview.overall} name="All answers" />
      {all.length > 0 && (
        <>
          {axes.map(([axis, name]) => {
            const named: ReportColumn<Slice> = { name, cell: slice => label(slice.label) }
            return (
              <ReportTable
                key={axis}
                caption={`Accuracy by ${name.toLowerCase()}`}
                columns={[named, ...estimateColumns]}
                rows={overview.slices[axis]}
              />
            )
          })}
          <h3>Competency cube</h3>
          <p>Each square is a voxel: its number the accuracy in %, its size the certainty.</p>
          <CubeMap
            title="Accuracy of every voxel, task by modality in each region; the table below has the figures"
            voxels={all}
            href={nowhere}
          />
          <ReportTable caption="Accuracy of every voxel" columns={voxelColumns} rows={all} />
        </>
      )}
    </section>
  )
}
