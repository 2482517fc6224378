import type { Results } from '../../../app/controller/controller-api.ts'
import type { VoxelEstimate } from '../../../engine/analysis/report.ts'
import { axes } from '../../../engine/protocol/axes.ts'
import { CubeMap } from '../../charts/cube-map.tsx'
import { VoxelTable } from '../../charts/voxel-table.tsx'
import { resultsHref } from '../../state/router.ts'
import { byNames } from '../../text/voxels.ts'
import { SlicePlot } from './slice-plot.tsx'

/** Accuracy by voxel. */
export function Cube({ run, overview: { voxels } }: Pick<Results, 'run' | 'overview'>) {
  if (voxels.length === 0) return <p className="muted">Nothing answered yet.</p>
  const href = ({ task, modality, parts }: VoxelEstimate) =>
    resultsHref(run.id, 'samples', { task, modality, parts })
  return (
    <>
      <CubeMap title="Accuracy of every voxel, task by modality in each region" voxels={voxels} href={href} />
      <VoxelTable voxels={voxels} href={href} />
    </>
  )
}

export const sliceAxes = [...axes, 'dataset'] as const

interface SlicesProps extends Pick<Results, 'run' | 'overview'> {
  readonly shown: readonly (typeof sliceAxes)[number][]
}

/** The cube summed along all axes but one. */
export function Slices({ run, overview, shown }: SlicesProps) {
  return (
    <>
      <p className="prose muted">
        Accuracy of all voxels with the same label together. The dashed line marks guessing, which depends on
        the number of options.
      </p>
      {shown.map(axis => {
        const name = byNames[axis].toLowerCase()
        return (
          <SlicePlot
            key={axis}
            title={`Accuracy by ${name}`}
            slices={overview.slices[axis]}
            href={({ label }) => resultsHref(run.id, 'samples', { [axis]: label })}
            file={`voxelwise-accuracy-by-${name.replace(' ', '-')}.svg`}
          />
        )
      })}
    </>
  )
}
