/** What is derived of a run's records one by one, to be kept as lines of JSON: a large run is opened without reading them again. */
import { getOrMake } from '../base/grouping.ts'
import { Texts } from '../base/texts.ts'
import type { Forecast } from '../statistics/calibration.ts'
import type { Readings } from './readings.ts'
import {
  joinPacks,
  numberColumns,
  packRows,
  packSize,
  type RowPack,
  type TextColumn,
  unpackRows,
} from './row-pack.ts'
import type { ResultRow } from './rows.ts'
import type { ServedAnswers } from './served-answers.ts'

/** What else was derived of rows, of each: for views that few open, and as much again in memory. */
export interface RowExtras {
  /** SHA-256 of the image that was shown; null where none is told. */
  readonly digests: readonly (string | null)[]
  readonly forecasts: readonly (Forecast | null)[]
}

/** What is told of all records together, as in `RunOverview`. */
export interface DerivedRest {
  readonly fields: readonly string[]
  readonly changedImages: readonly string[]
  readonly readings: Readings | null
  readonly served: ServedAnswers | null
  /** Whether the official shortcut report of the records is that of the rows. */
  readonly tellsReport: boolean
}

export interface DerivedRows extends RowExtras, DerivedRest {
  readonly rows: readonly ResultRow[]
}

/** To be raised whenever something else is derived of the same records, or it is written otherwise. */
const version = 4

/** From how many records on it is worth while to keep what was derived of them, and to read them in a thread of their own. */
export const manyRecords = 20_000

/** Rows of one line: so few that what is made of it on the way to a pack is young when it is let go, and soon collected. */
const portion = 500
const linesOfPack = packSize / portion

/** A joined text, and how long each text of it is. */
type TextLine = readonly [string, readonly number[]]

/** As `RowPack`. */
interface Line extends Pick<RowPack, 'texts'> {
  readonly ids: TextLine
  readonly questions: TextLine
  readonly indices: readonly number[]
  readonly options: readonly number[]
  readonly chances: readonly number[]
  readonly confidences: readonly number[]
  readonly codes: readonly number[]
  readonly places: readonly number[]
  readonly furtherImages: readonly (readonly [number, readonly string[]])[]
  readonly findings: RowPack['findings'] extends ReadonlyMap<infer K, infer V>
    ? readonly (readonly [K, V])[]
    : never
}

interface DigestLine {
  /** Places in `texts`, or -1. */
  readonly digests: readonly number[]
  readonly texts: readonly string[]
}

interface ForecastLine {
  readonly forecasts: readonly (Forecast | null)[]
}

/** How the line begins that is of all rows. */
const restBeginning = '{"rest":'

/** Parts that lie each by itself: the extras, which few views want, are half of it. */
export const rowParts = ['rows', 'digests', 'forecasts'] as const
export type RowPart = (typeof rowParts)[number]

/** A line of JSON, and the part that it is of. */
export type RowLine = readonly [RowPart, string]

/** Lines of one part. */
export type LinesOf = (part: RowPart) => AsyncIterable<string> | Iterable<string>

/** @param of tells the records apart from any others of the run: what was derived of these is not taken for what is */
export function* derivedLines(of: string, derived: DerivedRows): Generator<RowLine> {
  const { rows, digests, forecasts, ...rest } = derived
  yield firstLine(of, rows.length)
  yield* rowsLines(rows, { digests, forecasts })
  yield lastLine(rest)
}

/** @param rows of how many records */
export const firstLine = (of: string, rows: number): RowLine => lineOf('rows', { version, of, rows })

export const lastLine = (rest: DerivedRest): RowLine => lineOf('rows', { rest })

const lineOf = (part: RowPart, json: unknown): RowLine => [part, `${JSON.stringify(json)}\n`]

/** Of some of the rows, or all. */
export function* rowsLines(
  rows: readonly ResultRow[],
  { digests, forecasts }: RowExtras,
): Generator<RowLine> {
  for (let at = 0; at < rows.length; at += portion) {
    const end = at + portion
    yield lineOf('rows', packLine(packRows(rows.slice(at, end))))
    yield lineOf('digests', digestLine(digests.slice(at, end)))
    const forecastLine: ForecastLine = { forecasts: forecasts.slice(at, end) }
    yield lineOf('forecasts', forecastLine)
  }
}

const packLine = ({ ids, questions, texts, furtherImages, findings, ...pack }: RowPack): Line => ({
  ids: textLine(ids),
  questions: textLine(questions),
  texts,
  indices: [...pack.indices],
  options: [...pack.options],
  chances: [...pack.chances],
  confidences: [...pack.confidences],
  codes: [...pack.codes],
  places: [...pack.places],
  furtherImages: [...furtherImages],
  findings: [...findings],
})

const textLine = ({ joined, ends }: TextColumn): TextLine => [
  joined,
  Array.from(ends, (end, i) => end - (ends[i - 1] ?? 0)),
]

function packOf(line: Line): RowPack {
  const { idEnds, questionEnds, ...columns } = numberColumns(line.indices.length)
  for (const name of ['indices', 'options', 'chances', 'confidences', 'codes', 'places'] as const)
    columns[name].set(line[name])
  return {
    ...columns,
    ids: columnOf(line.ids, idEnds),
    questions: columnOf(line.questions, questionEnds),
    texts: line.texts,
    furtherImages: new Map(line.furtherImages),
    findings: new Map(line.findings),
  }
}

/** @param ends is filled */
function columnOf([joined, lengths]: TextLine, ends: Uint32Array): TextColumn {
  ends.set(lengths)
  for (let i = 1; i < ends.length; i++) ends[i] = (ends[i] as number) + (ends[i - 1] as number)
  return { joined, ends }
}

function digestLine(digests: readonly (string | null)[]): DigestLine {
  const places = new Map<string, number>()
  const placeOf = (digest: string | null): number =>
    digest === null ? -1 : getOrMake(places, digest, () => places.size)
  return { digests: digests.map(placeOf), texts: [...places.keys()] }
}

/** Whether the first line is of these records. */
export function isOf(of: string, line: string): boolean {
  const told: unknown = jsonOf(line)
  if (typeof told !== 'object' || told === null) return false
  return 'version' in told && told.version === version && 'of' in told && told.of === of
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** All but the extras. @returns null where that is of other records, of another version, or not whole */
export async function readRows(of: string, linesOf: LinesOf): Promise<(DerivedRest & KeptPacks) | null> {
  const packs: RowPack[] = []
  const lines: RowPack[] = []
  let wanted: number | null = null
  let rest: DerivedRest | null = null
  try {
    for await (const text of linesOf('rows')) {
      if (wanted === null) {
        if (!isOf(of, text)) return null
        wanted = JSON.parse(text).rows
      } else if (text.startsWith(restBeginning)) rest = JSON.parse(text).rest
      else if (lines.push(packOf(JSON.parse(text))) === linesOfPack) packs.push(joinPacks(lines.splice(0)))
    }
    if (lines.length > 0) packs.push(joinPacks(lines))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) return null
    throw error
  }
  const rows: ResultRow[] = []
  const texts = new Texts()
  for (const pack of packs) for (const row of unpackRows(pack, texts)) rows.push(row)
  return rest !== null && wanted === rows.length ? { rows, packs, ...rest } : null
}

/** Rows, and the columns that they read. */
export interface KeptPacks {
  readonly rows: readonly ResultRow[]
  readonly packs: readonly RowPack[]
}

export async function readDigests(linesOf: LinesOf): Promise<RowExtras['digests']> {
  const all: (string | null)[] = []
  const shared = new Texts()
  for await (const text of linesOf('digests')) {
    const { digests, texts }: DigestLine = JSON.parse(text)
    const own = texts.map(digest => shared.of(digest))
    for (const place of digests) all.push(own[place] ?? null)
  }
  return all
}

export async function readForecasts(linesOf: LinesOf): Promise<RowExtras['forecasts']> {
  const all: (Forecast | null)[] = []
  for await (const text of linesOf('forecasts')) {
    const { forecasts }: ForecastLine = JSON.parse(text)
    for (const forecast of forecasts) all.push(forecast)
  }
  return all
}
