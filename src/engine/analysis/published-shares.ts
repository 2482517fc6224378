/**
 * The share of right answers of published models in each voxel, as far as their tables allow: a run's prediction for an
 * unasked voxel. It makes estimates narrower if a model finds difficult what others find difficult, and never wrong.
 */
import type { CellLabels } from '../protocol/frame.ts'
import type { LoadedDataset } from '../protocol/sample.ts'
import { publishedColumns, publishedModels, publishedTotal } from './published.ts'

/**
 * The tables contain slices, not voxels. On the logit scale, a voxel's distance from the whole is that of its task plus
 * the mean of its modality's and region's, since these two are largely redundant.
 * @returns of each cell the mean share over the models; null if a label is not in the tables; null instead of the list
 * if no label is
 */
export function publishedShares(cells: readonly CellLabels[]): readonly (number | null)[] | null {
  const shares = cells.map(cell => {
    const keys = (['task', 'modality', 'parts'] as const).map(axis => publishedKey(axis, cell[axis]))
    const [task, modality, parts] = keys
    if (task === undefined || modality === undefined || parts === undefined) return null
    const estimates = publishedModels.map(model => {
      const at = (key: string): number => logit(model.slices.get(key) ?? model.overall)
      const whole = logit(model.overall)
      return 1 / (1 + Math.exp(-(at(task) + (at(modality) + at(parts)) / 2 - whole)))
    })
    return estimates.reduce((sum, share) => sum + share, 0) / estimates.length
  })
  return shares.every(share => share === null) ? null : shares
}

/** Whether the tables are about these very questions: published figures of other questions do not apply to them. */
export const arePublished = ({ samples, skipped }: Pick<LoadedDataset, 'samples' | 'skipped'>): boolean =>
  samples.length + skipped.length === publishedTotal

const keys = new Map(publishedColumns.map(({ axis, label, key }) => [`${axis} ${label}`, key]))
const publishedKey = (axis: 'task' | 'modality' | 'parts', label: string): string | undefined =>
  keys.get(`${axis} ${label}`)

const logit = (share: number): number => Math.log(share / (1 - share))
