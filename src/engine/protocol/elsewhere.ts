import type * as v from 'valibot'
import { counted } from '../base/counted.ts'
import { nullable, oneOf, optional, shape } from '../base/schema.ts'
import { name, path, storedCount } from '../base/stored-values.ts'

/** Tools whose logs can be opened as runs. */
const logTools = ['inspect', 'lmms-eval', 'vlmevalkit'] as const
export type LogTool = (typeof logTools)[number]

/** About answers from another tool: their source, and how the log fits the data set. */
export const elsewhereSchema = shape({
  tool: oneOf(logTools),
  /** As in the log; null if missing. */
  version: nullable(name),
  /** Name of the log's file. */
  file: path,
  /** Number of samples in the log, each counted once, and how many of them are not in the data set. */
  logged: storedCount,
  unmatched: storedCount,
  /** Further attempts at the same samples (Inspect's epochs, resumed runs), which are left out. */
  repeats: storedCount,
  /** Answers in the data set that have a verdict of the tool's own, and how many of these verdicts are others here. */
  judged: storedCount,
  differ: storedCount,
  /**
   * Answers in letters: those whose options the model saw under other letters than the data set has (`moved`),
   * those whose options the log does not show (`unnamed`), and those left out because their letters mean other options
   * (`other`). Absent in runs of older versions, which read letters by the data set's order.
   */
  letters: optional(shape({ moved: storedCount, unnamed: storedCount, other: storedCount })),
})
export type MeasuredElsewhere = v.InferOutput<typeof elsewhereSchema>

const toolNames: Readonly<Record<LogTool, string>> = {
  inspect: 'Inspect',
  'lmms-eval': 'lmms-eval',
  vlmevalkit: 'VLMEvalKit',
}

/** "Inspect 0.3.285". */
export const toolWords = ({ tool, version }: Pick<MeasuredElsewhere, 'tool' | 'version'>): string =>
  version === null ? toolNames[tool] : `${toolNames[tool]} ${version}`

/** How the log fits, in sentences. */
export function fitWords({
  logged,
  unmatched,
  repeats,
  judged,
  differ,
  letters = { moved: 0, unnamed: 0, other: 0 },
}: MeasuredElsewhere): string {
  const { moved, unnamed, other } = letters
  return [
    unmatched === 0
      ? `All ${counted(logged, 'sample')} of the log are in the data set.`
      : `${logged - unmatched} of the log’s ${counted(logged, 'sample')} are in the data set; the others are left out.`,
    repeats > 0 && `${counted(repeats, 'repeated attempt')} left out.`,
    moved > 0 &&
      `The log shows the options of ${counted(moved, 'sample')} in another order: answers are read in that order.`,
    unnamed > 0 &&
      `The log does not show the options of ${counted(unnamed, 'sample')}: answers are read in the data set’s order.`,
    other > 0 &&
      `${counted(other, 'sample')} left out: the log’s letters do not name the data set’s options.`,
    judged === 0
      ? 'The log contains no verdicts.'
      : `Answers are judged again: ${differ} of the tool’s ${counted(judged, 'verdict')} differ.`,
  ]
    .filter(Boolean)
    .join(' ')
}
