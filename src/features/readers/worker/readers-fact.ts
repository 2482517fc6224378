import { matchRuns } from '../../../engine/analysis/paired-differences.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { Timings } from '../../../engine/protocol/record.ts'
import { defineFact, type FactSource, storedRecords } from '../../../workers/results/facts/fact.ts'
import type { Stated } from '../engine/confidence-scale.ts'
import { compareReaders, type ReaderComparison } from '../engine/reader-comparison.ts'
import { readerConfidence } from '../engine/reader-confidence.ts'
import { readingTimes, type TaskSeconds } from '../engine/reading-times.ts'
import type { StatedScores } from '../engine/stated-scores.ts'

/** What a run's records say beside its answers, on the questions that all runs asked. */
interface OfAnswerer {
  /** Seconds by task; a model's are those that its answers took. */
  readonly seconds: readonly TaskSeconds[]
  /** Null of a model, and of grades. */
  readonly stated: StatedScores | null
}

export interface ReadersFact {
  /** Null with fewer than two readers among the runs. */
  readonly comparison: ReaderComparison | null
  /** By run. */
  readonly people: readonly OfAnswerer[]
}

/** People and models side by side. */
export const readersFact = defineFact({
  needs: 'runs',
  async of(compared, { runs: ids }: { readonly runs: readonly string[] }, source): Promise<ReadersFact> {
    const runs = await Promise.all(ids.map(id => source.store.run(id)))
    const answerers = runs.map(({ model }) => model.reader ?? null)
    const shared = matchRuns<ResultRow>(compared.map(({ rows }) => rows))
    const said: Said[] = []
    for (const id of ids) said.push(await saidIn(source, id))
    return {
      comparison: compareReaders(
        compared.map(({ rows }) => rows),
        answerers,
        said.map(({ secondsBySample }) => secondsBySample),
      ),
      people: said.map(({ secondsBySample, statedBy }, place) => {
        const rows = shared.flatMap(all => all[place] ?? [])
        return {
          seconds: readingTimes(rows, secondsBySample),
          stated: readerConfidence(rows, statedBy)?.scores ?? null,
        }
      }),
    }
  },
})

/** By the index of the sample. */
interface Said {
  readonly secondsBySample: ReadonlyMap<number, number>
  /** Empty of a model. */
  readonly statedBy: ReadonlyMap<number, Stated>
}

async function saidIn(source: FactSource, id: string): Promise<Said> {
  const secondsBySample = new Map<number, number>()
  const statedBy = new Map<number, Stated>()
  const { run, portions } = await storedRecords(source, id)
  for await (const records of portions())
    for (const record of records) {
      if (record.status !== 'answered') continue
      const { index } = record.sample
      const took = record.reading?.seconds ?? modelSeconds(record.score?.timings)
      if (took > 0) secondsBySample.set(index, took)
      if (record.stated && run.model.reader) statedBy.set(index, record.stated)
    }
  return { secondsBySample, statedBy }
}

/** 0 where the run has no times, as that of another tool. */
const modelSeconds = (timings: Timings | undefined): number =>
  timings ? (timings.encode + timings.prefix + timings.prefill + timings.decode) / 1000 : 0
