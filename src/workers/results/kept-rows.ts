import type { Store } from '../../data/store/store.ts'
import {
  type LinesOf,
  manyRecords,
  type RowExtras,
  readDigests,
  readForecasts,
  readRows,
} from '../../engine/analysis/derived-rows.ts'
import type { Drawn } from '../../engine/analysis/rate-estimates-of-rows.ts'
import { packRows, packSize, type RowPack } from '../../engine/analysis/row-pack.ts'
import type { ResultRow } from '../../engine/analysis/rows.ts'
import { type RunOverview, runOverview } from '../../engine/analysis/run-overview.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { derive, stateOf } from './derive.ts'

export interface RunRows {
  /** Tells whether the store has something else by now. */
  readonly of: string
  readonly rows: readonly ResultRow[]
  /** The same as columns, in portions that are a message each: the page takes some milliseconds to read it. */
  readonly packs: () => Iterable<RowPack>
  readonly overview: RunOverview
  /** Whether the official shortcut report of the records is that of the rows. */
  readonly tellsReport: boolean
  /** Of a part in a drawn order; null of any other run. */
  readonly drawn: Drawn | null
  /** Of a large run read again whenever they are wanted. */
  readonly digests: () => Promise<RowExtras['digests']>
  readonly forecasts: () => Promise<RowExtras['forecasts']>
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
    const [stored, count] = await Promise.all([store.run(run), store.tallied(run)])
    const of = stateOf(stored, count)
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

  #letGoAllBut(runs: readonly string[]): void {
    this.#kept = new Map([...this.#kept].filter(([id]) => runs.includes(id)))
  }
}

async function read(store: Store, run: Run, of: string): Promise<RunRows> {
  const { frame } = (await store.load(run.id)) ?? {}
  const isLarge = (await store.tallied(run.id)) >= manyRecords
  const found = (isLarge && (await keptRows(store, run, of))) || (await derivedNow(store, run))
  const { rows, packs, tellsReport, digests, forecasts, ...rest } = found
  const overview = runOverview(rows, { ...rest, run, frame })
  const drawn = frame && overview.part?.basis === 'drawn' ? { frame, seed: run.settings.seed } : null
  return { of, rows, packs, overview, tellsReport, drawn, digests, forecasts }
}

async function keptRows(store: Store, { id }: Run, of: string) {
  const linesOf: LinesOf = part => store.rowLines(id, part)
  const kept = await readRows(of, linesOf)
  if (!kept) return null
  const { packs, ...rest } = kept
  return {
    ...rest,
    packs: () => packs,
    digests: () => readDigests(linesOf),
    forecasts: () => readForecasts(linesOf),
  }
}

async function derivedNow(store: Store, run: Run) {
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
