/** Whether a log was made on the data set that is open: its answers would otherwise be laid over strangers' questions. */
import { VoxelwiseError } from '../../../engine/base/errors.ts'

/** A row number means something only where this share of a log's rows fits the data set. */
export const nearlyAll = 0.9
/** A log fewer of whose rows fit is about other questions. */
const leastFitting = 0.5
/** More verdicts that differ mean other right answers, not other rules of reading; of at least so many verdicts. */
const mostDiffering = 0.2
const fewestVerdicts = 10

/** How a log's rows and verdicts compare with the data set's questions. */
interface LogFit {
  readonly file: string
  readonly dataset: string
  /** Rows of the log, and those that have a question in the data set. */
  readonly logged: number
  readonly matched: number
  /** Replies that were read here and that the tool judged, and those with the other verdict. */
  readonly judged: number
  readonly differ: number
}

/** @throws VoxelwiseError fingerprint-mismatch: few rows fit, or many verdicts differ */
export function expectFit({ file, dataset, logged, matched, judged, differ }: LogFit): void {
  if (matched < leastFitting * logged)
    throw misfit(
      file,
      `Only ${matched} of its ${logged} rows have a question in the open data set, ${dataset}.`,
    )
  if (judged >= fewestVerdicts && differ > mostDiffering * judged)
    throw misfit(
      file,
      `With the right answers of the open data set, ${dataset}, ${differ} of ${judged} verdicts differ from the log’s.`,
    )
}

/** @param why in a sentence */
export const misfit = (file: string, why: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'fingerprint-mismatch',
    subject: file,
    message: `This log was made on another data set. ${why}`,
    remedy: 'Choose the data set of the log under Set up. Then open the log again.',
  })
