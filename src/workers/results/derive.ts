/** What is derived of a run's records one by one: all at once, or written down as it comes. */
import type { StoredRuns } from '../../data/export/stored-runs.ts'
import { changedMeanwhile, type SeenImages, seeImages } from '../../data/images/image-identity.ts'
import { ifAlone } from '../../data/store/locks.ts'
import type { Store } from '../../data/store/store.ts'
import { forecastOf } from '../../engine/analysis/confidence.ts'
import {
  type DerivedRest,
  type DerivedRows,
  firstLine,
  isOf,
  lastLine,
  manyRecords,
  type RowLine,
  rowsLines,
} from '../../engine/analysis/derived-rows.ts'
import { FieldNames } from '../../engine/analysis/field-column.ts'
import { ReadingsBuilder } from '../../engine/analysis/readings.ts'
import { rowTellsReport } from '../../engine/analysis/row-report.ts'
import { RowBuilder } from '../../engine/analysis/rows.ts'
import { ServedCount } from '../../engine/analysis/served-answers.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Finding } from '../../engine/protocol/sample.ts'
import type { Forecast } from '../../engine/statistics/calibration.ts'

/** Rows that are written down together. */
const portion = 4000

/** Tells whether the store has something else by now. */
export const stateOf = ({ created, imported }: Run, records: number): string =>
  JSON.stringify([created, imported, records])

/** A chunk of records at a time: all of them together would need many times the memory. */
export async function derive(store: Store, run: Run): Promise<DerivedRows> {
  const parts = new Parts(run, await findingsOf(store, run))
  for await (const records of store.records(run.id)) parts.add(records)
  const { rows, digests } = parts.built
  return { rows, digests, forecasts: parts.forecasts, ...parts.rest() }
}

/**
 * Has what is derived of a large run's records lie beside them, from now on at latest.
 * @param from where they are read, the same store
 */
export async function keepDerived(
  store: Store,
  id: string,
  from: Pick<StoredRuns, 'records'> = store,
): Promise<void> {
  const run = await store.run(id)
  const count = await store.tallied(id)
  if (count < manyRecords) return
  const of = stateOf(run, count)
  // What another tab is at would be written twice into one file.
  await ifAlone(`voxelwise/rows/${id}`, async () => {
    if (await isKept(store, id, of)) return
    const parts = new Parts(run, await findingsOf(store, run))
    await store.keepRowLines(id, linesOf(from.records(id), parts, firstLine(of, count)))
  })
}

/** Whether what was derived of a run's records lies beside them. */
export async function isKept(store: Store, id: string, of: string): Promise<boolean> {
  for await (const line of store.rowLines(id, 'rows')) return isOf(of, line)
  return false
}

async function* linesOf(
  chunks: AsyncIterable<readonly RunRecord[]>,
  parts: Parts,
  first: RowLine,
): AsyncGenerator<RowLine> {
  yield first
  for await (const records of chunks) {
    parts.add(records)
    if (parts.built.rows.length >= portion) yield* parts.lines()
  }
  yield* parts.lines()
  yield lastLine(parts.rest())
}

const findingsOf = async (store: Store, { id }: Run): Promise<readonly Finding[]> =>
  (await store.load(id))?.findings ?? []

class Parts {
  readonly built: RowBuilder
  forecasts: (Forecast | null)[] = []
  readonly #names = new FieldNames()
  readonly #readings: ReadingsBuilder
  readonly #served = new ServedCount()
  readonly #seen: SeenImages = new Map()
  #tellsReport = true

  constructor({ settings }: Run, findings: readonly Finding[]) {
    const protocol = protocolOf(settings.protocol)
    this.built = new RowBuilder(findings, protocol)
    this.#readings = new ReadingsBuilder(protocol)
  }

  add(records: readonly RunRecord[]): void {
    this.built.add(records)
    for (const part of [this.#names, this.#readings, this.#served]) part.add(records)
    seeImages(this.#seen, records)
    for (const record of records) this.forecasts.push(forecastOf(record))
    this.#tellsReport &&= records.every(rowTellsReport)
  }

  /** Of what came since the last time. */
  *lines(): Generator<RowLine> {
    const { rows, digests } = this.built
    yield* rowsLines(rows, { digests, forecasts: this.forecasts })
    this.built.letGo()
    this.forecasts = []
  }

  rest(): DerivedRest {
    return {
      fields: this.#names.all(),
      changedImages: changedMeanwhile(this.#seen),
      readings: this.#readings.readings(),
      served: this.#served.answers(),
      tellsReport: this.#tellsReport,
    }
  }
}
