/** Oddities of the data that the user should know of. They stand beside the official figures and change none. */

import { groupBy } from '../base/grouping.ts'
import { get, hashKey, str } from '../base/python.ts'
import { axes } from './axes.ts'
import type { Protocol } from './protocol.ts'
import type { Finding, FindingKind, Sample } from './sample.ts'

type Place = Pick<Finding, 'index' | 'file' | 'position'>

/** What is odd about one sample by itself. */
export function sampleFindings(
  { fields }: Pick<Sample, 'fields'>,
  place: Place,
  protocol: Protocol,
): Finding[] {
  const findings: Finding[] = []
  const report = (kind: FindingKind, subject: string) => findings.push({ kind, ...place, subject })

  const options = protocol.optionsOf(fields)
  if (protocol.rightAnswer(fields) === '') report('answer-not-an-option', str(get(fields, 'gt_answer')))
  if (options.length === 1) report('single-option', options.map(({ letter }) => `option_${letter}`).join())
  for (const same of groupBy(options, option => hashKey(option.value)).values()) {
    if (same.length > 1) report('equal-options', same.map(({ letter }) => `option_${letter}`).join(', '))
  }
  for (const axis of axes) {
    if (isUnlabelled(str(get(fields, axis) ?? ''))) report('unlabelled-axis', axis)
  }
  return findings
}

const isUnlabelled = (label: string) => label.trim() === ''

/** Every sample whose id another one has too: they count as one in the shortcut chains. */
export function duplicateIds(samples: readonly Sample[], positions: readonly number[]): Finding[] {
  const findings: Finding[] = []
  for (const [subject, same] of groupBy(samples, sample => str(get(sample.fields, 'id')))) {
    if (same.length === 1) continue
    for (const { index, file } of same) {
      findings.push({ kind: 'duplicate-id', index, file, position: positions[index] ?? 0, subject })
    }
  }
  return findings
}
