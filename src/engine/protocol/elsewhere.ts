import type * as v from 'valibot'
import { counted } from '../base/counted.ts'
import { nullable, oneOf, shape } from '../base/schema.ts'
import { count, name, path } from '../base/stored-values.ts'

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
  logged: count,
  unmatched: count,
  /** Further attempts at the same samples (Inspect's epochs, resumed runs), which are left out. */
  repeats: count,
  /** Of the answers that are in the data set: verdicts of the tool's own, and how many of them are others here. */
  judged: count,
  differ: count,
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
export function fitWords({ logged, unmatched, repeats, judged, differ }: MeasuredElsewhere): string {
  const found =
    unmatched === 0
      ? `All ${counted(logged, 'sample')} of the log are in the data set.`
      : `${logged - unmatched} of the log’s ${counted(logged, 'sample')} are in the data set; the others are left out.`
  const again = repeats > 0 ? ` ${counted(repeats, 'repeated attempt')} left out.` : ''
  const verdicts =
    judged === 0
      ? ' The log contains no verdicts.'
      : ` Answers are judged again: ${differ} of the tool’s ${counted(judged, 'verdict')} differ.`
  return found + again + verdicts
}
