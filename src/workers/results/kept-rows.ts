import { changedMeanwhile, type SeenImages, seeImages } from '../../data/images/image-identity.ts'
import type { Store } from '../../data/store/store.ts'
import { forecastOf } from '../../engine/analysis/confidence.ts'
import { FieldNames } from '../../engine/analysis/field-column.ts'
import type { Drawn } from '../../engine/analysis/rate-estimates-of-rows.ts'
import { ReadingsBuilder } from '../../engine/analysis/readings.ts'
import { type ResultRow, RowBuilder } from '../../engine/analysis/rows.ts'
import { type RunOverview, runOverview } from '../../engine/analysis/run-overview.ts'
import { ServedCount } from '../../engine/analysis/served-answers.ts'
import { protocolOf } from '../../engine/protocol/registry.ts'
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
    const { created, imported, settings } = stored
    const of = JSON.stringify([created, imported, count])
    const kept = this.#kept.get(run)
    if (kept?.of === of) return kept
    const { findings = [], frame } = (await store.load(run)) ?? {}
    const protocol = protocolOf(settings.protocol)
    const built = new RowBuilder(findings, protocol)
    const [names, readings, served] = [new FieldNames(), new ReadingsBuilder(protocol), new ServedCount()]
    const seen: SeenImages = new Map()
    const forecasts: (Forecast | null)[] = []
    for await (const records of store.records(run)) {
      built.add(records)
      for (const part of [names, readings, served]) part.add(records)
      seeImages(seen, records)
      for (const record of records) forecasts.push(forecastOf(record))
    }
    const { rows, digests } = built
    const overview = runOverview(rows, {
      fields: names.all(),
      changedImages: changedMeanwhile(seen),
      run: stored,
      frame,
      readings: readings.readings(),
      served: served.answers(),
    })
    const drawn = frame && overview.part?.basis === 'drawn' ? { frame, seed: settings.seed } : null
    const fresh = { of, rows, overview, drawn, digests, forecasts }
    this.#kept.set(run, fresh)
    return fresh
  }

  #letGoAllBut(runs: readonly string[]): void {
    this.#kept = new Map([...this.#kept].filter(([id]) => runs.includes(id)))
  }
}
