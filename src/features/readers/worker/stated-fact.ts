import { defineFact, storedRecords } from '../../../workers/results/facts/fact.ts'
import { type ReaderConfidence, readerConfidence } from '../engine/reader-confidence.ts'

/** The stated confidence of a person's run; null of one without. */
export const statedFact = defineFact({
  needs: 'rows',
  async of(
    { rows },
    { run }: { readonly run: string },
    source,
  ): Promise<{ readonly figures: ReaderConfidence | null }> {
    const percentOf = new Map<number, number>()
    const { portions } = await storedRecords(source, run)
    for await (const records of portions())
      for (const record of records) {
        const percent = record.status === 'answered' ? (record.stated?.percent ?? null) : null
        if (percent !== null) percentOf.set(record.sample.index, percent)
      }
    return { figures: readerConfidence(rows, percentOf) }
  },
})
