/** Findings or diagnoses per file, series, study or patient: upper tasks for questions from headers (docs/dicom.md). */

import { ownValue } from '@voxelwise/python'
import { memoryBytes } from '@voxelwise/tables'
import { delimitedTable } from '../../../data/containers/reading.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { getOrMake } from '../../../engine/base/grouping.ts'

const keys = ['file', 'series', 'study', 'patient'] as const
export type LabelKey = (typeof keys)[number]

const questions = {
  'Disease Diagnosis': 'Which diagnosis does this image show?',
  'Abnormity Diagnosis': 'Which abnormality does this image show?',
  'Severity Grading': 'Which grade of severity does this image show?',
} as const

export interface LabelRow {
  readonly key: LabelKey
  readonly value: string
  readonly label: string
  readonly task: string
  readonly question: string
  /** Null: the labels of its task and question. */
  readonly options: readonly string[] | null
}

const mostOptions = 8

/**
 * @param text of a table with a header: one of the columns `file`, `series`, `study`, `patient`; `label`; perhaps `task`,
 * `question` and `options`, separated by `|`
 * @throws VoxelwiseError bad-table naming the line at fault, without a word of it
 */
export async function readLabels(text: string): Promise<readonly LabelRow[]> {
  const table = await delimitedTable(memoryBytes('labels.csv', new TextEncoder().encode(text)))
  const key = keys.find(name => table.columns.includes(name))
  if (!key || !table.columns.includes('label'))
    throw bad('header', 'it needs a column label, and one of the columns file, series, study and patient')
  const rows: LabelRow[] = []
  for await (const { position, cells } of table.rows()) {
    const cell = (name: string): string => {
      const value = ownValue(cells, name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const line = `row ${position + 1}`
    const task = cell('task') || 'Disease Diagnosis'
    const [label, value, listed] = [cell('label'), cell(key), cell('options')]
    if (label === '' || value === '') throw bad(line, 'its key or its label is empty')
    if (!Object.hasOwn(questions, task))
      throw bad(line, `its task is none of ${Object.keys(questions).join(', ')}`)
    const options = listed === '' ? null : listed.split('|').map(option => option.trim())
    if (options && !isChoice(options, label))
      throw bad(line, `its options are not 2 to ${mostOptions} different ones with the label among them`)
    const question = cell('question') || questions[task as keyof typeof questions]
    rows.push({ key, value, label, task, question, options })
  }
  return rows
}

const isChoice = (options: readonly string[], label: string): boolean =>
  options.length >= 2 &&
  options.length <= mostOptions &&
  options.includes(label) &&
  !options.includes('') &&
  new Set(options).size === options.length

const bad = (place: string, what: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'bad-table',
    subject: `labels, ${place}`,
    message: `The table of labels cannot be read: ${what}.`,
    remedy: 'Correct it (docs/dicom.md).',
  })

/** What a label can be matched with. */
export interface Labelled {
  readonly keys: Readonly<Record<LabelKey, string>>
  readonly isSlice: boolean
}

export type LabelReason = 'label-unmatched' | 'label-left-out' | 'label-on-slice'

/**
 * @param all what files that were read, or only listed, are called by: a row that matches one of them alone was left out
 * @param onSlices whether labels of a study or a patient go to slices, which may not show them
 * @returns the rows of each picture in their order, and the number of rows without a picture by reason
 */
export function matchLabels<Picture extends Labelled>(
  rows: readonly LabelRow[],
  pictures: readonly Picture[],
  all: Readonly<Record<LabelKey, ReadonlySet<string>>>,
  onSlices: boolean,
) {
  const byKey = new Map<string, Picture[]>()
  for (const picture of pictures)
    for (const key of keys) getOrMake(byKey, `${key} ${picture.keys[key]}`, () => []).push(picture)
  const matched = new Map<Picture, LabelRow[]>()
  const unused: Partial<Record<LabelReason, number>> = {}
  for (const row of rows) {
    const value = row.key === 'patient' ? row.value.toUpperCase() : row.value
    const candidates = byKey.get(`${row.key} ${value}`) ?? []
    const isWide = row.key === 'study' || row.key === 'patient'
    const shown = isWide && !onSlices ? candidates.filter(({ isSlice }) => !isSlice) : candidates
    for (const picture of shown) getOrMake(matched, picture, () => []).push(row)
    if (shown.length > 0) continue
    const reason =
      candidates.length > 0
        ? 'label-on-slice'
        : all[row.key].has(value)
          ? 'label-left-out'
          : 'label-unmatched'
    unused[reason] = (unused[reason] ?? 0) + 1
  }
  return { rows: matched, unused }
}
