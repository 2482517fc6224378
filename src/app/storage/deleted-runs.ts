import { counted } from '../../engine/base/counted.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { isBusy } from '../state/stage.ts'
import type { LiveRun } from '../state/state.ts'

/** A run, and how many of its answers are known to be stored. */
interface KnownRun extends Pick<LiveRun, 'answered' | 'failed'> {
  readonly run: Pick<Run, 'id'>
}

/**
 * What is missing since the browser deleted the data of the page; null if nothing is.
 * @param live the run on show: in progress it reports its loss by itself, and once it has ended it knows more than the list
 */
export function deletedRuns(
  before: readonly KnownRun[],
  after: readonly KnownRun[],
  live: Pick<LiveRun, 'run' | 'phase' | 'answered' | 'failed'> | null,
): VoxelwiseError | null {
  const left = new Map(after.map(summary => [summary.run.id, answerCount(summary)]))
  const known = new Map(before.map(summary => [summary.run.id, answerCount(summary)]))
  if (live && isBusy(live)) known.delete(live.run.id)
  else if (live) known.set(live.run.id, answerCount(live))
  let runs = 0
  let answers = 0
  let answersOfOthers = 0
  for (const [id, count] of known) {
    const stored = left.get(id)
    if (stored === undefined) {
      runs++
      answers += count
    } else answersOfOthers += Math.max(0, count - stored)
  }
  if (runs === 0 && answersOfOthers === 0) return null
  const deleted = [
    ...(runs > 0 ? [`${counted(runs, 'run')} with ${counted(answers, 'answer')}`] : []),
    ...(answersOfOthers > 0
      ? [`${counted(answersOfOthers, 'answer')}${runs > 0 ? ' of other runs' : ''}`]
      : []),
  ]
  return new VoxelwiseError({
    code: 'storage-deleted',
    subject: 'the data of this page',
    message: `The browser deleted ${deleted.join(' and ')}.`,
    remedy: 'Under Storage, restore a backup or the copy in a folder.',
  })
}

const answerCount = ({ answered, failed }: KnownRun): number => answered + failed

const key = 'voxelwise/runs-before-reload'

/** @returns null if the browser lets the page store nothing */
function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

/** Notes what was stored while the database does not answer. The next page must know what the browser deleted. */
export function noteRuns(runs: readonly KnownRun[], live: KnownRun | null): void {
  const all = live && !runs.some(({ run }) => run.id === live.run.id) ? [...runs, live] : runs
  const noted = all.map(one => {
    const now = live && one.run.id === live.run.id && answerCount(live) > answerCount(one) ? live : one
    return { run: { id: one.run.id }, answered: now.answered, failed: now.failed }
  })
  tabStorage()?.setItem(key, JSON.stringify(noted))
}

/** The database answers again. */
export const forgetNotedRuns = (): void => tabStorage()?.removeItem(key)

/** What the page before noted, once. */
export function takeNotedRuns(): readonly KnownRun[] {
  const noted = tabStorage()?.getItem(key) ?? null
  forgetNotedRuns()
  return noted === null ? [] : JSON.parse(noted)
}
