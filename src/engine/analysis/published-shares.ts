/**
 * How often published models are right in each voxel, as far as their tables tell: what a run expects of a voxel before it was
 * asked about it. It makes estimates narrower where a model finds hard what others find hard, and never wrong.
 */
import type { CellLabels } from '../protocol/frame.ts'
import type { LoadedDataset } from '../protocol/sample.ts'
import { type PublishedModel, publishedColumns, publishedModels, publishedTotal } from './published.ts'

/**
 * The tables tell slices, not voxels: on the logit a voxel is as far from the whole as its task is, and as its modality and
 * region are on the mean, for these two say much the same.
 * @returns of each cell the mean share over the models; null where a label is not in the tables; null of all where none is known
 */
export function publishedShares(
  cells: readonly CellLabels[],
  models: readonly PublishedModel[] = publishedModels,
): readonly (number | null)[] | null {
  const shares = cells.map(cell => {
    const keys = (['task', 'modality', 'parts'] as const).map(axis => keyOf(axis, cell[axis]))
    const [task, modality, parts] = keys
    if (task === undefined || modality === undefined || parts === undefined) return null
    const of = models.map(model => {
      const at = (key: string): number => logit(model.slices.get(key) ?? model.overall)
      const whole = logit(model.overall)
      return 1 / (1 + Math.exp(-(at(task) + (at(modality) + at(parts)) / 2 - whole)))
    })
    return of.reduce((sum, share) => sum + share, 0) / of.length
  })
  return shares.every(share => share === null) ? null : shares
}

/** Whether the tables are about these very questions: published figures of others' say nothing of them. */
export const arePublished = ({ samples, skipped }: Pick<LoadedDataset, 'samples' | 'skipped'>): boolean =>
  samples.length + skipped.length === publishedTotal

const keys = new Map(publishedColumns.map(({ axis, label, key }) => [`${axis} ${label}`, key]))
const keyOf = (axis: 'task' | 'modality' | 'parts', label: string): string | undefined =>
  keys.get(`${axis} ${label}`)

const logit = (share: number): number => Math.log(share / (1 - share))
