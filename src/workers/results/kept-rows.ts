import { changedMeanwhile, type SeenImages, seeImages } from '../../data/images/image-identity.ts'
import type { Store } from '../../data/store/store.ts'
import { forecastOf } from '../../engine/analysis/confidence.ts'
import { type DerivedRows, derivedLines, readDerived } from '../../engine/analysis/derived-rows.ts'
import { FieldNames } from '../../engine/analysis/field-column.ts'
import type { Drawn } from '../../engine/analysis/rate-estimates-of-rows.ts'
import { ReadingsBuilder } from '../../engine/analysis/readings.ts'
import { type ResultRow, RowBuilder } from '../../engine/analysis/rows.ts'
import { type RunOverview, runOverview } from '../../engine/analysis/run-overview.ts'
import { ServedCount } from '../../engine/analysis/served-answers.ts'
import { protocolOf } from '../../engine/protocol/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Finding } from '../../engine/protocol/sample.ts'
import type { Forecast } from '../../engine/statistics/calibration.ts'

export interface RunRows {
  /** Tells whether the store has something else by now. */
  readonly of: string
  readonly rows: readonly ResultRow[]
  readonly overview: RunOverview
  /** Of a part in a drawn order; null of any other run. */
  readonly drawn: Drawn | null
  /** SHA-256 of the image that was shown, by row; without those that tell none. */
  readonly digests: ReadonlyMap<ResultRow, string>
  /** Of each row. */
  readonly forecasts: readonly (Forecast | null)[]
}

/** Rows of the runs that are being looked at. */
export class KeptRows {
  readonly #store: Promise<Store>
  #kept = new Map<string, RunRows>()
  readonly #reading = new Map<string, { readonly of: string; readonly rows: Promise<RunRows> }>()

  constructor(store: Promise<Store>) {
    this.#store = store
  }

  /** Rows of one run; those of others are let go. */
  async only(run: string): Promise<RunRows> {
    this.#letGoAllBut([run])
    return this.of(run)
  }

  /** Rows of each run; those of others are let go. */
  async all(runs: readonly string[]): Promise<readonly RunRows[]> {
    this.#letGoAllBut(runs)
    const all: RunRows[] = []
    for (const run of runs) all.push(await this.of(run))
    return all
  }

  /** Reads anew only what has new records, or is another run of the same id. */
  async of(run: string): Promise<RunRows> {
    const store = await this.#store
    const [stored, count] = await Promise.all([store.run(run), store.countRecords(run)])
    const { created, imported } = stored
    const of = JSON.stringify([created, imported, count])
    const kept = this.#kept.get(run)
    if (kept?.of === of) return kept
    // Whoever asks meanwhile waits for the same.
    const reading = this.#reading.get(run)
    if (reading?.of === of) return reading.rows
    const rows = read(store, stored, of).finally(() => {
      if (this.#reading.get(run)?.rows === rows) this.#reading.delete(run)
    })
    this.#reading.set(run, { of, rows })
    const fresh = await rows
    this.#kept.set(run, fresh)
    return fresh
  }

  /** Makes a large run ready to be opened, before anyone asks. */
  async prepare(run: string): Promise<void> {
    await this.of(run)
  }

  #letGoAllBut(runs: readonly string[]): void {
    this.#kept = new Map([...this.#kept].filter(([id]) => runs.includes(id)))
  }
}

/** From how many records on it is worth while to keep what was derived of them. */
const many = 20_000

async function read(store: Store, run: Run, of: string): Promise<RunRows> {
  const { findings = [], frame } = (await store.load(run.id)) ?? {}
  const isLarge = (await store.countRecords(run.id)) >= many
  const kept = isLarge ? await readDerived(of, store.rowLines(run.id)) : null
  const derived = kept ?? (await derive(store, run, findings))
  if (isLarge && !kept) void store.keepRowLines(run.id, derivedLines(of, derived)).catch(() => {})
  const { rows, digests, forecasts, ...rest } = derived
  const overview = runOverview(rows, { ...rest, run, frame })
  const drawn = frame && overview.part?.basis === 'drawn' ? { frame, seed: run.settings.seed } : null
  return { of, rows, overview, drawn, digests, forecasts }
}

/** A chunk of records at a time: all of them together would need many times the memory. */
async function derive(
  store: Store,
  { id, settings }: Run,
  findings: readonly Finding[],
): Promise<DerivedRows> {
  const protocol = protocolOf(settings.protocol)
  const built = new RowBuilder(findings, protocol)
  const [names, readings, served] = [new FieldNames(), new ReadingsBuilder(protocol), new ServedCount()]
  const seen: SeenImages = new Map()
  const forecasts: (Forecast | null)[] = []
  for await (const records of store.records(id)) {
    built.add(records)
    for (const part of [names, readings, served]) part.add(records)
    seeImages(seen, records)
    for (const record of records) forecasts.push(forecastOf(record))
  }
  return {
    rows: built.rows,
    digests: built.digests,
    forecasts,
    fields: names.all(),
    changedImages: changedMeanwhile(seen),
    readings: readings.readings(),
    served: served.answers(),
  }
}
