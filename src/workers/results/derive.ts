/** Derives the rows of a run from its records: all together, or stored portion by portion. */

import type { StoredRuns } from '../../data/export/stored-runs.ts'
import { changedMeanwhile, type SeenImages, seeImages } from '../../data/images/image-identity.ts'
import { tryWithLock } from '../../data/store/locks.ts'
import type { Store } from '../../data/store/store.ts'
import { GuessBuilder } from '../../engine/analysis/blind-baseline.ts'
import {
  type DerivedPortion,
  type DerivedRest,
  type DerivedRows,
  manyRecords,
  rowsKey,
} from '../../engine/analysis/derived-rows.ts'
import { FieldNames } from '../../engine/analysis/field-column.ts'
import { type OptionForecast, readOptionForecast } from '../../engine/analysis/option-forecast.ts'
import { ReadingsBuilder, rowSufficesForReport } from '../../engine/analysis/readings.ts'
import { packRows, packSize } from '../../engine/analysis/row-pack.ts'
import { RowBuilder } from '../../engine/analysis/rows.ts'
import { ServedCount } from '../../engine/analysis/served-answers.ts'
import { UnreadBuilder } from '../../engine/analysis/unread.ts'
import { hasChance } from '../../engine/probes/kind-of.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Finding } from '../../engine/protocol/sample.ts'

/** Reads one chunk of records at a time: all of them together would need many times the memory. */
export async function derive(store: Store, run: Run): Promise<DerivedRows> {
  const derivation = new Derivation(run, await readFindings(store, run))
  for await (const records of store.records(run.id)) derivation.add(records)
  const { rows, digests } = derivation.built
  return { rows, digests, forecasts: derivation.forecasts, ...derivation.rest() }
}

/** Stores the rows of a large run, unless they are stored. @param from the same store, to read the records */
export async function storeDerived(
  store: Store,
  id: string,
  from: Pick<StoredRuns, 'records'>,
): Promise<void> {
  const run = await store.run(id)
  const records = await store.tallied(id)
  if (records < manyRecords) return
  const cacheKey = rowsKey(run, records)
  // Two tabs must not write the same portions.
  await tryWithLock(`voxelwise/rows/${id}`, async () => {
    if ((await store.derived.head(id))?.cacheKey === cacheKey) return
    const derivation = new Derivation(run, await readFindings(store, run))
    await store.derived.write(id, derivePortions(from.records(id), derivation), () => ({
      cacheKey,
      rows: derivation.count,
      rest: derivation.rest(),
    }))
  })
}

async function* derivePortions(
  chunks: AsyncIterable<readonly RunRecord[]>,
  derivation: Derivation,
): AsyncGenerator<DerivedPortion> {
  for await (const records of chunks) {
    derivation.add(records)
    if (derivation.built.rows.length >= packSize) yield derivation.portion()
  }
  if (derivation.built.rows.length > 0) yield derivation.portion()
}

const readFindings = async (store: Store, { id }: Run): Promise<readonly Finding[]> =>
  (await store.load(id))?.findings ?? []

class Derivation {
  readonly built: RowBuilder
  forecasts: (OptionForecast | null)[] = []
  count = 0
  readonly #protocol: Protocol
  readonly #names = new FieldNames()
  readonly #readings: ReadingsBuilder
  readonly #unread = new UnreadBuilder()
  readonly #served = new ServedCount()
  readonly #guesses: GuessBuilder
  readonly #seen: SeenImages = new Map()
  #rowsSufficeForReport = true

  constructor({ settings, probe }: Run, findings: readonly Finding[]) {
    const protocol = findProtocol(settings.protocol)
    this.#protocol = protocol
    this.built = new RowBuilder(findings, protocol, hasChance(probe))
    this.#readings = new ReadingsBuilder(protocol)
    this.#guesses = new GuessBuilder(protocol)
  }

  add(records: readonly RunRecord[]): void {
    this.count += records.length
    this.built.add(records)
    for (const part of [this.#names, this.#readings, this.#unread, this.#served, this.#guesses])
      part.add(records)
    seeImages(this.#seen, records)
    for (const record of records) this.forecasts.push(readOptionForecast(record, this.#protocol))
    this.#rowsSufficeForReport &&= records.every(rowSufficesForReport)
  }

  /** The rows since the last portion. They are then dropped here. */
  portion(): DerivedPortion {
    const { rows, digests } = this.built
    const portion = { rows: packRows(rows), digests, forecasts: this.forecasts }
    this.built.release()
    this.forecasts = []
    return portion
  }

  rest(): DerivedRest {
    return {
      fields: this.#names.all(),
      changedImages: changedMeanwhile(this.#seen),
      readings: this.#readings.readings(),
      unread: this.#unread.replies(),
      served: this.#served.answers(),
      guesses: this.#guesses.guesses(),
      rowsSufficeForReport: this.#rowsSufficeForReport,
    }
  }
}
