/** People's marks as CSV: those of a run, and those that were made elsewhere. */
import { blobByteFile } from '../../../data/containers/bytes.ts'
import { badTable } from '../../../data/containers/errors.ts'
import { asWritten, csv } from '../../../data/export/csv.ts'
import { delimitedTable } from '../../../data/formats/readers/delimited-table.ts'
import type { Cell } from '../../../data/formats/readers/rows.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { getOrMake, groupBy } from '../../../engine/base/grouping.ts'
import { ownValue } from '../../../engine/base/own-value.ts'
import { longestCode } from '../../../engine/protocol/reader.ts'
import { changedTags, type Tags } from '../../../engine/protocol/tags.ts'
import type { MarkSet } from '../engine/marks/mark-set.ts'
import { type Mark, type Marks, markGiven, marksIn, markTag, noMark } from '../engine/marks/marks.ts'

const columns = ['run', 'id', 'by', 'set', 'label', 'main'] as const

type NamedRow = Pick<ResultRow, 'id' | 'index'>

/** A line for each mark: `main` is yes or no. */
export function marksCsv(
  run: string,
  tags: Tags,
  sets: readonly MarkSet[],
  rows: readonly NamedRow[],
): string {
  const idOf = new Map(rows.map(({ id, index }) => [index, id]))
  const lines = sets.flatMap(set =>
    [...marksIn(tags, set)].flatMap(([by, marks]) =>
      [...marks].flatMap(([index, { main, besides }]) => {
        const line = (label: string, isMain: boolean) =>
          [run, idOf.get(index) ?? '', by, set.id, label, isMain ? 'yes' : 'no'] as const
        return [...(main === null ? [] : [line(main, true)]), ...besides.map(one => line(one, false))]
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
  readonly place: string
}

/** Marks of a file, to be added to the tags of its run. */
export interface ReadMarks {
  /** @throws VoxelwiseError bad-table where a person has said otherwise of an answer */
  addedTo(tags: Tags): { readonly tags: Tags; readonly added: number }
}

/**
 * Columns `id`, `by` and `label` are needed. `set` may be empty where one set alone has the label; of the scale a point is a label.
 * `main` is yes unless it says no. Lines of other runs are refused.
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
    const one = lineOf(name => textOf(ownValue(cells, name)), looked, refuse)
    const key = JSON.stringify([one.set.id, one.by, one.index])
    const before = marks.get(key)?.mark ?? noMark
    if (one.isMain && before.main !== null) throw refuse('this person has two main labels for this answer')
    if (before.besides.includes(one.label)) throw refuse('this line is there twice')
    const mark = one.isMain
      ? { ...before, main: one.label }
      : { ...before, besides: [...before.besides, one.label] }
    marks.set(key, { set: one.set, by: one.by, index: one.index, mark, place })
  }
  return { addedTo: tags => withAll(tags, [...marks.values()], file.name) }
}

type Refusal = (why: string) => Error

interface Looked extends Known {
  readonly byId: ReadonlyMap<string, readonly NamedRow[]>
}

function lineOf(cell: (name: string) => string, { run, sets, byId }: Looked, refuse: Refusal) {
  const [of, id, by, wanted, label] = [cell('run'), cell('id'), cell('by'), cell('set'), cell('label')]
  if (of !== '' && of !== run) throw refuse(`it is of the run "${of}", and this one is "${run}"`)
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
  return { set: match.set, by, index: row.index, label: match.name, isMain }
}

function withAll(tags: Tags, marks: readonly ReadMark[], file: string) {
  const stored = new Map<MarkSet, Marks>()
  const indicesOf = new Map<string, number[]>()
  let added = 0
  for (const { set, by, index, mark, place } of marks) {
    const given = getOrMake(stored, set, () => marksIn(tags, set))
    const before = markGiven(given, by, index)
    if (before.main !== null && mark.main !== null && before.main !== mark.main)
      throw badTable(file, place, `"${by}" has already labelled this answer: ${before.main}`)
    const next = [
      ...(mark.main !== null && before.main === null ? [markTag(by, mark.main, true)] : []),
      ...mark.besides.filter(one => !before.besides.includes(one)).map(one => markTag(by, one, false)),
    ]
    for (const tag of next) getOrMake(indicesOf, tag, () => []).push(index)
    added += Number(next.length > 0)
  }
  let changed = tags
  for (const [tag, indices] of indicesOf) changed = changedTags(changed, tag, indices, true)
  return { tags: changed, added }
}

const textOf = (cell: Cell | undefined): string => (typeof cell === 'string' ? asWritten(cell.trim()) : '')
