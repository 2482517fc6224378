import type { Deviation } from './compare.ts'

/** One family in one precision on one device. */
export interface FidelityRow {
  readonly family: string
  readonly dtype: string
  readonly device: string
  /** The measurement, or why there is none. */
  readonly result: readonly Deviation[] | string
}

const columns = [
  'family',
  'dtype',
  'device',
  'prompts',
  'pixels',
  'token ids',
  'logits',
  'A–D log-prob.',
  'same letter',
  'same text',
  'prefix reuse',
] as const

export const markdownTable = (
  head: readonly string[],
  rows: readonly (readonly (string | number | undefined)[])[],
): string => [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')

export function fidelityTable(rows: readonly FidelityRow[]): string {
  const cells = rows.map(({ family, dtype, device, result }) => [
    family,
    dtype,
    device,
    ...(typeof result === 'string' ? [`refused: ${result}`, ...Array(7).fill('')] : measured(result)),
  ])
  return markdownTable(columns, cells)
}

/** Prompts with several images: all before the text, between texts, and one in each of two turns. */
const severalCases = { two: 'images first', placed: 'between texts', turns: 'in turns' } as const

/** Logits of the prompts of several images, in full precision. */
export function severalImagesTable(rows: readonly FidelityRow[]): string {
  const names = Object.keys(severalCases)
  const cells = rows.flatMap(({ family, dtype, device, result }) => {
    if (!dtype.startsWith('fp32') || device !== 'wasm' || typeof result === 'string') return []
    const measured = names.map(name => result.find(deviation => deviation.name === name))
    const isSame = measured.every(each => !each || (each.sameIds && each.sameLetter && each.sameText))
    const logits = measured.map(each => (each ? shown(each.logits) : 'not asked'))
    return [[family, ...logits, isSame ? 'same' : 'differ']]
  })
  return markdownTable(['family', ...Object.values(severalCases), 'token ids, letter and text'], cells)
}

function measured(deviations: readonly Deviation[]): string[] {
  const most = (of: (deviation: Deviation) => number): string => shown(Math.max(...deviations.map(of)))
  const agreed = (of: (deviation: Deviation) => boolean): string =>
    `${deviations.filter(of).length} of ${deviations.length}`
  const reused = deviations.flatMap(({ reuse }) => (reuse === null ? [] : [reuse]))
  return [
    String(deviations.length),
    most(({ pixels }) => pixels),
    agreed(({ sameIds }) => sameIds),
    most(({ logits }) => logits),
    most(({ letters }) => letters),
    agreed(({ sameLetter }) => sameLetter),
    agreed(({ sameText }) => sameText),
    reused.length > 0 ? shown(Math.max(...reused)) : 'not done',
  ]
}

function shown(value: number): string {
  return value === 0 ? '0' : value.toExponential(1)
}

/** What tools/export/compare_run.py printed of one run, or why the page refused to make it. */
interface ComparedRun {
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

const figures = [
  'questions',
  'dtype',
  'device',
  'letters changed',
  'largest difference',
  'median difference',
  'widest margin lost',
] as const

/** @param lines a line of JSON for each run */
export const comparedRuns = (lines: string): readonly ComparedRun[] =>
  lines
    .trim()
    .split('\n')
    .map((line): ComparedRun => JSON.parse(line))

export function realWeightsTable(runs: readonly ComparedRun[]): string {
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
  return markdownTable(figures, cells)
}
