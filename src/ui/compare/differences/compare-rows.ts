/** A comparison as the lines of a plot and a table. */

import type { Compared } from '../../../app/controller/report-facts.ts'
import type { ImageFreeShares } from '../../../engine/analysis/comparison.ts'
import type { AdjustedComparison } from '../../../engine/analysis/paired-differences.ts'
import { taskOrder } from '../../../engine/analysis/report.ts'
import type { ListAxis } from '../../../engine/analysis/run-overview.ts'
import { label } from '../../text/format.ts'
import { voxelName } from '../../text/voxels.ts'

/** The axes by which a difference can be split, including none. */
export const differenceBys = ['task', 'modality', 'parts', 'dataset', 'voxel', 'overall'] as const
export type DifferenceBy = (typeof differenceBys)[number]

/** A run minus the baseline on one slice or voxel. */
export interface CompareRow extends AdjustedComparison, ImageFreeShares {
  readonly key: string
  readonly label: string
  /** Which run it is, counted from 1; the baseline is 1. */
  readonly number: number
  readonly run: string
  /** The slice as a filter of the list of changed samples; null where there is no such filter. */
  readonly slice: Readonly<Partial<Record<ListAxis, string>>> | null
}

/** Every label, and under it every run but the baseline. */
export function compareRows({ runs, comparison }: Compared, by: DifferenceBy | 'field'): CompareRow[] {
  const rows = comparison.againstBaseline.flatMap(({ overall, slices, voxels, groups }, at) => {
    const run = { number: at + 2, run: runs[at + 1]?.id ?? '' }
    const row = (
      name: string,
      slice: CompareRow['slice'],
      figures: AdjustedComparison & ImageFreeShares,
    ): CompareRow => ({
      ...figures,
      ...run,
      key: `${run.number} ${name}`,
      label: name,
      slice,
    })
    if (by === 'overall') return overall.n > 0 ? [row('All samples', {}, overall)] : []
    if (by === 'field') return groups.map(one => row(label(one.label), null, one))
    if (by !== 'voxel') return slices[by].map(one => row(label(one.label), { [by]: one.label }, one))
    return voxels.map(({ task, modality, parts, ...figures }) =>
      row(voxelName({ task, modality, parts }), { task, modality, parts }, figures),
    )
  })
  const labels = [...new Set(rows.map(row => row.label))]
  const byTask = taskOrder(rows, row => row.slice?.task ?? '')
  return rows.sort(
    (a, b) => byTask(a, b) || labels.indexOf(a.label) - labels.indexOf(b.label) || a.number - b.number,
  )
}
