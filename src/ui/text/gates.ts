/** Gates and what became of them, in words. */
import type { Gate, GateResult } from '../../engine/analysis/gates.ts'
import { counted } from '../../engine/base/counted.ts'
import { stringifyJson } from '../../engine/base/json.ts'
import { percent } from './format.ts'

const boundNames = {
  low: 'lower limit of ',
  high: 'upper limit of ',
  share: '',
} as const satisfies Readonly<Record<Gate['bound'], string>>

/** "lower limit of accuracy, task "View Recognition": at least 60.0%". */
export function gateName({ bound, where, atLeast, atMost, against }: Gate): string {
  const slice = Object.entries(where).map(([name, value]) => `${name} ${stringifyJson(value)}`)
  const limits = [
    ...(atLeast === null ? [] : [`at least ${percent(atLeast)}`]),
    ...(atMost === null ? [] : [`at most ${percent(atMost)}`]),
  ]
  const figure = against === null ? 'accuracy' : `accuracy minus that of ${against}`
  return `${boundNames[bound]}${[figure, ...slice].join(', ')}: ${limits.join(', ')}`
}

/** "pass: …: 74.2% (67.8 to 79.9), 260 questions in 65 clusters". */
export function gateWords({ gate, outcome, reason, n, clusters, value }: GateResult): string {
  const found = value
    ? `${percent(value.share)} (${percent(value.low)} to ${percent(value.high)}), ${counted(n, 'question')} in ${counted(clusters, 'cluster')}`
    : 'no such question was answered'
  const few = reason === 'too-few-clusters' ? ', too few to decide' : ''
  return `${outcome}: ${gateName(gate)}: ${found}${few}`
}
