/** The extra passes among the stored runs: shown under the run that they belong to. */
import { isA } from '../../engine/probes/kind-of.ts'
import { noOptions } from '../../engine/probes/kinds/no-options.ts'
import { passPlace } from '../../engine/probes/passes.ts'
import { isAskedHere } from '../../engine/protocol/identity.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { LiveRun, RunSummary } from './state.ts'

/** Whether this page can continue a run: not if it was started on the command line or by another tool, or a person answered. */
export const canContinue = ({ model, environment }: Run): boolean =>
  isAskedHere(model) && !environment.runtime

/** Whether a run stopped before its end, and no tab works on it. Another tool's log and a person's answers are always complete. */
export function isInterrupted({ run, answered, failed, isHeld }: RunSummary): boolean {
  return !isHeld && isAskedHere(run.model) && run.state !== 'done' && answered + failed < run.total
}

interface Unfinished {
  /** The run itself, also where only passes of it are left. */
  readonly summary: RunSummary
  /** Its passes that are left. */
  readonly passes: number
  /** What to continue; null while another tab works on the run or on a pass of it. */
  readonly next: Run | null
}

/** The latest run that is not finished, or has unfinished passes. @param runs latest first */
export function unfinishedRun(runs: readonly RunSummary[]): Unfinished | null {
  for (const summary of ownRuns(runs)) {
    const passes = listPasses(runs, summary.run.id)
    if ([summary, ...passes].some(({ isHeld }) => isHeld)) return { summary, passes: 0, next: null }
    const open = [summary, ...passes].filter(
      one => isInterrupted(one) && canContinue(one.run) && one.run.state !== 'failed',
    )
    const [first] = open
    if (first) return { summary, passes: open.filter(one => one !== summary).length, next: first.run }
  }
  return null
}

/** Separate runs, including passes whose run is not in this browser. */
export function ownRuns(runs: readonly RunSummary[]): readonly RunSummary[] {
  const ids = new Set(runs.map(({ run }) => run.id))
  return runs.filter(({ run }) => run.parent === undefined || !ids.has(run.parent))
}

/** In the order in which they are asked. */
export function listPasses(runs: readonly RunSummary[], id: string): readonly RunSummary[] {
  return runs
    .filter(({ run }) => run.parent === id && !run.judging)
    .sort((a, b) => passPlace(a.run.probe) - passPlace(b.run.probe))
}

export const isWithoutOptions = ({ run }: RunSummary): boolean => isA(noOptions, run.probe)

/** What judges made of a run's answers, oldest first. */
export function listJudgings(runs: readonly RunSummary[], id: string): readonly RunSummary[] {
  return runs
    .filter(({ run }) => run.parent === id && run.judging)
    .sort((a, b) => (a.run.created < b.run.created ? -1 : 1))
}

/** Fewer answers make no pace: the first ones of a pass are slow. */
const leastPaced = 20

/** Seconds until the last of the waiting passes ends at the pace of the live run; null where that is not known. */
export function secondsAfter(
  { rate, secondsLeft, answered, failed }: Pick<LiveRun, 'rate' | 'secondsLeft' | 'answered' | 'failed'>,
  waiting: readonly string[],
  runs: readonly RunSummary[],
): number | null {
  if (waiting.length === 0 || !rate || secondsLeft === null || answered + failed < leastPaced) return null
  const open = runs
    .filter(({ run }) => waiting.includes(run.id))
    .reduce((sum, { run, answered, failed }) => sum + run.total - answered - failed, 0)
  return secondsLeft + open / rate
}

/** The last run before a run that ended, on the same data; null for a pass or a judge's run. @param runs in any order */
export function findPrevious(runs: readonly Pick<RunSummary, 'run'>[], run: Run): Run | null {
  if (run.probe || run.judging) return null
  const earlier = runs
    .map(summary => summary.run)
    .filter(
      other =>
        !other.probe &&
        !other.judging &&
        other.state === 'done' &&
        other.created < run.created &&
        other.dataset.fingerprint === run.dataset.fingerprint,
    )
  return earlier.sort((a, b) => b.created.localeCompare(a.created))[0] ?? null
}

/** Whether another run can be compared with it during the run: it is complete, and on the data set with this fingerprint. */
export function isComparableRun({ run, answered, failed }: RunSummary, fingerprint: string): boolean {
  const isWhole = run.state === 'done' && answered + failed >= run.dataset.counts.loaded
  return isWhole && !run.probe && run.dataset.fingerprint === fingerprint
}
