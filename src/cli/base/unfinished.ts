/** Whether a command may continue the unfinished run in its folder. */
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { journalName } from './journal.ts'

/**
 * @param before the unfinished run
 * @param wanted the run that the command line describes
 * @throws VoxelwiseError fingerprint-mismatch
 */
export function expectSameRun(before: Run, wanted: Run): void {
  const other = difference(before, wanted)
  if (other !== null) throw unfinished(other)
}

/** @param subject what differs */
export const unfinished = (subject: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'fingerprint-mismatch',
    subject,
    message: `The unfinished run in this folder was made with a different ${subject}.`,
    remedy: `Continue that run with its own options, choose another --out, or delete ${journalName} there.`,
  })

export const continuedWords = ({ created }: Run, answered: number): string =>
  `Continuing the run of ${created}: ${answered} answered`

/** What differs between two runs; null where one can continue as the other. */
function difference(before: Run, wanted: Run): string | null {
  if (before.dataset.fingerprint !== wanted.dataset.fingerprint) return 'data set'
  if (before.environment.runtime !== wanted.environment.runtime) return 'runtime'
  if (before.model.fingerprint !== wanted.model.fingerprint) return 'model'
  const settingsOf = ({ settings: { until: _, ...settings } }: Run): Readonly<Record<string, unknown>> =>
    settings
  const [old, now] = [settingsOf(before), settingsOf(wanted)]
  const names = new Set([...Object.keys(old), ...Object.keys(now)])
  return [...names].find(name => JSON.stringify(old[name]) !== JSON.stringify(now[name])) ?? null
}
