import type { VoxelEstimate } from '../../engine/report.ts'
import { CubeMap } from '../charts/cube-map.tsx'
import { VoxelTable } from '../charts/voxel-table.tsx'
import type { Results } from '../controller-api.ts'
import { resultsHref } from '../router.ts'

export function CubeTab({ results: { run, overview } }: { readonly results: Results }) {
  const found = overview.voxels
  const href = ({ task, modality, parts }: VoxelEstimate) =>
    resultsHref(run.id, 'samples', { task, modality, parts })
  return (
    <>
      <h2>Competency cube</h2>
      {found.length === 0 ? (
        <p className="muted">Nothing answered yet.</p>
      ) : (
        <>
          <CubeMap
            title="Accuracy of every voxel, task by modality in each region"
            voxels={found}
            href={href}
          />
          <VoxelTable voxels={found} href={href} />
        </>
      )}
    </>
  )
}
