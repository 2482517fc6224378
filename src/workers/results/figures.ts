import type { Store } from '../../data/store/store.ts'
import { changedSamples } from '../../engine/analysis/comparison.ts'
import type { ResultsWorker } from '../contracts/stored.ts'
import { transfer } from '../shared/comlink.ts'
import { computedFact } from './facts/registry.ts'
import type { OpenRuns } from './run-rows.ts'

/** Samples of one message. */
const changedAtOnce = 1000

/** What views show of stored runs, made of their rows and records. */
export function answerQueries(
  opening: Promise<Store>,
  runs: OpenRuns,
): Pick<ResultsWorker, 'fact' | 'dropFact' | 'rows' | 'changed'> {
  /** By the number of the call: the figures that are awaited. */
  const awaited = new Map<number, AbortController>()
  return {
    async fact(call, name, input) {
      const abort = new AbortController()
      awaited.set(call, abort)
      try {
        const { value, transfers } = await computedFact(name, input, {
          ...{ store: await opening, runs },
          signal: abort.signal,
        })
        return transfer(value, transfers)
      } finally {
        awaited.delete(call)
      }
    },

    async dropFact(call) {
      awaited.get(call)?.abort()
    },

    async rows(run, send) {
      const { packs, overview } = await runs.one(run)
      for (const pack of packs()) await send(pack)
      return overview
    },

    async changed([first, second], send) {
      const before = await runs.of(first)
      const samples = changedSamples(before.rows, (await runs.of(second)).rows)
      for (let at = 0; at < samples.length; at += changedAtOnce)
        await send(samples.slice(at, at + changedAtOnce))
    },
  }
}
