import { readFileSync } from 'node:fs'

/** What tools/export/compare_run.py printed of one run, or why the page refused to make it. */
export interface ComparedRun {
  readonly dataset: string
  readonly dtype: string
  readonly device: string
  readonly questions?: number
  readonly lettersChanged?: number
  /** Differences of an option's log-probability. */
  readonly largest?: number
  readonly median?: number
  /** Between the best and the next option in PyTorch, of the clearest answer that changed. */
  readonly widestMarginLost?: number
  readonly refused?: string
}

/** The file of the figures: a line of JSON for each run. */
const file = 'tools/export/smollm2.jsonl'

const columns = [
  'questions',
  'dtype',
  'device',
  'letters changed',
  'largest difference',
  'median difference',
  'widest margin lost',
] as const

export const comparedRuns = (lines = readFileSync(file, 'utf8')): readonly ComparedRun[] =>
  lines
    .trim()
    .split('\n')
    .map((line): ComparedRun => JSON.parse(line))

export function realWeightsTable(runs: readonly ComparedRun[] = comparedRuns()): string {
  const cells = runs.map(({ dataset, dtype, device, refused, ...found }) => [
    dataset,
    dtype,
    device,
    ...(refused
      ? [refused, '', '', '']
      : [
          `${found.lettersChanged} of ${found.questions}`,
          found.largest,
          found.median,
          found.widestMarginLost ?? '',
        ]),
  ])
  return [columns, columns.map(() => '---'), ...cells].map(row => `| ${row.join(' | ')} |`).join('\n')
}
