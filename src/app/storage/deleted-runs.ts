import { counted } from '../../engine/base/counted.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { RunSummary } from '../state/state.ts'

/**
 * What is missing since the browser deleted the data of the page.
 * @param live id of the run in progress: its loss is reported by itself
 * @returns null if nothing is missing
 */
export function deletedRuns(
  before: readonly RunSummary[],
  after: readonly RunSummary[],
  live: string | null,
): VoxelwiseError | null {
  const left = new Map(after.map(summary => [summary.run.id, answersOf(summary)]))
  let runs = 0
  let answers = 0
  for (const summary of before) {
    const { id } = summary.run
    if (id === live) continue
    if (!left.has(id)) runs++
    answers += Math.max(0, answersOf(summary) - (left.get(id) ?? 0))
  }
  if (runs === 0 && answers === 0) return null
  return new VoxelwiseError({
    code: 'storage-deleted',
    subject: 'the data of this page',
    message: `The browser deleted ${counted(runs, 'run')} with ${counted(answers, 'answer')}.`,
    remedy: 'Under Storage, restore a backup or the copy in a folder.',
  })
}

const answersOf = ({ answered, failed }: RunSummary): number => answered + failed
