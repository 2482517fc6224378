import { defineFact, type FactSource, storedRecords } from '../../../workers/results/facts/fact.ts'
import { compareReaders, type ReaderComparison } from '../engine/reader-comparison.ts'
import { type ReadingSeconds, readingSeconds } from '../engine/reading-seconds.ts'

export interface ReadersFact {
  /** Null with fewer than two readers among the runs. */
  readonly comparison: ReaderComparison | null
  /** By run: of a person; null of a model. */
  readonly seconds: readonly (ReadingSeconds | null)[]
}

/** People and models side by side. */
export const readersFact = defineFact({
  needs: 'runs',
  async of(compared, { runs: ids }: { readonly runs: readonly string[] }, source): Promise<ReadersFact> {
    const runs = await Promise.all(ids.map(id => source.store.run(id)))
    const answerers = runs.map(({ model }) => model.reader ?? null)
    const seconds: (ReadingSeconds | null)[] = []
    for (const [at, id] of ids.entries()) seconds.push(answerers[at] ? await secondsOf(source, id) : null)
    return {
      comparison: compareReaders(
        compared.map(({ rows }) => rows),
        answerers,
      ),
      seconds,
    }
  },
})

async function secondsOf(source: FactSource, id: string): Promise<ReadingSeconds | null> {
  const all: number[] = []
  const { portions } = await storedRecords(source, id)
  for await (const records of portions())
    for (const { status, reading } of records) if (status === 'answered' && reading) all.push(reading.seconds)
  return readingSeconds(all)
}
