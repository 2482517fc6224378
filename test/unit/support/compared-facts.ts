/** What the report of a comparison is made of. */
import type { ComparisonReportFacts } from '../../../src/app/controller/report-facts.ts'
import { compareRuns, type RunsComparison } from '../../../src/engine/analysis/comparison.ts'
import { getOrMake } from '../../../src/engine/base/grouping.ts'
import type { Run } from '../../../src/engine/protocol/run.ts'
import { answered, medrcubeRow, nothingFurther, someRun } from './records.ts'
import { hostile } from './reports.ts'

/** Two questions on each of twelve images; run `k` is wrong on every k-th image, but for every fifth question. */
export function comparedRows(k: number, task = 'Disease Diagnosis') {
  return Array.from({ length: 24 }, (_, i) => {
    const image = `d/${i >> 1}.png`
    const fields = {
      id: `${i}`,
      task: i % 2 === 0 ? task : 'Organ Recognition',
      modality: i % 3 === 0 ? 'MRI' : 'CT',
      parts: 'Chest',
      dataset: 'd',
      question: hostile,
      option_A: 'a',
      option_B: 'b',
      gt_answer: 'b',
      image_path: image,
    }
    const record = answered(i, fields, {
      parsed: i % 3 === 0 ? 'B' : 'A',
      correct: (i >> 1) % k !== 0 || i % 5 === 0,
    })
    return medrcubeRow({ ...record, sample: { ...record.sample, image } })
  })
}

/** Many tests show the same one. */
const comparisons = new Map<string, RunsComparison>()
const makeComparison = (divisors: readonly number[], task: string | undefined): RunsComparison =>
  getOrMake(comparisons, `${divisors} ${task}`, () =>
    compareRuns(
      divisors.map(k => comparedRows(k, task)),
      {},
      nothingFurther,
    ),
  )

/** The facts of runs that are wrong on every k-th image. */
export function comparedFacts(
  divisors: readonly number[],
  change: Partial<Run> = {},
  task?: string,
): ComparisonReportFacts {
  const runs = divisors.map((k, at): Run => ({ ...someRun, id: `r${k}`, name: `Run ${at + 1}`, ...change }))
  return {
    compared: { runs, comparison: makeComparison(divisors, task), windows: [], seconds: [] },
    levels: { high: null, ignore: null, low: null },
    added: new Map(),
  }
}
