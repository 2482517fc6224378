import type { Store } from '../../data/store/store.ts'
import {
  type DerivedPortion,
  type DerivedRest,
  manyRecords,
  type RowExtras,
  rowsKey,
} from '../../engine/analysis/derived-rows.ts'
import type { Drawn } from '../../engine/analysis/rate-estimates.ts'
import type { ResultRow } from '../../engine/analysis/result-row.ts'
import { packRows, packSize, type RowPack, unpackRows } from '../../engine/analysis/row-pack.ts'
import { type RunOverview, runOverview } from '../../engine/analysis/run-overview.ts'
import { KeyedCache } from '../../engine/base/keyed-cache.ts'
import { Texts } from '../../engine/base/texts.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { RowsState } from '../contracts/rows-state.ts'
import { derive } from './derive.ts'

interface PackedRows extends Pick<DerivedRest, 'rowsSufficeForReport'> {
  readonly rows: readonly ResultRow[]
  /** The same as columns, in portions of one message each, which the page reads in some milliseconds. */
  readonly packs: () => Iterable<RowPack>
  /** Read again on each call where they are stored. */
  readonly digests: () => Promise<RowExtras['digests']>
  readonly forecasts: () => Promise<RowExtras['forecasts']>
}

export interface RunRows extends PackedRows {
  readonly overview: RunOverview
  /** The draw of a part in a drawn order; null for any other run. */
  readonly drawn: Drawn | null
}

export class OpenRuns {
  readonly #store: Promise<Store>
  readonly #cache = new KeyedCache<RunRows>()

  constructor(store: Promise<Store>) {
    this.#store = store
  }

  /** The rows of one run. Those of other runs are dropped. */
  async one(run: string): Promise<RunRows> {
    this.#cache.keepOnly([run])
    return this.of(run)
  }

  /** The rows of each run, in order. Those of other runs are dropped. */
  async all(runs: readonly string[]): Promise<readonly RunRows[]> {
    this.#cache.keepOnly(runs)
    const all: RunRows[] = []
    for (const run of runs) all.push(await this.of(run))
    return all
  }

  async of(id: string): Promise<RunRows> {
    const store = await this.#store
    const [run, records] = await Promise.all([store.run(id), store.tallied(id)])
    const cacheKey = rowsKey(run, records)
    return this.#cache.get(id, cacheKey, () => read(store, run, cacheKey, records >= manyRecords))
  }

  async state(id: string): Promise<RowsState> {
    const store = await this.#store
    const records = await store.tallied(id)
    const cacheKey = rowsKey(await store.run(id), records)
    const isReady = records < manyRecords || (await store.derived.head(id))?.cacheKey === cacheKey
    return { cacheKey, isReady }
  }
}

async function read(store: Store, run: Run, cacheKey: string, isLarge: boolean): Promise<RunRows> {
  const { frame } = (await store.load(run.id)) ?? {}
  const loaded = (isLarge && (await storedRows(store, run.id, cacheKey))) || (await rowsOfRecords(store, run))
  const { rows, packs, rowsSufficeForReport, digests, forecasts, ...rest } = loaded
  const overview = runOverview(rows, { ...rest, run, frame })
  const drawn = frame && overview.part?.basis === 'drawn' ? { frame, seed: run.settings.seed } : null
  return { rows, packs, overview, rowsSufficeForReport, drawn, digests, forecasts }
}

/** null where nothing complete is stored of these records. */
async function storedRows(
  store: Store,
  id: string,
  cacheKey: string,
): Promise<(PackedRows & DerivedRest) | null> {
  const head = await store.derived.head(id)
  if (head?.cacheKey !== cacheKey) return null
  async function* portions<P extends keyof DerivedPortion>(part: P, count: number) {
    for (let place = 0; place < count; place++) {
      const portion = await store.derived.read(id, part, place)
      if (portion) yield portion
    }
  }
  const packs: RowPack[] = []
  const rows: ResultRow[] = []
  const texts = new Texts()
  for await (const pack of portions('rows', head.portions)) {
    packs.push(pack)
    for (const row of unpackRows(pack, texts)) rows.push(row)
  }
  if (rows.length !== head.rows) return null
  return {
    ...head.rest,
    rows,
    packs: () => packs,
    async digests() {
      const shared = new Texts()
      const all: (string | null)[] = []
      for await (const portion of portions('digests', head.portions))
        for (const digest of portion) all.push(digest && shared.of(digest))
      return all
    },
    async forecasts() {
      const all: RowExtras['forecasts'][number][] = []
      for await (const portion of portions('forecasts', head.portions))
        for (const forecast of portion) all.push(forecast)
      return all
    },
  }
}

async function rowsOfRecords(store: Store, run: Run): Promise<PackedRows & DerivedRest> {
  const { digests, forecasts, ...derived } = await derive(store, run)
  return {
    ...derived,
    packs: () => packed(derived.rows),
    digests: async () => digests,
    forecasts: async () => forecasts,
  }
}

function* packed(rows: readonly ResultRow[]): Generator<RowPack> {
  for (let at = 0; at < rows.length; at += packSize) yield packRows(rows.slice(at, at + packSize))
}
