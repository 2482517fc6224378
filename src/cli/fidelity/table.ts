import type { Deviation } from './compare.ts'

/** One family in one precision on one device. */
export interface FidelityRow {
  readonly family: string
  readonly dtype: string
  readonly device: string
  /** What was measured, or why nothing was. */
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

export function fidelityTable(rows: readonly FidelityRow[]): string {
  const cells = rows.map(({ family, dtype, device, result }) => [
    family,
    dtype,
    device,
    ...(typeof result === 'string' ? [`refused: ${result}`, ...Array(7).fill('')] : measured(result)),
  ])
  return [columns, columns.map(() => '---'), ...cells].map(row => `| ${row.join(' | ')} |`).join('\n')
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
