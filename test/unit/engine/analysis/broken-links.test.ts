import { expect, test } from 'vitest'
import { brokenLinkSamples } from '../../../../src/engine/analysis/broken-links.ts'
import { row } from '../../support/judged-rows.ts'

const wrong = { verdict: 'wrong' } as const
const rows = [
  row({ id: 'a', image: 'x', task: 'Disease Diagnosis' }),
  row({ id: 'b', image: 'x', task: 'View Recognition', ...wrong }),
  row({ id: 'c', image: 'x', task: 'Organ Recognition' }),
  row({ id: 'd', image: 'y', task: 'Disease Diagnosis', ...wrong }),
  row({ id: 'e', image: 'y', task: 'View Recognition', ...wrong }),
  row({ id: 'f', image: 'z', task: 'Disease Diagnosis' }),
  row({ id: 'g', image: 'z', task: 'View Recognition' }),
].map((one, index) => ({ ...one, index }))

test('samples of a shortcut: the right diagnosis and the wrong perception of its image', () => {
  expect(brokenLinkSamples(rows, {})).toEqual([0, 1])
})

test('what counts as a diagnosis is the user’s choice', () => {
  const highLevelTasks = new Set(['Organ Recognition'])
  expect(brokenLinkSamples(rows, { highLevelTasks, ignoredTasks: new Set(['Disease Diagnosis']) })).toEqual([
    2, 1,
  ])
})
