import { counted } from '../../../engine/base/counted.ts'
import type { RelativeDrop } from '../../../engine/probes/figures.ts'
import type { CorruptedFigures } from '../../../engine/probes/report.ts'
import { isMedical } from '../../../engine/protocol/probe.ts'
import { SmallButton } from '../../shared/controls/button.tsx'
import { MethodsNote, NotPrinted, PageOnly } from '../../shared/controls/page-link.tsx'
import type { ShownBy } from '../../shared/sections.tsx'
import { changeQuery } from '../../state/router.ts'
import { count } from '../../text/format.ts'
import { hardestHit } from './drop-layout.ts'
import { DropMap } from './drop-map.tsx'
import { DropTable } from './drop-table.tsx'
import { RelativeTable } from './relative-table.tsx'

/** Most voxels that are drawn before someone asks for all. */
const few = 12

interface Props {
  readonly passes: readonly CorruptedFigures[]
  readonly relative: readonly RelativeDrop[]
  readonly chosen: ShownBy
}

/** How accuracy falls as the images get worse. */
export function CorruptionSection({ passes, relative, chosen }: Props) {
  const showsAll = chosen === null || chosen.get('voxels') === 'all'
  const voxels = hardestHit(passes)
  return (
    <>
      <p className="prose muted">
        Accuracy on corrupted images minus accuracy on clean ones, for the same questions.
      </p>
      <NotPrinted unless={voxels.length <= few}>
        <DropMap passes={passes} voxels={showsAll ? voxels : voxels.slice(0, few)} />
      </NotPrinted>
      {voxels.length > few && (
        <PageOnly>
          <div className="actions">
            <SmallButton onClick={() => changeQuery({ voxels: showsAll ? null : 'all' })}>
              {showsAll ? 'Only the hardest hit' : `All ${counted(voxels.length, 'voxel')}`}
            </SmallButton>
            {!showsAll && <span className="muted">The {count(few)} voxels with the largest mean drop.</span>}
          </div>
        </PageOnly>
      )}
      <DropTable passes={passes} />
      <RelativeTable drops={relative} />
      <MethodsNote>
        {passes.some(({ corruption }) => !isMedical(corruption)) &&
          'Kinds and strengths follow ImageNet-C (Hendrycks and Dietterich, ICLR 2019), scaled to each image’s size. '}
        {passes.some(({ corruption }) => isMedical(corruption)) &&
          'Corruptions by modality follow MedMNIST-C (Di Salvo et al. 2024, arXiv 2406.17536). Those of MRI, and rings and streaks of CT, are this project’s own. '}
        The relative drop is the mean over all passes that ask a question. Intervals are 95% MOVER intervals
        for clustered pairs. Holm’s adjustment covers the voxels of one pass.
      </MethodsNote>
    </>
  )
}
