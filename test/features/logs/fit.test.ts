import { expect, test } from 'vitest'
import { VoxelwiseError } from '../../../src/engine/base/errors.ts'
import type { Sample } from '../../../src/engine/protocol/sample.ts'
import { expectFit } from '../../../src/features/logs/data/fit.ts'
import { matched } from '../../../src/features/logs/data/match.ts'
import type { LoggedAnswer } from '../../../src/features/logs/data/tool-log.ts'

const sample = (index: number, question: string): Sample => ({
  ...{ index, fields: { id: `q${index}`, question }, image: null, file: 'd/test.json' },
})
const logged = (number: number, asked: string, ids: readonly string[] = []): LoggedAnswer => ({
  ...{ ids, number, asked, options: [], target: null, response: 'A', correct: null },
})
const questions = ['Which modality?', 'Which organ?', 'Which plane?']
const samples = Array.from({ length: 300 }, (_, index) => sample(index, questions[index % 3] ?? ''))
const match = (answers: readonly LoggedAnswer[]) =>
  matched(
    (async function* () {
      yield samples
    })(),
    answers,
    () => [],
  )

test('rows are matched by number only if nearly all of them fit', async () => {
  const own = samples.map(({ index, fields }) => logged(index, `Question: ${fields.question}`))
  expect((await match(own)).every(found => found !== null)).toBe(true)
  // Another data set with the same short questions in another order: a third of its rows would fit.
  const foreign = samples.map(({ index }) =>
    logged(index, `Question: ${questions[((index * 7 + index / 3) % 3) | 0]}`),
  )
  expect((await match(foreign)).filter(found => found !== null)).toEqual([])
  // Rows with ids of their own are still found by these.
  const mixed = foreign.map((row, at) =>
    at < 100 ? { ...row, ids: [`q${at}`], asked: questions[at % 3] ?? '' } : row,
  )
  expect((await match(mixed)).filter(found => found !== null)).toHaveLength(100)
})

const fit = { file: 'log.tsv', dataset: 'demo', logged: 337, matched: 337, judged: 337, differ: 0 }
const refusal = (change: Partial<typeof fit>) => {
  try {
    expectFit({ ...fit, ...change })
  } catch (error) {
    if (error instanceof VoxelwiseError) return error.info
  }
  return null
}

test('a log few of whose rows fit, or many of whose verdicts differ, is refused, naming the data set', () => {
  expect(refusal({})).toBeNull()
  expect(refusal({ matched: 145 })).toMatchObject({
    code: 'fingerprint-mismatch',
    message:
      'This log was made on another data set. Only 145 of its 337 rows have a question in the open data set, demo.',
  })
  expect(refusal({ differ: 127 })).toMatchObject({
    code: 'fingerprint-mismatch',
    message:
      'This log was made on another data set. With the right answers of the open data set, demo, 127 of 337 verdicts differ from the log’s.',
  })
  // Other rules of reading change some verdicts, and few verdicts show nothing.
  expect(refusal({ differ: 60 })).toBeNull()
  expect(refusal({ judged: 9, differ: 9 })).toBeNull()
})
