/** Runs of the laws in the page's store, and as `evaluate` keeps them in Node. */
import 'fake-indexeddb/auto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IDBFactory } from 'fake-indexeddb'
import { newPass } from '../../../src/app/run/new-run.ts'
import type { AskFact } from '../../../src/app/threads/ask-fact.ts'
import { RunJournal } from '../../../src/cli/base/journal.ts'
import { Store } from '../../../src/data/store/store.ts'
import { passTotals } from '../../../src/engine/probes/passes.ts'
import { makeFrame, type RunLoad } from '../../../src/engine/protocol/frame.ts'
import type { Probe } from '../../../src/engine/protocol/probe.ts'
import type { Protocol } from '../../../src/engine/protocol/protocol.ts'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import type { Sample } from '../../../src/engine/protocol/sample.ts'
import type { RunSettings } from '../../../src/engine/protocol/settings.ts'
import { computedFact } from '../../../src/workers/results/facts/registry.ts'
import { OpenRuns } from '../../../src/workers/results/run-rows.ts'
import { lawRecords, lawRun } from './law-runs.ts'
import { chooseLawSamples } from './law-samples.ts'

/** A run with its records, and its passes with theirs. */
export interface LawRun {
  readonly run: Run
  readonly records: readonly RunRecord[]
  readonly passes: readonly { readonly run: Run; readonly records: readonly RunRecord[] }[]
  readonly load: RunLoad
}

/** @param asked how many of its questions have a record @param probes one pass each, where it asks something */
export function makeLawRun(
  protocol: Protocol,
  settings: Partial<RunSettings>,
  asked: number,
  probes: readonly Probe[],
): LawRun {
  const samples: readonly Sample[] = chooseLawSamples(protocol)
  const whole = lawRun(samples, protocol, settings)
  const records = lawRecords(whole, samples).slice(0, asked)
  const state = records.length < whole.total ? 'paused' : 'done'
  const passes = probes.flatMap((probe, i) => {
    const [total = 0] = passTotals([probe], samples, whole.settings, [])
    const pass = {
      ...newPass(whole, probe, total, whole.environment, null),
      id: `pass${i}`,
      state: 'done' as const,
    }
    return total > 0 ? [{ run: pass, records: lawRecords(pass, samples) }] : []
  })
  const load = { skipped: [], findings: [], badFiles: [], frame: makeFrame(samples) }
  return { run: { ...whole, state }, records, passes, load }
}

/** The page's store with these runs, and the figures of it by name. */
export async function storeWith(runs: readonly LawRun[]) {
  globalThis.indexedDB = new IDBFactory()
  const store = await Store.open()
  for (const { run, records, passes, load } of runs) {
    await store.putRun(run)
    await store.putLoad(run.id, load)
    await store.addRecords(run.id, records)
    for (const pass of passes) {
      await store.putRun(pass.run)
      await store.addRecords(pass.run.id, pass.records)
    }
  }
  const rows = new OpenRuns(Promise.resolve(store))
  const { signal } = new AbortController()
  const fact = (async (name, input) =>
    (await computedFact(name, input, { store, runs: rows, signal })).value) as AskFact
  return { store, rows, fact }
}

/** The same run as a command without a page keeps it. */
export async function journalWith({ run, records, passes, load }: LawRun): Promise<RunJournal> {
  const journal = await RunJournal.open(join(mkdtempSync(join(tmpdir(), 'voxelwise-law-')), 'run.journal'))
  journal.append([{ run }, { load }, ...records.map(record => ({ record }))])
  for (const pass of passes) journal.append([{ run: pass.run }, ...pass.records.map(record => ({ record }))])
  return journal
}
