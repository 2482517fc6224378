import type { Compared } from '../../../app/controller/report-facts.ts'
import type { AdjustedComparison } from '../../../engine/analysis/paired-differences.ts'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import type { Axis } from '../../../engine/protocol/sample.ts'
import { voxelName } from '../../text/voxels.ts'

/** A voxel, or all questions, under two windows. */
export interface WindowRow {
  readonly label: string
  /** `correct` counts the answers that differ. */
  readonly changed: Estimate
  readonly difference: AdjustedComparison
}

/**
 * All questions, then the voxels, those with most changed answers first.
 * @param at which run but the first, from 0
 * @returns none where anything else than the window differs
 */
export function windowRows({ comparison, windows }: Compared, at: number): readonly WindowRow[] {
  const [dependence, against] = [windows[at], comparison.againstBaseline[at]]
  if (!dependence || !against || against.overall.n === 0) return []
  const differences = new Map(against.voxels.map(voxel => [keyOf(voxel), voxel]))
  const rows = dependence.voxels.flatMap((changed): readonly WindowRow[] => {
    const difference = differences.get(keyOf(changed))
    return difference ? [{ label: voxelName(changed), changed, difference }] : []
  })
  return [
    { label: 'All questions', changed: dependence.overall, difference: against.overall },
    ...rows.sort((a, b) => b.changed.share - a.changed.share),
  ]
}

const keyOf = ({ task, modality, parts }: Readonly<Record<Axis, string>>): string =>
  JSON.stringify([task, modality, parts])
