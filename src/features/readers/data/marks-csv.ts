/** People's marks as CSV: those of a run, and those that were made elsewhere. */

import { ownValue } from '@voxelwise/python'
import type { Cell } from '@voxelwise/tables'
import { blobByteFile } from '../../../data/containers/bytes.ts'
import { badTable } from '../../../data/containers/errors.ts'
import { delimitedTable } from '../../../data/containers/reading.ts'
import { asWritten, csv } from '../../../data/export/csv.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { getOrMake, groupBy } from '../../../engine/base/grouping.ts'
import { longestCode } from '../../../engine/protocol/reader.ts'
import { findRemark, type Remarks, withRemark } from '../../../engine/protocol/remarks.ts'
import { changedTags, type Tags } from '../../../engine/protocol/tags.ts'
import type { MarkSet } from '../engine/marks/mark-set.ts'
import {
  longestNote,
  type Mark,
  type Marks,
  markGiven,
  marksIn,
  markTag,
  noMark,
} from '../engine/marks/marks.ts'

const columns = ['run', 'id', 'by', 'set', 'label', 'main', 'note', 'at'] as const

type NamedRow = Pick<ResultRow, 'id' | 'index'>

/** The labels of a run, and what is said beside them. */
interface Labels {
  readonly tags: Tags
  readonly remarks: Remarks
}

/** A line for each mark: `main` is yes or no. Note and time stand in the first line of an answer. */
export function marksCsv(
  run: string,
  { tags, remarks }: Labels,
  sets: readonly MarkSet[],
  rows: readonly NamedRow[],
): string {
  const idByIndex = new Map(rows.map(({ id, index }) => [index, id]))
  const lines = sets.flatMap(set =>
    [...marksIn(tags, set)].flatMap(([by, marks]) =>
      [...marks].flatMap(([index, { main, besides }]) => {
        const { note = '', at = '' } = findRemark(remarks, { index, by, set: set.id }) ?? {}
        const labels = [...(main === null ? [] : [[main, 'yes']]), ...besides.map(one => [one, 'no'])]
        return labels.map((label, place) => [
          ...[run, idByIndex.get(index) ?? '', by, set.id, ...label],
          ...(place === 0 ? [note, at] : ['', '']),
        ])
      }),
    ),
  )
  return csv([[...columns], ...lines])
}

interface Known {
  readonly run: string
  readonly sets: readonly MarkSet[]
  readonly rows: readonly NamedRow[]
}

interface ReadMark {
  readonly set: MarkSet
  readonly by: string
  readonly index: number
  readonly mark: Mark
  /** Empty where the file has none. */
  readonly note: string
  readonly at: string
  readonly place: string
}

/** Marks of a file, to be added to the labels of its run. */
interface ReadMarks {
  /**
   * @param now the time of labels whose line has none
   * @throws VoxelwiseError bad-table where a person has said otherwise of an answer
   */
  addedTo(labels: Labels, now: string): Labels & { readonly added: number }
}

/**
 * Columns `id`, `by` and `label` are needed. `set` may be empty where one set alone has the label; of the scale a point is a label.
 * `main` is yes unless it says no. `note` and `at` may stand in any line of an answer. Lines of other runs are refused.
 * @throws VoxelwiseError bad-table naming the row
 */
export async function marksInCsv(file: File, known: Known): Promise<ReadMarks> {
  const { columns: found, rows } = await delimitedTable(blobByteFile(file.name, file))
  const lacking = ['id', 'by', 'label'].find(name => !found.includes(name))
  if (lacking !== undefined) throw badTable(file.name, 'the first line', `it has no column "${lacking}"`)
  const looked = { ...known, byId: groupBy(known.rows, ({ id }) => id) }
  const marks = new Map<string, ReadMark>()
  for await (const { cells, position } of rows()) {
    const place = `row ${position + 2}`
    const refuse = (why: string) => badTable(file.name, place, why)
    const one = readLine(name => writtenText(ownValue(cells, name)), looked, refuse)
    const key = JSON.stringify([one.set.id, one.by, one.index])
    const { mark: before = noMark, note = '', at = '' } = marks.get(key) ?? {}
    if (one.isMain && before.main !== null) throw refuse('this person has two main labels for this answer')
    if (before.besides.includes(one.label)) throw refuse('this line is there twice')
    const mark = one.isMain
      ? { ...before, main: one.label }
      : { ...before, besides: [...before.besides, one.label] }
    const said = { note: one.note || note, at: one.at || at }
    marks.set(key, { set: one.set, by: one.by, index: one.index, mark, ...said, place })
  }
  return { addedTo: (labels, now) => withAll(labels, [...marks.values()], file.name, now) }
}

type Refusal = (why: string) => Error

interface Looked extends Known {
  readonly byId: ReadonlyMap<string, readonly NamedRow[]>
}

function readLine(cell: (name: string) => string, { run, sets, byId }: Looked, refuse: Refusal) {
  const [wantedRun, id, by, wanted, label] = [cell('run'), cell('id'), cell('by'), cell('set'), cell('label')]
  if (wantedRun !== '' && wantedRun !== run)
    throw refuse(`it is of the run "${wantedRun}", and this one is "${run}"`)
  const ofId = byId.get(id) ?? []
  const [row] = ofId
  if (!row) throw refuse(`the run has no question "${id}"`)
  if (ofId.length > 1) throw refuse(`several questions have the id "${id}"`)
  if (by === '' || by.length > longestCode) throw refuse(`"by" has from 1 to ${longestCode} characters`)
  const inSet = sets.filter(one => wanted === '' || one.id === wanted)
  const named = inSet.flatMap(set =>
    [...set.names, ...set.besides]
      .filter(({ name, key }) => name === label || (set.isScale && key === label))
      .slice(0, 1)
      .map(({ name }) => ({ set, name })),
  )
  const [match] = named
  if (!match) throw refuse(`no set of labels has "${label}"`)
  const isMain = cell('main') !== 'no' && match.set.names.some(({ name }) => name === match.name)
  const [note, at] = [cell('note'), cell('at')]
  if (at !== '' && !isTime(at)) throw refuse('"at" is a time such as 2026-01-02T03:04:05.678Z')
  if (note.length > longestNote) throw refuse(`"note" has at most ${longestNote} characters`)
  return { set: match.set, by, index: row.index, label: match.name, isMain, note, at }
}

const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))

function withAll({ tags, remarks }: Labels, marks: readonly ReadMark[], file: string, now: string) {
  const stored = new Map<MarkSet, Marks>()
  const indicesById = new Map<string, number[]>()
  let said = remarks
  let added = 0
  for (const { set, by, index, mark, note, at, place } of marks) {
    const given = getOrMake(stored, set, () => marksIn(tags, set))
    const before = markGiven(given, by, index)
    if (before.main !== null && mark.main !== null && before.main !== mark.main)
      throw badTable(file, place, `"${by}" has already labelled this answer: ${before.main}`)
    const next = [
      ...(mark.main !== null && before.main === null ? [markTag(by, mark.main, true)] : []),
      ...mark.besides.filter(one => !before.besides.includes(one)).map(one => markTag(by, one, false)),
    ]
    for (const tag of next) getOrMake(indicesById, tag, () => []).push(index)
    const known = findRemark(said, { index, by, set: set.id })
    if (!known || (note !== '' && known.note === undefined))
      said = withRemark(said, {
        ...{ index, by, set: set.id, at: at || (known?.at ?? now) },
        ...(note !== '' && { note }),
      })
    added += Number(next.length > 0)
  }
  let changed = tags
  for (const [tag, indices] of indicesById) changed = changedTags(changed, tag, indices, true)
  return { tags: changed, remarks: said, added }
}

const writtenText = (cell: Cell | undefined): string =>
  typeof cell === 'string' ? asWritten(cell.trim()) : ''
