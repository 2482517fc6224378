import { counted } from '../../../engine/base/counted.ts'
import type { RelativeDrop } from '../../../engine/probes/figures.ts'
import type { CorruptedFigures } from '../../../engine/probes/report.ts'
import { isMedical } from '../../../engine/protocol/probe.ts'
import type { ProbeFacts } from '../../../ui/results/feature-section.ts'
import { SmallButton } from '../../../ui/shared/controls/button.tsx'
import { AsTable } from '../../../ui/shared/controls/folded.tsx'
import { MethodsNote, NotPrinted, PageOnly } from '../../../ui/shared/controls/page-link.tsx'
import type { Section, ShownBy } from '../../../ui/shared/sections.tsx'
import { figure, intervalColumns, savedFields } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import { changeQuery } from '../../../ui/state/router.ts'
import { count, percent } from '../../../ui/text/format.ts'
import { inVoxelOrder, voxelName } from '../../../ui/text/voxels.ts'
import { hardestHit } from './drop-layout.ts'
import { DropMap } from './drop-map.tsx'
import { DropTable } from './drop-table.tsx'

/** Most voxels that are drawn before someone asks for all. */
const few = 12

export const corruptedImages: Section<ProbeFacts> = {
  id: 'spoilt-images',
  name: 'Corrupted images',
  body: ({ probes }, chosen) =>
    probes &&
    probes.corruptions.length > 0 && (
      <CorruptionSection passes={probes.corruptions} relative={probes.relative} chosen={chosen} />
    ),
}

interface Props {
  readonly passes: readonly CorruptedFigures[]
  readonly relative: readonly RelativeDrop[]
  readonly chosen: ShownBy
}

/** How accuracy falls as the images get worse. */
function CorruptionSection({ passes, relative, chosen }: Props) {
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

/** One line a voxel: how much of its accuracy is lost on corrupted images, over all kinds and strengths. */
function RelativeTable({ drops }: { readonly drops: readonly RelativeDrop[] }) {
  return (
    <AsTable name="Relative drop by voxel as a table">
      <DataTable
        caption="Relative drop of accuracy on corrupted images, by voxel"
        rows={inVoxelOrder(drops)}
        rowKey={voxelName}
        columns={[
          { key: 'voxel', name: 'Voxel', cell: voxelName },
          ...savedFields('task', 'modality', 'parts'),
          figure<RelativeDrop>('n', 'n', ({ n }) => n, count),
          figure<RelativeDrop>('clusters', 'Images', ({ clusters }) => clusters, count),
          figure<RelativeDrop>('clean', 'Clean', ({ clean }) => clean, percent),
          figure<RelativeDrop>('spoilt', 'Corrupted', ({ spoilt }) => spoilt, percent),
          figure<RelativeDrop>('relative_drop', 'Relative drop', ({ drop }) => drop, percent, {
            isStrong: true,
          }),
          ...intervalColumns<RelativeDrop>(({ interval }) => interval),
        ]}
        file="voxelwise-relative-drop.csv"
      />
    </AsTable>
  )
}
