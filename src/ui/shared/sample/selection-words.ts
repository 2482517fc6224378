import { listAxes } from '../../../engine/analysis/run-overview.ts'
import { findingName } from '../../text/finding-texts.ts'
import { interval, label } from '../../text/format.ts'
import type { Filter } from './filters.ts'

const levels = { low: 'perception', high: 'diagnosis', ignored: 'tasks left out' } as const
const verdicts: Readonly<Record<string, string>> = { correct: 'right', wrong: 'wrong', failed: 'failed' }

/** "CT, perception, wrong, tag “marker”". */
export function selectionWords({
  axes,
  text,
  confidence,
  finding,
  field,
  level,
  tag,
  change,
}: Filter): string {
  return [
    ...listAxes.flatMap(axis => {
      const value = axes[axis]
      return value === undefined ? [] : [axis === 'verdict' ? (verdicts[value] ?? value) : label(value)]
    }),
    ...(level === null ? [] : [levels[level]]),
    ...(confidence === null ? [] : [`confidence ${interval(confidence.from, confidence.to)}`]),
    ...(finding === null ? [] : [findingName(finding)]),
    ...(field === null || (field.value === null && field.has === '')
      ? []
      : [`${field.name} ${field.value === null ? `with “${field.has}”` : `“${field.value}”`}`]),
    ...(tag === null ? [] : [`tag “${tag}”`]),
    ...(change === null ? [] : [`${change} against another run`]),
    ...(text.trim() === '' ? [] : [`“${text.trim()}”`]),
  ].join(', ')
}
