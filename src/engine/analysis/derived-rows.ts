/** What is derived of a run's records one by one, to be kept as lines of JSON: a large run is opened without reading them again. */
import { Texts } from '../base/texts.ts'
import type { Forecast } from '../statistics/calibration.ts'
import type { Readings } from './readings.ts'
import { packRows, type RowPack, unpackRows } from './row-pack.ts'
import type { ResultRow } from './rows.ts'
import type { ServedAnswers } from './served-answers.ts'

export interface DerivedRows {
  readonly rows: readonly ResultRow[]
  /** SHA-256 of the image that was shown, by row; without those that tell none. */
  readonly digests: ReadonlyMap<ResultRow, string>
  /** Of each row. */
  readonly forecasts: readonly (Forecast | null)[]
  /** As in `RunOverview`. */
  readonly fields: readonly string[]
  readonly changedImages: readonly string[]
  readonly readings: Readings | null
  readonly served: ServedAnswers | null
}

/** To be raised whenever something else is derived of the same records, or it is written otherwise. */
const version = 1

/** Rows of one line. */
const portion = 4000

type Rest = Pick<DerivedRows, 'fields' | 'changedImages' | 'readings' | 'served'>

interface Line extends Omit<RowPack, 'numbers' | 'furtherImages' | 'findings'> {
  /** JSON has no NaN. */
  readonly numbers: readonly (number | null)[]
  readonly furtherImages: readonly (readonly [number, readonly string[]])[]
  readonly findings: RowPack['findings'] extends ReadonlyMap<infer K, infer V>
    ? readonly (readonly [K, V])[]
    : never
  /** Places in `digestTexts`, or -1. */
  readonly digests: readonly number[]
  readonly digestTexts: readonly string[]
  readonly forecasts: readonly (Forecast | null)[]
}

/** @param of tells the records apart from any others of the run: what was derived of these is not taken for what is */
export function* derivedLines(of: string, derived: DerivedRows): Generator<string> {
  const { rows, digests, forecasts, fields, changedImages, readings, served } = derived
  const rest: Rest = { fields, changedImages, readings, served }
  yield `${JSON.stringify({ version, of, rows: rows.length, rest })}\n`
  for (let at = 0; at < rows.length; at += portion) {
    const part = rows.slice(at, at + portion)
    const places = new Map<string, number>()
    const digestPlaces = part.map(row => {
      const digest = digests.get(row)
      if (digest === undefined) return -1
      if (!places.has(digest)) places.set(digest, places.size)
      return places.get(digest) ?? -1
    })
    const { numbers, furtherImages, findings, ...texts } = packRows(part)
    const line: Line = {
      ...texts,
      numbers: Array.from(numbers, number => (Number.isNaN(number) ? null : number)),
      furtherImages: [...furtherImages],
      findings: [...findings],
      digests: digestPlaces,
      digestTexts: [...places.keys()],
      forecasts: forecasts.slice(at, at + portion),
    }
    yield `${JSON.stringify(line)}\n`
  }
}

/** @returns null where that is of other records, of another version, or not whole */
export async function readDerived(
  of: string,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<DerivedRows | null> {
  const rows: ResultRow[] = []
  const digests = new Map<ResultRow, string>()
  const forecasts: (Forecast | null)[] = []
  const texts = new Texts()
  let head: { readonly rows: number; readonly rest: Rest } | null = null
  try {
    for await (const text of lines) {
      if (head === null) {
        const told = JSON.parse(text)
        if (told.version !== version || told.of !== of) return null
        head = told
        continue
      }
      const line: Line = JSON.parse(text)
      const part = unpackRows(
        {
          ...line,
          numbers: Float64Array.from(line.numbers, number => number ?? Number.NaN),
          furtherImages: new Map(line.furtherImages),
          findings: new Map(line.findings),
        },
        texts,
      )
      for (const [i, row] of part.entries()) {
        rows.push(row)
        const digest = line.digestTexts[line.digests[i] ?? -1]
        if (digest !== undefined) digests.set(row, texts.of(digest))
        forecasts.push(line.forecasts[i] ?? null)
      }
    }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
  return head?.rows === rows.length ? { rows, digests, forecasts, ...head.rest } : null
}
