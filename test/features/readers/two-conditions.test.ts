/** What Compare says of the same readers in two conditions. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { conditionDifference } from '../../../src/features/readers/engine/multi-reader.ts'
import { TwoConditions } from '../../../src/features/readers/ui/two-conditions.tsx'

const total = [2, 3, 1, 4, 2]
const before = [
  [2, 2, 0, 3, 1],
  [1, 3, 1, 1, 0],
  [1, 1, 0, 2, 2],
]
const after = [
  [2, 3, 1, 3, 1],
  [1, 3, 1, 3, 1],
  [2, 2, 0, 3, 2],
]
const words = (readers: number): string =>
  renderToStaticMarkup(
    createElement(TwoConditions, {
      of: {
        ...{ first: '', second: 'with help', readers, samples: 12 },
        difference: conditionDifference(total, before.slice(0, readers), after.slice(0, readers)),
      },
    }),
  ).replaceAll(/<[^>]+>/g, '')

test('three readers have an interval, two have none', () => {
  expect(words(3)).toMatch(
    /First: as usual\. Second: with help\. 3 readers answered 12 questions in both\. Their mean accuracy changed by \+22\.2 points \(.+\), p .+, for other readers and other cases/,
  )
  expect(words(2)).toMatch(
    /changed by \+[\d.]+ points\. Two readers are no sample of readers, so there is no interval\.$/,
  )
})
