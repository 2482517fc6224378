import { defineFact, storedRecords } from '../../../workers/results/facts/fact.ts'
import type { Stated } from '../engine/confidence-scale.ts'
import { type ReaderConfidence, readerConfidence } from '../engine/reader-confidence.ts'

/** The stated confidence of a person's run; null of one without. */
export const statedFact = defineFact({
  needs: 'rows',
  async of(
    { rows },
    { run }: { readonly run: string },
    source,
  ): Promise<{ readonly figures: ReaderConfidence | null }> {
    const statedBy = new Map<number, Stated>()
    const { portions } = await storedRecords(source, run)
    for await (const records of portions())
      for (const record of records)
        if (record.status === 'answered' && record.stated) statedBy.set(record.sample.index, record.stated)
    return { figures: readerConfidence(rows, statedBy) }
  },
})
