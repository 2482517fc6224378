import type { Timings } from '../../../engine/protocol/record.ts'
import { defineFact, type FactSource, storedRecords } from '../../../workers/results/facts/fact.ts'
import { compareReaders, type ReaderComparison } from '../engine/reader-comparison.ts'
import { type ReadingSeconds, readingSeconds } from '../engine/reading-seconds.ts'
import { type StatedScores, statedScores } from '../engine/stated-scores.ts'

/** What records say beside the answers: of a model the seconds that its answers took. */
export interface OfAnswerer {
  readonly seconds: ReadingSeconds | null
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
    const people: OfAnswerer[] = []
    for (const id of ids) people.push(await answererIn(source, id))
    return {
      comparison: compareReaders(
        compared.map(({ rows }) => rows),
        answerers,
      ),
      people,
    }
  },
})

async function answererIn(source: FactSource, id: string): Promise<OfAnswerer> {
  const seconds: number[] = []
  const stated: { percent: number; correct: boolean }[] = []
  const { run, portions } = await storedRecords(source, id)
  for await (const records of portions())
    for (const record of records) {
      if (record.status !== 'answered') continue
      const took = record.reading?.seconds ?? modelSeconds(record.score?.timings)
      if (took > 0) seconds.push(took)
      const percent = record.stated?.percent ?? null
      if (percent !== null && run.model.reader) stated.push({ percent, correct: record.correct })
    }
  return { seconds: readingSeconds(seconds), stated: statedScores(stated) }
}

/** 0 where the run has no times, as that of another tool. */
const modelSeconds = (timings: Timings | undefined): number =>
  timings ? (timings.encode + timings.prefix + timings.prefill + timings.decode) / 1000 : 0
