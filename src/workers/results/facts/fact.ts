/** What a figure of stored runs is: declared once, and asked for by its name. */
import type { Store } from '../../../data/store/store.ts'
import type { RunRecord } from '../../../engine/protocol/record.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import type { OpenRuns, RunRows } from '../run-rows.ts'

/** Where figures come from. */
export interface FactSource {
  readonly store: Store
  readonly runs: OpenRuns
  /** Aborted when nobody waits for the figure any longer. */
  readonly signal: AbortSignal
}

export interface StoredRecords {
  readonly run: Run
  readonly store: Store
  /** @throws DOMException AbortError where nobody waits any longer */
  portions(): AsyncIterable<readonly RunRecord[]>
}

/** What a figure can be made of, by name: what its input must have, and what it gets. */
export interface Needs {
  /** The rows of one run. Those of other runs are dropped from memory. */
  readonly rows: { readonly input: { readonly run: string }; readonly has: RunRows }
  /** The rows of several runs, in order. Those of other runs are dropped from memory. */
  readonly runs: { readonly input: { readonly runs: readonly string[] }; readonly has: readonly RunRows[] }
  /** The rows of several runs, in order, beside those that are in memory. */
  readonly beside: { readonly input: { readonly runs: readonly string[] }; readonly has: readonly RunRows[] }
  /** The run, and its records in portions. */
  readonly records: { readonly input: { readonly run: string }; readonly has: StoredRecords }
}

export interface DefinedFact<
  Need extends keyof Needs,
  Input extends Needs[Need]['input'],
  Value extends object,
> {
  readonly needs: Need
  of(has: Needs[Need]['has'], input: Input, source: FactSource): Value | Promise<Value>
  /** Buffers that move to the page's thread instead of being copied. */
  transfers?(value: Value): ArrayBuffer[]
}

export const defineFact = <
  Need extends keyof Needs,
  Input extends Needs[Need]['input'],
  Value extends object,
>(
  fact: DefinedFact<Need, Input, Value>,
): DefinedFact<Need, Input, Value> => fact

/** The records of a run in portions, until nobody waits for them any longer. */
export async function storedRecords({ store, signal }: FactSource, id: string): Promise<StoredRecords> {
  const run = await store.run(id)
  return {
    run,
    store,
    async *portions() {
      for await (const portion of store.records(id)) {
        signal.throwIfAborted()
        yield portion
      }
    },
  }
}

async function rowsBeside({ runs }: FactSource, ids: readonly string[]): Promise<readonly RunRows[]> {
  const all: RunRows[] = []
  for (const id of ids) all.push(await runs.of(id))
  return all
}

/** How each need is met. */
export const meet: {
  readonly [Need in keyof Needs]: (
    source: FactSource,
    input: Needs[Need]['input'],
  ) => Promise<Needs[Need]['has']>
} = {
  rows: ({ runs }, { run }) => runs.one(run),
  runs: ({ runs }, { runs: ids }) => runs.all(ids),
  beside: (source, { runs }) => rowsBeside(source, runs),
  records: (source, { run }) => storedRecords(source, run),
}
