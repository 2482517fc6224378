/**
 * Oddities of the data that the user should know. They are shown next to the official figures and change none of them.
 */

import { get, hashKey, type JsonObject, str } from '@voxelwise/python'
import { groupBy } from '../base/grouping.ts'
import { RepeatSearch } from '../base/repeats.ts'
import { isMapped } from './mapped-fields.ts'
import type { Option, Protocol } from './protocol.ts'
import { axes, type Finding, type FindingKind, type Letter, type Sample } from './sample.ts'

type Place = Pick<Finding, 'index' | 'file' | 'position'>

/** Oddities of a single sample. */
export function sampleFindings(
  { fields }: Pick<Sample, 'fields'>,
  place: Place,
  protocol: Protocol,
): Finding[] {
  const findings: Finding[] = []
  const report = (kind: FindingKind, subject: string) => findings.push({ kind, ...place, subject })

  const options = protocol.listOptions(fields)
  const named = (some: readonly Option[]) => some.map(({ letter }) => optionField(letter, fields)).join(', ')
  if (protocol.rightAnswer(fields) === '')
    report('answer-not-an-option', str(get(fields, isMapped(fields) ? 'answer' : 'gt_answer')))
  if (options.length === 1) report('single-option', named(options))
  // Rarely true for normal samples, and quick to compute.
  const keys = options.map(({ value }) => (typeof value === 'string' ? value : hashKey(value)))
  if (new Set(keys).size < options.length)
    for (const same of groupBy(options, ({ value }) => hashKey(value)).values())
      if (same.length > 1) report('equal-options', named(same))
  for (const axis of axes) {
    // A mapped data set without an axis lacks it in every sample, which is normal.
    const isNone = isMapped(fields) && (get(fields, axis) ?? null) === null
    if (!isNone && isUnlabelled(str(get(fields, axis) ?? ''))) report('unlabelled-axis', axis)
  }
  return findings
}

/** MedRCube has a field for each option; a mapped sample has them in one. */
const optionField = (letter: Letter, fields: JsonObject): string =>
  isMapped(fields) ? letter : `option_${letter}`

const isUnlabelled = (label: string) => label.trim() === ''

/** Every sample whose id is not unique: these count as one in the shortcut chains. */
export function duplicateIds(samples: readonly Sample[], positions: readonly number[]): Finding[] {
  const findings: Finding[] = []
  const sampleId = ({ fields }: Sample): string => str(get(fields, 'id'))
  const search = new RepeatSearch()
  for (const sample of samples) search.add(sampleId(sample))
  if (!search.mayRepeat()) return []
  const [once, repeated] = [new Set<string>(), new Set<string>()]
  for (const sample of samples) {
    const id = sampleId(sample)
    if (once.has(id)) repeated.add(id)
    else once.add(id)
  }
  const alike = repeated.size === 0 ? [] : samples.filter(sample => repeated.has(sampleId(sample)))
  for (const [subject, same] of groupBy(alike, sampleId)) {
    for (const { index, file } of same) {
      findings.push({ kind: 'duplicate-id', index, file, position: positions[index] ?? 0, subject })
    }
  }
  return findings
}
