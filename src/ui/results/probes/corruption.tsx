import { useMemo } from 'react'
import { counted } from '../../../engine/base/counted.ts'
import type { SpoiltFigures } from '../../../engine/probes/report.ts'
import { changeQuery, useRoute } from '../../state/router.ts'
import { count } from '../../text/format.ts'
import { hardestHit } from './drop-layout.ts'
import { DropMap } from './drop-map.tsx'
import { DropTable } from './drop-table.tsx'
import { ProbeSection } from './probe-section.tsx'

/** Most voxels that are drawn before someone asks for all. */
const few = 12

/** How accuracy falls as the images get worse. */
export function CorruptionSection({ passes }: { readonly passes: readonly SpoiltFigures[] }) {
  const { query } = useRoute()
  const showsAll = query.get('voxels') === 'all'
  const voxels = useMemo(() => hardestHit(passes), [passes])
  return (
    <ProbeSection id="spoilt-images">
      <p className="prose muted">
        Accuracy on spoilt images less that on clean ones, on the same questions. Kinds and strengths are
        those of ImageNet-C (Hendrycks and Dietterich, ICLR 2019), scaled to each image’s size. Intervals are
        Newcombe’s for paired proportions, 95%; Holm’s adjustment covers the voxels of one pass.
      </p>
      <DropMap passes={passes} voxels={showsAll ? voxels : voxels.slice(0, few)} />
      {voxels.length > few && (
        <div className="actions">
          <button
            type="button"
            className="button small"
            onClick={() => changeQuery({ voxels: showsAll ? null : 'all' })}
          >
            {showsAll ? 'Only the hardest hit' : `All ${counted(voxels.length, 'voxel')}`}
          </button>
          {!showsAll && <span className="muted">The {count(few)} voxels hardest hit on average.</span>}
        </div>
      )}
      <DropTable passes={passes} />
    </ProbeSection>
  )
}
