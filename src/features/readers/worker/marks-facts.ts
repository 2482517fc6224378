import { defineFact, storedRecords } from '../../../workers/results/facts/fact.ts'
import { type MarkFigures, markFigures } from '../engine/marks/mark-figures.ts'
import { hasReasons, type MarkedAnswer } from '../engine/marks/mark-queue.ts'
import type { MarkSet } from '../engine/marks/mark-set.ts'
import { marksIn } from '../engine/marks/marks.ts'

/** Null of a run without marks of the set. */
interface MarksFact {
  readonly figures: MarkFigures | null
}

/** What people say of the answers of a run. */
export const marksFact = defineFact({
  needs: 'rows',
  async of(
    { rows },
    { run, set }: { readonly run: string; readonly set: MarkSet },
    { store },
  ): Promise<MarksFact> {
    const marks = marksIn((await store.run(run)).tags ?? {}, set)
    return { figures: marks.size === 0 ? null : markFigures(set, marks, rows) }
  },
})

/** Which answers of some runs people are asked about: wrong ones, all, or those that differ; of a scale only replies in words. */
interface MarkedWish {
  readonly runs: readonly string[]
  readonly set: MarkSet
  readonly which: 'wrong' | 'all' | 'differing'
}

export const toMarkFact = defineFact({
  needs: 'runs',
  async of(runs, { runs: ids, set, which }: MarkedWish, source) {
    const answers: MarkedAnswer[] = []
    for (const [run, { rows }] of runs.entries()) {
      const id = ids[run] ?? ''
      const tags = (await source.store.run(id)).tags ?? {}
      const differing = new Set(
        which === 'differing' ? markFigures(set, marksIn(tags, set), rows).differing : [],
      )
      const isWanted = (row: (typeof rows)[number]) =>
        which === 'differing' ? differing.has(row.index) : which === 'all' || row.verdict === 'wrong'
      const wanted = rows.filter(row => row.verdict !== 'failed' && isWanted(row)).map(({ index }) => index)
      const inWords = set.isScale ? await repliesInWords(source, id) : null
      for (const index of wanted) if (!inWords || inWords.has(index)) answers.push({ run, index })
    }
    return { answers }
  },
})

async function repliesInWords(
  source: Parameters<typeof storedRecords>[0],
  id: string,
): Promise<ReadonlySet<number>> {
  const indices = new Set<number>()
  const { portions } = await storedRecords(source, id)
  for await (const records of portions())
    for (const record of records)
      if (record.status === 'answered' && [record.response, record.score?.thought?.text].some(hasReasons))
        indices.add(record.sample.index)
  return indices
}
