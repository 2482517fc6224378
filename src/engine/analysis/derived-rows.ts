/** What is derived of a run's records one by one, to be kept as lines of JSON: a large run is opened without reading them again. */
import { Texts } from '../base/texts.ts'
import type { Forecast } from '../statistics/calibration.ts'
import type { Readings } from './readings.ts'
import { packRows, type RowPack, unpackRows } from './row-pack.ts'
import type { ResultRow } from './rows.ts'
import type { ServedAnswers } from './served-answers.ts'

/** What else was derived of rows: for views that few open, and as much again in memory. */
export interface RowExtras {
  /** SHA-256 of the image that was shown, by row; without those that tell none. */
  readonly digests: ReadonlyMap<ResultRow, string>
  /** Of each row. */
  readonly forecasts: readonly (Forecast | null)[]
}

/** What is told of all records together, as in `RunOverview`. */
export interface DerivedRest {
  readonly fields: readonly string[]
  readonly changedImages: readonly string[]
  readonly readings: Readings | null
  readonly served: ServedAnswers | null
}

export interface DerivedRows extends RowExtras, DerivedRest {
  readonly rows: readonly ResultRow[]
}

/** To be raised whenever something else is derived of the same records, or it is written otherwise. */
const version = 2

/** From how many records on it is worth while to keep what was derived of them, and to read them in a thread of their own. */
export const manyRecords = 20_000

/** Rows of one line. */
const portion = 4000

interface Line extends Omit<RowPack, 'numbers' | 'furtherImages' | 'findings'> {
  /** JSON has no NaN. */
  readonly numbers: readonly (number | null)[]
  readonly furtherImages: readonly (readonly [number, readonly string[]])[]
  readonly findings: RowPack['findings'] extends ReadonlyMap<infer K, infer V>
    ? readonly (readonly [K, V])[]
    : never
}

interface ExtrasLine {
  /** Places in `digestTexts`, or -1. */
  readonly digests: readonly number[]
  readonly digestTexts: readonly string[]
  readonly forecasts: readonly (Forecast | null)[]
}

/** How a line of each kind begins: a reader passes over those that it does not want. */
const beginnings = { extras: '{"digests":', rest: '{"rest":' } as const

/** @param of tells the records apart from any others of the run: what was derived of these is not taken for what is */
export function* derivedLines(of: string, derived: DerivedRows): Generator<string> {
  const { rows, digests, forecasts, fields, changedImages, readings, served } = derived
  yield firstLine(of, rows.length)
  yield* rowsLines(rows, { digests, forecasts })
  yield lastLine({ fields, changedImages, readings, served })
}

/** @param rows of how many records */
export const firstLine = (of: string, rows: number): string => `${JSON.stringify({ version, of, rows })}\n`

export const lastLine = (rest: DerivedRest): string => `${JSON.stringify({ rest })}\n`

/** Of some of the rows, or all. */
export function* rowsLines(rows: readonly ResultRow[], { digests, forecasts }: RowExtras): Generator<string> {
  for (let at = 0; at < rows.length; at += portion) {
    const part = rows.slice(at, at + portion)
    const { numbers, furtherImages, findings, ...texts } = packRows(part)
    const line: Line = {
      ...texts,
      numbers: Array.from(numbers, number => (Number.isNaN(number) ? null : number)),
      furtherImages: [...furtherImages],
      findings: [...findings],
    }
    yield `${JSON.stringify(line)}\n`
    const places = new Map<string, number>()
    const digestPlaces = part.map(row => {
      const digest = digests.get(row)
      if (digest === undefined) return -1
      if (!places.has(digest)) places.set(digest, places.size)
      return places.get(digest) ?? -1
    })
    const extras: ExtrasLine = {
      digests: digestPlaces,
      digestTexts: [...places.keys()],
      forecasts: forecasts.slice(at, at + portion),
    }
    yield `${JSON.stringify(extras)}\n`
  }
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
export async function readRows(
  of: string,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<(DerivedRest & Pick<DerivedRows, 'rows'>) | null> {
  const rows: ResultRow[] = []
  const texts = new Texts()
  let wanted: number | null = null
  let rest: DerivedRest | null = null
  try {
    for await (const text of lines) {
      if (wanted === null) {
        if (!isOf(of, text)) return null
        wanted = JSON.parse(text).rows
      } else if (text.startsWith(beginnings.rest)) rest = JSON.parse(text).rest
      else if (!text.startsWith(beginnings.extras)) {
        const line: Line = JSON.parse(text)
        const part = {
          ...line,
          numbers: numbersOf(line),
          furtherImages: new Map(line.furtherImages),
          findings: new Map(line.findings),
        }
        for (const row of unpackRows(part, texts)) rows.push(row)
      }
    }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
  return rest !== null && wanted === rows.length ? { rows, ...rest } : null
}

/** By a plain loop: there are twelve a row, and an iterator takes ten times as long. */
function numbersOf({ numbers }: Line): Float64Array {
  const read = new Float64Array(numbers.length)
  for (let i = 0; i < numbers.length; i++) read[i] = numbers[i] ?? Number.NaN
  return read
}

/** @param rows what `readRows` gave of the same lines */
export async function readExtras(
  rows: readonly ResultRow[],
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<RowExtras> {
  const digests = new Map<ResultRow, string>()
  const forecasts: (Forecast | null)[] = []
  const texts = new Texts()
  for await (const text of lines) {
    if (!text.startsWith(beginnings.extras)) continue
    const line: ExtrasLine = JSON.parse(text)
    for (const [i, forecast] of line.forecasts.entries()) {
      const row = rows[forecasts.length]
      const digest = line.digestTexts[line.digests[i] ?? -1]
      if (row && digest !== undefined) digests.set(row, texts.of(digest))
      forecasts.push(forecast)
    }
  }
  return { digests, forecasts }
}
