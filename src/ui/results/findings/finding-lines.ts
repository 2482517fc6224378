/** The figures of a finding, each with the way to its samples. */
import type { Comparison } from '../../../engine/analysis/paired-differences.ts'
import type { VoxelEstimate } from '../../../engine/analysis/report.ts'
import type { RunFinding } from '../../../engine/analysis/run-findings.ts'
import type { ShownShare } from '../../../engine/analysis/shares.ts'
import { corruptedName } from '../../../engine/probes/corruption-names.ts'
import { everything } from '../../../engine/protocol/voxel-map.ts'
import { compareHref, resultsHref } from '../../state/router.ts'
import { label } from '../../text/format.ts'
import { voxelName } from '../../text/voxels.ts'

/** One figure of a finding: a share, or a difference. */
export type FindingLine = { readonly label: string; readonly href: string } & (
  | { readonly share: ShownShare; readonly gap?: undefined }
  | { readonly gap: Pick<Comparison, 'difference' | 'low' | 'high' | 'n'>; readonly share?: undefined }
)

/** The labels of a voxel that one task, modality or region names. */
export const voxelQuery = ({ task, modality, parts }: VoxelEstimate): Record<string, string | null> => ({
  task: task === everything ? null : task,
  modality: modality === everything ? null : modality,
  parts: parts === everything ? null : parts,
})

export function linesOf(run: string, finding: RunFinding): readonly FindingLine[] {
  switch (finding.kind) {
    case 'weakest':
    case 'below':
    case 'unclear':
      return finding.voxels.map(voxel => ({
        label: voxelName(voxel),
        href: resultsHref(run, 'samples', voxelQuery(voxel)),
        share: voxel,
      }))
    case 'shortcut': {
      const { shortcut, grounded, guessing } = finding.rates
      return [
        {
          label: 'Diagnosis with wrong perception',
          href: resultsHref(run, 'shortcuts'),
          share: { ...shortcut, chance: guessing },
        },
        {
          label: 'Diagnosis with right perception',
          href: resultsHref(run, 'chains'),
          share: { ...grounded, chance: null },
        },
      ]
    }
    case 'blind': {
      const { run: pass, overall } = finding.figures
      return [
        { label: `With a ${finding.image} image`, href: resultsHref(pass, 'samples'), share: overall.blind },
        { label: 'With the image', href: resultsHref(run, 'samples'), share: overall.seen },
      ]
    }
    case 'degraded':
      return finding.passes.map(pass => ({
        label: `${corruptedName(pass)}, minus clean`,
        href: resultsHref(pass.run, 'samples'),
        gap: pass.overall,
      }))
    case 'published':
      return [{ label: 'This run', href: resultsHref(run, 'samples'), share: finding.overall }]
    case 'previous': {
      const { overall, run: earlier } = finding.previous
      return [{ label: 'This run minus the previous one', href: compareHref([earlier, run]), gap: overall }]
    }
    case 'yes-no':
      return (['yes', 'no'] as const).flatMap(answer => {
        const share = finding.figures[answer]
        return share ? [{ label: `Recall of ${answer}`, href: resultsHref(run, 'samples'), share }] : []
      })
    case 'constant':
      return finding.tasks.map(task => ({
        label: label(task.label),
        href: resultsHref(run, 'samples', { task: task.label }),
        share: task,
      }))
    case 'overall':
    case 'unread':
      return []
  }
}
