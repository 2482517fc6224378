/** Gates and what became of them, in words. */

import { stringifyJson } from '@voxelwise/python'
import { counted } from '../../../engine/base/counted.ts'
import { pDecides, percent, points } from '../../../ui/text/format.ts'
import type { Gate, GateResult } from '../engine/gates.ts'

const boundNames = {
  low: 'lower limit of ',
  high: 'upper limit of ',
  share: '',
} as const satisfies Readonly<Record<Gate['bound'], string>>

/** A difference is in points. */
const shownBy = (against: Gate['against']): ((value: number) => string) =>
  against === null ? percent : value => `${points(value)} points`

/** "lower limit of accuracy, task "View Recognition": at least 60.0%". */
export function gateName({ bound, where, atLeast, atMost, against }: Gate): string {
  const slice = Object.entries(where).map(([name, value]) => `${name} ${stringifyJson(value)}`)
  const shown = shownBy(against)
  const limits = [
    ...(atLeast === null ? [] : [`at least ${shown(atLeast)}`]),
    ...(atMost === null ? [] : [`at most ${shown(atMost)}`]),
  ]
  const figure = against === null ? 'accuracy' : `accuracy minus that of ${against}`
  return `${boundNames[bound]}${[figure, ...slice].join(', ')}: ${limits.join(', ')}`
}

/** A file of gates, to begin with. */
export const exampleOfGates = `{
  "gates": [
    { "figure": "accuracy", "where": {}, "bound": "low", "atLeast": 0.6 },
    { "figure": "accuracy", "where": { "modality": "CT" }, "bound": "low", "atLeast": 0.5 }
  ]
}`

/** Warning for a run with too many replies that could not be read. */
export const unreadGates =
  'More than a fifth of the replies could not be read. No gate passes or fails before they are.'

/** Why a gate has no figure. */
const noFigures = {
  'mostly-unread': 'too many replies could not be read',
  'no-such-run': 'no run chosen',
  'no-such-slice': 'no such question was answered',
  'too-few-clusters': 'no such question was answered',
} as const satisfies Readonly<Record<NonNullable<GateResult['reason']>, string>>

/** "pass: …: 74.2% (67.8 to 79.9), 260 questions in 65 clusters". */
export function gateWords({ gate, outcome, reason, n, clusters, value, decidingP }: GateResult): string {
  const shown = shownBy(gate.against)
  const figures = value
    ? `${shown(value.share)} (${shown(value.low)} to ${shown(value.high)}), ${counted(n, 'question')} in ${counted(clusters, 'cluster')}`
    : noFigures[reason ?? 'no-such-slice']
  const few = reason === 'too-few-clusters' ? ', too few to decide' : ''
  const decided = decidingP === null ? '' : `; ${pDecides(decidingP)}`
  return `${outcome}: ${gateName(gate)}: ${figures}${few}${decided}`
}
