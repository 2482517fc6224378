import type { Results } from '../../app/controller/controller-api.ts'
import type { VoxelEstimate } from '../../engine/analysis/report.ts'
import { axes } from '../../engine/protocol/sample.ts'
import { CubeMap } from '../charts/cube-map.tsx'
import { VoxelTable } from '../charts/voxel-table.tsx'
import { byNames } from '../compare/compare-rows.ts'
import { QuerySelect } from '../shared/controls/query-select.tsx'
import { resultsHref } from '../state/router.ts'
import { SlicePlot } from './slice-plot.tsx'

interface Props {
  readonly results: Results
  readonly query: URLSearchParams
}

/** Accuracy by voxel, and summed by one axis at a time. */
export function CubeTab({ results: { run, overview }, query }: Props) {
  const { voxels } = overview
  const href = ({ task, modality, parts }: VoxelEstimate) =>
    resultsHref(run.id, 'samples', { task, modality, parts })
  return (
    <>
      <h2>Competency cube</h2>
      {voxels.length === 0 ? (
        <p className="muted">Nothing answered yet.</p>
      ) : (
        <>
          <CubeMap
            title="Accuracy of every voxel, task by modality in each region"
            voxels={voxels}
            href={href}
          />
          <VoxelTable voxels={voxels} href={href} />
          <Slices run={run.id} overview={overview} query={query} />
        </>
      )}
    </>
  )
}

const sliceAxes = [...axes, 'dataset'] as const

/** The cube summed along all axes but one. */
function Slices({
  run,
  overview,
  query,
}: Pick<Results, 'overview'> & { readonly run: string; readonly query: URLSearchParams }) {
  const axis = sliceAxes.find(one => one === query.get('by')) ?? 'task'
  const name = byNames[axis].toLowerCase()
  return (
    <section className="stack whole" aria-labelledby="slices">
      <h2 id="slices">Slices</h2>
      <p className="prose muted">
        All voxels of one label together. The dashed line is what guessing would give; it depends on how many
        options the questions have.
      </p>
      <div className="filters">
        <QuerySelect
          label="By"
          name="by"
          value={axis}
          choices={sliceAxes.map(one => [one, byNames[one]] as const)}
        />
      </div>
      <SlicePlot
        title={`Accuracy by ${name}`}
        slices={overview.slices[axis]}
        href={({ label }) => resultsHref(run, 'samples', { [axis]: label })}
        file={`voxelwise-accuracy-by-${name.replace(' ', '-')}.svg`}
      />
    </section>
  )
}
