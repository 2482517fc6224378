import { counted } from '../../engine/base/counted.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { isBusy } from '../state/stage.ts'
import type { LiveRun, RunSummary } from '../state/state.ts'

/**
 * What is missing since the browser deleted the data of the page.
 * @param live the run on show: while it is in progress its loss is reported by itself, and once it has ended it is known better
 * than by the list
 * @returns null if nothing is missing
 */
export function deletedRuns(
  before: readonly RunSummary[],
  after: readonly RunSummary[],
  live: Pick<LiveRun, 'run' | 'phase' | 'answered' | 'failed'> | null,
): VoxelwiseError | null {
  const left = new Map(after.map(summary => [summary.run.id, answersOf(summary)]))
  const known = new Map(before.map(summary => [summary.run.id, answersOf(summary)]))
  if (live && isBusy(live)) known.delete(live.run.id)
  else if (live) known.set(live.run.id, answersOf(live))
  let runs = 0
  let answers = 0
  for (const [id, count] of known) {
    if (!left.has(id)) runs++
    answers += Math.max(0, count - (left.get(id) ?? 0))
  }
  if (runs === 0 && answers === 0) return null
  return new VoxelwiseError({
    code: 'storage-deleted',
    subject: 'the data of this page',
    message: `The browser deleted ${counted(runs, 'run')} with ${counted(answers, 'answer')}.`,
    remedy: 'Under Storage, restore a backup or the copy in a folder.',
  })
}

const answersOf = ({ answered, failed }: Pick<RunSummary, 'answered' | 'failed'>): number => answered + failed
