/** How long answers take, for each task, and when right and wrong. */
import { expect, test } from 'vitest'
import { readingTimes } from '../../../src/features/readers/engine/reading-times.ts'

const row = (index: number, task: string, verdict: 'correct' | 'wrong' | 'failed') => ({
  ...{ index, task, verdict },
})
const rows = [
  row(4, 'Detection', 'correct'),
  row(1, 'Detection', 'wrong'),
  row(7, 'Diagnosis', 'correct'),
  row(2, 'Detection', 'correct'),
  row(9, 'Diagnosis', 'failed'),
  row(3, 'Diagnosis', 'correct'),
]
const secondsByQuestion = new Map([
  [4, 2],
  [1, 10],
  [7, 4],
  [2, 6],
  [9, 99],
])
const times = (n: number, lower: number, median: number, upper: number) => ({ n, lower, median, upper })

test('all answers come first, then each task; failed answers and those without seconds count nowhere', () => {
  expect(readingTimes(rows, secondsByQuestion)).toEqual([
    {
      task: null,
      // NumPy: percentile([2, 4, 6, 10], [25, 50, 75]).
      all: times(4, 3.5, 5, 7),
      right: times(3, 3, 4, 5),
      wrong: times(1, 10, 10, 10),
    },
    { task: 'Detection', all: times(3, 4, 6, 8), right: times(2, 3, 4, 5), wrong: times(1, 10, 10, 10) },
    { task: 'Diagnosis', all: times(1, 4, 4, 4), right: times(1, 4, 4, 4), wrong: null },
  ])
})

test('one task is all tasks, and no seconds are no figures', () => {
  const one = readingTimes(
    rows.filter(({ task }) => task === 'Detection'),
    secondsByQuestion,
  )
  expect(one.map(({ task }) => task)).toEqual([null])
  expect(readingTimes(rows, new Map())).toEqual([])
})
