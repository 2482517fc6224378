/** How much answers depend on the window: two runs that differ in nothing else. */
import type { Run } from '../protocol/run.ts'
import { runSettings } from '../protocol/run-settings.ts'
import { windowOfRun } from '../protocol/setting-texts.ts'
import { PairedRuns } from './paired-differences.ts'
import { overall, type VoxelEstimate, voxels } from './report.ts'
import type { ResultRow } from './result-row.ts'
import { plainRow } from './row-pack.ts'
import type { Estimate } from './shares.ts'

/** How many of the questions that both runs answered have different answers: `correct` counts them. */
export interface WindowDependence {
  readonly overall: Estimate
  readonly voxels: readonly VoxelEstimate[]
}

/** Settings that an answer can depend on. */
const answerKeys = runSettings.flatMap(({ changesAnswers, keys }) => (changesAnswers ? keys : []))

/** Whether two runs of one model on one data set differ in their window and in no other choice that changes answers. */
export function differOnlyInWindow(first: Run, second: Run): boolean {
  const rest = ({ settings, dataset, model, probe }: Run): string =>
    JSON.stringify([
      ...answerKeys.filter(key => key !== 'window').map(key => settings[key]),
      ...[dataset.fingerprint, model.fingerprint, probe],
    ])
  return windowOfRun(first) !== windowOfRun(second) && rest(first) === rest(second)
}

/** @param answers of each run, as they were read, by the index of the row */
export function windowDependence(
  first: readonly ResultRow[],
  second: readonly ResultRow[],
  answers: readonly [ReadonlyMap<number, string>, ReadonlyMap<number, string>],
): WindowDependence {
  const changed = Array.from(new PairedRuns(first, second), ([row, other]) => {
    const isSame = answers[0].get(row.index) === answers[1].get(other.index)
    const { verdict: _, ...sample } = plainRow(row)
    return { ...sample, chance: null, verdict: isSame ? ('wrong' as const) : ('correct' as const) }
  })
  return { overall: overall(changed), voxels: voxels(changed) }
}
