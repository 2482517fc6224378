/** Two tables as one: questions in a file, their answers in another, with an id in both. */

import { matches, ownValue, parentFolder } from '@voxelwise/python'
import { MAX_ROWS, type Row, type Table } from '@voxelwise/tables'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { greatest } from '../../../engine/base/grouping.ts'
import { asksInWords, type Cells, cellText } from './cells.ts'
import { answerNames, bare, idNames, nameScore, questionNames } from './column-names.ts'
import { isImagePath } from './column-profile.ts'
import type { JoinSource } from './document.ts'
import { type Head, readHeads, splitOfTable } from './heads.ts'
import { canonicalSplit } from './splits.ts'

/** A table of questions without answers, and the one beside it that has answers and no questions. */
interface Pair {
  readonly head: Head
  readonly other: Head
  readonly by: SharedId
}

/** The id in the table of questions, and in that of answers. */
type SharedId = JoinSource['by']

/** Tables that belong together beyond doubt: one column of both is called an id, and holds each value once. */
function findPairs(heads: readonly Head[]): readonly Pair[] {
  const taken = new Set<Head>()
  return heads.flatMap(head => {
    if (!asks(head)) return []
    const candidates = heads
      .filter(other => other !== head && !taken.has(other) && answers(other) && areTogether(head, other))
      .flatMap(other => {
        const by = sharedId(head, other)
        return by === null ? [] : [{ head, other, by }]
      })
    const best = greatest(candidates, nearness)
    if (best) taken.add(best.other)
    return best ? [best] : []
  })
}

/** Questions with the id of an image, and the list of images with their files, as COCO writes them in one file. */
function findImagePairs(heads: readonly Head[]): readonly Pair[] {
  return heads.flatMap(head => {
    const idColumn = head.table.columns.find(column => /^(?:image|img)id$/.test(bare(column)))
    if (idColumn === undefined || !hasHeader(head) || !isAnswered(head)) return []
    const candidates = heads
      .filter(other => other !== head && hasHeader(other) && areTogether(head, other))
      .flatMap((other): readonly Pair[] => {
        const theirs = other.table.columns.find(column => ['id', bare(idColumn)].includes(bare(column)))
        const isList = theirs !== undefined && listsImages(other) && isUnique(other, theirs)
        return isList ? [{ head, other, by: [idColumn, theirs] }] : []
      })
    return greatest(candidates, nearness) ?? []
  })
}

/** Questions with their answers, and no names of files. */
const isAnswered = ({ table, rows }: Head): boolean =>
  namedBy(table.columns, questionNames.slice(0, 6), 50) &&
  namedBy(table.columns, answerNames, 48) &&
  !rows.some(({ cells }) => Object.values(cells).some(isImagePath))

/** Neither questions nor answers, and a file in each row. */
const listsImages = ({ table, rows }: Head): boolean =>
  !namedBy(table.columns, questionNames.slice(0, 6), 50) &&
  !namedBy(table.columns, answerNames, 48) &&
  rows.every(({ cells }) => Object.values(cells).some(isImagePath))

const nearness = ({ head, other }: Pick<Pair, 'head' | 'other'>): number =>
  Number(parentFolder(other.file) === parentFolder(head.file))

const namedBy = (columns: readonly string[], names: readonly string[], least: number): boolean =>
  columns.some(column => nameScore(column, names) >= least)

const hasHeader = ({ table }: Head): boolean => table.hasHeader !== false

/** Columns of questions and none of answers; without names, a question and nothing behind it. */
function asks({ table, rows }: Head): boolean {
  if (table.hasHeader === false) {
    const last = table.columns.at(-1) ?? ''
    return table.columns.length > 1 && rows.every(({ cells }) => isQuestion(ownValue(cells, last)))
  }
  return namedBy(table.columns, questionNames.slice(0, 6), 50) && !namedBy(table.columns, answerNames, 48)
}

function answers({ table, rows }: Head): boolean {
  if (table.hasHeader === false)
    return table.columns.length > 1 && !rows.some(({ cells }) => Object.values(cells).some(isQuestion))
  return namedBy(table.columns, answerNames, 48) && !namedBy(table.columns, questionNames.slice(0, 6), 50)
}

const isQuestion = (cell: Row['cells'][string] | undefined): boolean => asksInWords(cellText(cell) ?? '')

/** Whether two tables are of one split, both with names or both without. */
function areTogether(a: Head, b: Head): boolean {
  const [x, y] = [a, b].map(({ table }) => splitOfTable(table))
  const isOneSplit = x === y || (x && y && canonicalSplit(x) === canonicalSplit(y))
  return Boolean(isOneSplit) && hasHeader(a) === hasHeader(b)
}

function isUnique({ rows }: Head, column: string): boolean {
  const values = rows.map(({ cells }) => cellText(ownValue(cells, column)))
  return !values.includes(null) && new Set(values).size === values.length
}

/** The likeliest id by its name; without names the first column, which holds an id for each row. */
function sharedId(head: Head, other: Head): SharedId | null {
  if (!hasHeader(head)) {
    const [own = '', theirs = ''] = [head.table.columns[0], other.table.columns[0]]
    const ids = new Set(other.rows.map(({ cells }) => cellText(ownValue(cells, theirs))))
    const isShared = head.rows.some(({ cells }) => ids.has(cellText(ownValue(cells, own))))
    return isShared && isUnique(head, own) && isUnique(other, theirs) ? [own, theirs] : null
  }
  const score = (column: string) => Math.max(nameScore(column, idNames), /id$/.test(bare(column)) ? 40 : 0)
  const shared = head.table.columns
    .filter(column => score(column) > 0 && other.table.columns.includes(column))
    .filter(column => isUnique(head, column) && isUnique(other, column))
  const best = greatest(shared, score)
  return best === undefined ? null : [best, best]
}

/** The table of answers that a mapping joins to a table: of the same split, in the same folder first. */
export function findJoined(join: JoinSource, head: Head, heads: readonly Head[]): Head | null {
  const named = heads
    .filter(other => other !== head && areTogether(head, other))
    .filter(
      ({ file, table }) =>
        table.columns.includes(join.by[1]) && join.files.some(pattern => matches(file, `*${pattern}`)),
    )
  return greatest(named, likeness) ?? null

  /** One file may have several tables with ids, as COCO's has categories. */
  function likeness(other: Head): number {
    return 2 * nearness({ head, other }) + Number(isAnswered(head) && listsImages(other))
  }
}

/** As `left`, with what `right` has for the same id; of columns that both have, the left one's. */
export function joinedTable(left: Table, right: Table, [own, theirs]: SharedId): Table {
  // Columns without names are numbered on.
  const named = (column: string) =>
    right.hasHeader === false ? String(left.columns.length + right.columns.indexOf(column)) : column
  const others = right.columns.filter(column => column !== theirs).map(named)
  return {
    ...left,
    columns: [...new Set([...left.columns, ...others])],
    async *rows(signal) {
      const byId = new Map<string, Cells>()
      for await (const { cells, file, position } of right.rows(signal)) {
        const id = cellText(ownValue(cells, theirs))
        if (id === null) continue
        if (byId.has(id) || byId.size >= MAX_ROWS) throw twice(file, position, theirs, id)
        const rest = Object.entries(cells).filter(([column]) => column !== theirs)
        byId.set(id, Object.fromEntries(rest.map(([column, cell]) => [named(column), cell])))
      }
      for await (const row of left.rows(signal)) {
        const otherCells = byId.get(cellText(ownValue(row.cells, own)) ?? '')
        yield otherCells ? { ...row, cells: { ...otherCells, ...row.cells } } : row
      }
    },
  }
}

const twice = (file: string, position: number, column: string, id: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'bad-table',
    subject: `${file}[${position}].${column}`,
    message: `Two rows have the id ${id}, so rows of another table cannot be joined to them.`,
    remedy: 'Join by a column in which each value stands once.',
  })

/** Heads with pairs of tables as one. */
export async function joinedHeads(
  heads: readonly Head[],
  signal: AbortSignal | undefined,
): Promise<readonly Head[]> {
  const pairs = [...findPairs(heads), ...findImagePairs(heads)]
  const others = new Set(pairs.map(({ other }) => other))
  const all: Head[] = []
  for (const head of heads) {
    if (others.has(head)) continue
    const pair = pairs.find(each => each.head === head)
    if (!pair) {
      all.push(head)
      continue
    }
    const { other, by } = pair
    const read = await readHeads([joinedTable(head.table, other.table, by)], signal)
    const files = [other.file.slice(other.file.lastIndexOf('/') + 1)]
    all.push(...read.heads.map(each => ({ ...each, join: { files, by } })))
  }
  return all
}
