/** The tables of a JSON or JSON lines file: an array, lines, an object by id, or arrays nested in objects. */

import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from '@voxelwise/python'
import type { ByteFile } from '../bytes.ts'
import { chunkLocator, type JsonChunk, parseChunk } from '../embedded.ts'
import { jsonFault, largeJsonFault } from '../faults.ts'
import { beginsImage, LONGEST_REFERENCE, TELLING_BYTES } from '../image-bytes.ts'
import { MAX_WHOLE_JSON } from '../limits.ts'
import { referenceTo } from '../reference.ts'
import { type Cell, EmbeddedImage, type Row, type Table } from '../rows.ts'
import { TableError } from '../table-error.ts'
import { firstByte, type JsonPiece, jsonPieces } from './json-chunks.ts'

/** The column of the key, where rows are the members of an object. */
const keyColumn = '$key'

interface JsonTable extends Pick<Table, 'columns' | 'rows'> {
  /** Names of the members that lead to it; empty at the top. */
  readonly path: readonly string[]
}

/** The contents of a file: tables, or one row of a table that has one file per row. */
export type JsonFile = { readonly tables: readonly JsonTable[] } | { readonly row: JsonObject }

/** Rows that are looked at for the names of columns. */
const PREVIEW = 20

/** The name of the only list of rows, if a file also has facts about itself: `{"version": 1, "data": [...]}`. */
const listNames = ['data', 'samples', 'questions', 'annotations', 'examples', 'items', 'rows', 'records']

/** Maximum depth of arrays of rows in objects: `category`, then `split`, as in PathMMU, and two more. */
const DEEPEST = 4

/**
 * @returns no tables if the file is JSON without rows
 * @throws TableError bad-json, file-too-large, and as the file's `read`
 */
export async function readJsonRows(file: ByteFile): Promise<JsonFile> {
  const first = await firstByte(file)
  const open = (kind: 'lines' | 'array' | 'object') => streamed(file, kind, first?.at ?? 0)
  // An array under the name of JSON lines is read as what it is.
  if (first?.byte === 0x5b) return open('array')
  const isCalledLines = /\.(?:jsonl|ndjson)$/i.test(file.name)
  if (isCalledLines && first?.byte === 0x7b && (await isRowsByKey(file, first.at)))
    return whole(file, first.at)
  if (isCalledLines && (first === null || (await beginsWithLine(file, first.at))))
    return first === null ? { tables: [] } : open('lines')
  if (first?.byte === 0x7b && (await isLines(file, first.at))) return open('lines')
  if (isCalledLines && file.size <= MAX_WHOLE_JSON) return overSeveralLines(file, first?.at ?? 0)
  // Too large to be parsed as a whole, it can only be rows by their ids.
  if (file.size > MAX_WHOLE_JSON && first?.byte === 0x7b) return open('object')
  if (file.size > MAX_WHOLE_JSON)
    throw largeJsonFault(file.name, `It has ${file.size} bytes; the limit is ${MAX_WHOLE_JSON}.`)
  return whole(file, first?.at ?? 0)
}

/** JSON lines under the name `.json`: its first line is an object by itself, and another begins behind it. */
async function isLines(file: ByteFile, start: number): Promise<boolean> {
  const areObjects: boolean[] = []
  try {
    for await (const { bytes } of jsonPieces(file, 'lines', start)) {
      areObjects.push(areObjects.length === 0 ? isJsonObject(parseChunk(bytes, false)) : bytes[0] === 0x7b)
      if (areObjects.length === 2) break
    }
  } catch {
    // A line of an unfinished object, or one that is too long for a row.
    return false
  }
  return areObjects.length === 2 && areObjects.every(Boolean)
}

/** Whether the only line of a file is an object of rows, and not a row: each of its members is an object. */
async function isRowsByKey(file: ByteFile, start: number): Promise<boolean> {
  if (file.size > MAX_WHOLE_JSON) return false
  let only: Json | null = null
  try {
    for await (const { bytes } of jsonPieces(file, 'lines', start)) {
      if (only !== null) return false
      only = parseChunk(bytes, false)
    }
  } catch {
    return false
  }
  const members = isJsonObject(only) ? Object.values(only) : []
  return members.length > 1 && members.every(isJsonObject)
}

/** Whether the first line is JSON by itself, as each of JSON lines is, or broken in a way that its own message names. */
async function beginsWithLine(file: ByteFile, start: number): Promise<boolean> {
  for await (const { bytes } of jsonPieces(file, 'lines', start)) {
    const line = new TextDecoder().decode(bytes).trim()
    // A row over several lines ends its first one at a bracket or a comma.
    return !/^\{\s*$|[,{[]\s*$/.test(line)
  }
  return true
}

/** One JSON text under the name of JSON lines is read as such; several over more than one line are refused by name. */
async function overSeveralLines(file: ByteFile, start: number): Promise<JsonFile> {
  try {
    return await whole(file, start)
  } catch (cause) {
    throw new TableError({
      code: 'bad-json',
      subject: file.name,
      message: 'Its rows go over several lines. JSON lines have one object per line.',
      remedy: 'Write each row on one line (jq -c . FILE), or save all rows as a JSON array named .json.',
      cause,
    })
  }
}

async function streamed(
  file: ByteFile,
  kind: 'lines' | 'array' | 'object',
  start: number,
): Promise<JsonFile> {
  const columns = new Set<string>()
  let seen = 0
  for await (const piece of jsonPieces(file, kind, start)) {
    // An array whose first item is not an object is no table.
    const value = parsed(piece, file, seen)
    if (
      seen === 0 &&
      !isJsonObject(kind === 'object' && isJsonObject(value) ? Object.values(value)[0] : value)
    )
      return { tables: [] }
    for (const name of Object.keys(toCells(value, piece, file, seen))) columns.add(name)
    if (++seen === PREVIEW) break
  }
  if (seen === 0) return { tables: [] }
  return { tables: [{ path: [], columns: [...columns], rows }] }

  async function* rows(signal?: AbortSignal): AsyncGenerator<Row> {
    let position = 0
    for await (const piece of jsonPieces(file, kind, start, signal)) {
      const cells = toCells(parsed(piece, file, position), piece, file, position)
      yield { file: file.name, position, cells }
      position++
    }
  }
}

async function whole(file: ByteFile, start: number): Promise<JsonFile> {
  const bytes = await file.read(start, file.size)
  const piece: JsonPiece = { start, end: file.size, isMember: false, bytes }
  const value = parsed(piece, file, null)
  if (!isJsonObject(value)) return { tables: [] }
  if (isRow(value) && !holdsRows(value)) return { row: value }
  return { tables: nested(value, [], piece, file) }
}

/** Whether it contains a list with a usual name for rows, directly or in an object with such a name. */
const holdsRows = (value: JsonObject): boolean =>
  listNames.some(name => {
    const inner = ownValue(value, name)
    return isJsonArray(inner) || (isJsonObject(inner) && holdsRows(inner))
  })

/** Whether an object is a row rather than a container of rows: it has a plain value, or a list of them. */
function isRow(value: JsonObject): boolean {
  const isPlain = (item: Json): boolean => !isJsonObject(item) && !isJsonArray(item)
  return Object.values(value).some(item => isPlain(item) || (isJsonArray(item) && item.some(isPlain)))
}

function nested(
  value: JsonObject,
  path: readonly string[],
  piece: JsonPiece,
  file: ByteFile,
): readonly JsonTable[] {
  const members = Object.entries(value)
  const columnar = columnarItems(members, path)
  if (columnar) return [tableFromItems(columnar, path, piece, file)]
  const areRows = members.length > 0 && members.every(([, item]) => isJsonObject(item) && isRow(item))
  if (areRows) {
    const items = members.map(([key, item]) => ({ key, item, path: [...path, key] }))
    return [tableFromItems(items, path, piece, file)]
  }
  const byPicture = rowsByPicture(members, path)
  if (byPicture) return [tableFromItems(byPicture, path, piece, file)]
  return members.flatMap(([key, item]) => {
    const inner = [...path, key]
    if (isJsonObject(item))
      return (isRow(item) && !holdsRows(item)) || inner.length >= DEEPEST
        ? []
        : nested(item, inner, piece, file)
    if (!isJsonArray(item) || !item.some(isJsonObject)) return []
    const items = item.map((row, i) => ({ key: null, item: row, path: [...inner, i] }))
    return [tableFromItems(items, inner, piece, file)]
  })
}

/** Lists of rows under the names of their pictures: `{"a.png": [{"question": …}, …]}`; null for anything else. */
function rowsByPicture(
  members: readonly (readonly [string, Json])[],
  path: readonly string[],
): readonly NestedItem[] | null {
  const isPicture = (key: string): boolean => /\.(?:png|jpe?g|webp|bmp|gif|tiff?|dcm)$/i.test(key)
  if (members.length === 0 || !members.every(([key, item]) => isPicture(key) && isJsonArray(item)))
    return null
  return members.flatMap(([key, item]) =>
    (isJsonArray(item) ? item : []).map((row, i) => ({ key, item: row, path: [...path, key, i] })),
  )
}

/** Names of members and places in lists that lead to a value. */
type Path = readonly (string | number)[]

interface NestedItem {
  readonly key: string | null
  readonly item: Json
  readonly path: Path
  /** For an item assembled from columns: the place of each value. */
  readonly places?: Readonly<Record<string, Path>>
}

/** Columns with their values by row number, as pandas writes a table (`DataFrame.to_json`); null for anything else. */
function columnarItems(
  members: readonly (readonly [string, Json])[],
  path: readonly string[],
): readonly NestedItem[] | null {
  const [first] = members
  if (members.length < 2 || !first || !isJsonObject(first[1])) return null
  const keys = Object.keys(first[1])
  const isNumbered = keys.length > 0 && keys.every((key, i) => key === String(i))
  const isColumn = (item: Json): boolean =>
    isJsonObject(item) &&
    Object.keys(item).length === keys.length &&
    keys.every(key => Object.hasOwn(item, key))
  if (!isNumbered || !members.every(([name, item]) => isColumn(item) && !/^\d+$/.test(name))) return null
  return keys.map(key => ({
    key: null,
    item: Object.fromEntries(
      members.map(([name, column]) => [name, isJsonObject(column) ? (ownValue(column, key) ?? null) : null]),
    ),
    path,
    places: Object.fromEntries(members.map(([name]) => [name, [...path, name, key]])),
  }))
}

function tableFromItems(
  items: readonly NestedItem[],
  path: readonly string[],
  piece: JsonChunk,
  file: ByteFile,
): JsonTable {
  const chunk: JsonChunk = { start: piece.start, end: piece.end, isMember: false }
  const row = ({ key, item, path: within, places }: NestedItem, position: number): Row => {
    if (!isJsonObject(item)) throw notAnObject(file, position)
    const cells = objectCells(item, chunk, within, file, places)
    return { file: file.name, position, cells: key === null ? cells : { [keyColumn]: key, ...cells } }
  }
  const first = items.slice(0, PREVIEW).filter(({ item }) => isJsonObject(item))
  return {
    path,
    columns: [...new Set(first.flatMap(item => Object.keys(row(item, 0).cells)))],
    async *rows(signal) {
      for (const [position, item] of items.entries()) {
        signal?.throwIfAborted()
        yield row(item, position)
      }
    },
  }
}

/** A row out of a file that is one row. */
export function rowOfFile(value: JsonObject, file: ByteFile, position: number): Row {
  const chunk = { start: 0, end: file.size, isMember: false }
  return { file: file.name, position, cells: objectCells(value, chunk, [], file) }
}

function toCells(value: Json, piece: JsonChunk, file: ByteFile, position: number): Record<string, Cell> {
  if (!isJsonObject(value)) throw notAnObject(file, position)
  if (!piece.isMember) return objectCells(value, piece, [], file)
  const [key = '', item = null] = Object.entries(value)[0] ?? []
  if (!isJsonObject(item)) throw notAnObject(file, position)
  return { [keyColumn]: key, ...objectCells(item, piece, [key], file) }
}

function objectCells(
  value: JsonObject,
  chunk: JsonChunk,
  path: Path,
  file: ByteFile,
  places: NestedItem['places'] = {},
): Record<string, Cell> {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const place = ownValue(places, name)
      return [name, toCell(item, chunk, place ?? [...path, name], file)]
    }),
  )
}

/** The value, with images in base64 as where they are. */
function toCell(value: Json, chunk: JsonChunk, path: Path, file: ByteFile): Cell {
  if (typeof value === 'string')
    return isImage(value) ? new EmbeddedImage(referenceTo(file.name, chunkLocator(chunk, path))) : value
  if (isJsonArray(value)) return value.map((item, i) => toCell(item, chunk, [...path, i], file))
  return isJsonObject(value) ? objectCells(value, chunk, path, file) : value
}

function isImage(text: string): boolean {
  return (
    text.length > LONGEST_REFERENCE && beginsImage(new TextEncoder().encode(text.slice(0, TELLING_BYTES)))
  )
}

function parsed(piece: JsonPiece, file: ByteFile, position: number | null): Json {
  const subject = position === null ? file.name : `${file.name}[${position}]`
  try {
    return parseChunk(piece.bytes, piece.isMember)
  } catch (error) {
    const json = 'Correct it at that place, counted from where the row begins.'
    throw jsonFault(subject, error, 'It', { json, utf8: 'Save it as UTF-8.' })
  }
}

const notAnObject = (file: ByteFile, position: number): TableError =>
  new TableError({
    code: 'not-an-object',
    subject: `${file.name}[${position}]`,
    message: 'The row is not an object.',
    remedy: 'Each row of a data set must be a JSON object of its fields.',
  })
