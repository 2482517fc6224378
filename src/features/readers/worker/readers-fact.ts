import { defineFact, type FactSource, storedRecords } from '../../../workers/results/facts/fact.ts'
import { compareReaders, type ReaderComparison } from '../engine/reader-comparison.ts'
import { type ReadingSeconds, readingSeconds } from '../engine/reading-seconds.ts'
import { type StatedScores, statedScores } from '../engine/stated-scores.ts'

/** What a person's records say beside the answers. */
export interface OfPerson {
  readonly seconds: ReadingSeconds | null
  readonly stated: StatedScores | null
}

export interface ReadersFact {
  /** Null with fewer than two readers among the runs. */
  readonly comparison: ReaderComparison | null
  /** By run: of a person; null of a model. */
  readonly people: readonly (OfPerson | null)[]
}

/** People and models side by side. */
export const readersFact = defineFact({
  needs: 'runs',
  async of(compared, { runs: ids }: { readonly runs: readonly string[] }, source): Promise<ReadersFact> {
    const runs = await Promise.all(ids.map(id => source.store.run(id)))
    const answerers = runs.map(({ model }) => model.reader ?? null)
    const people: (OfPerson | null)[] = []
    for (const [at, id] of ids.entries()) people.push(answerers[at] ? await personIn(source, id) : null)
    return {
      comparison: compareReaders(
        compared.map(({ rows }) => rows),
        answerers,
      ),
      people,
    }
  },
})

async function personIn(source: FactSource, id: string): Promise<OfPerson> {
  const seconds: number[] = []
  const stated: { percent: number; correct: boolean }[] = []
  const { portions } = await storedRecords(source, id)
  for await (const records of portions())
    for (const record of records) {
      if (record.status !== 'answered') continue
      if (record.reading) seconds.push(record.reading.seconds)
      const percent = record.stated?.percent ?? null
      if (percent !== null) stated.push({ percent, correct: record.correct })
    }
  return { seconds: readingSeconds(seconds), stated: statedScores(stated) }
}
