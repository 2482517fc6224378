/** What Compare says of the same readers in two conditions. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { conditionDifference } from '../../../src/features/readers/engine/multi-reader.ts'
import type { SecondsChange } from '../../../src/features/readers/engine/seconds-change.ts'
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
const words = (readers: number, time: SecondsChange | null = null): string =>
  renderToStaticMarkup(
    createElement(TwoConditions, {
      of: {
        ...{ first: '', second: 'with help', readers, samples: 12 },
        difference: conditionDifference(total, before.slice(0, readers), after.slice(0, readers)),
        time,
      },
    }),
  ).replaceAll(/<[^>]+>/g, '')

test('three readers have an interval, two have none', () => {
  expect(words(3)).toMatch(
    /First: as usual\. Second: with help\. 3 readers answered 12 questions in both\. Their mean accuracy changed by \+22\.2 points \(.+\), p .+, for other readers and other cases/,
  )
  expect(words(2)).toMatch(/changed by \+[\d.]+ points\. Two readers are too few for an interval\.$/)
})

test('times stand below, where answers have them', () => {
  expect(words(3)).not.toMatch(/median/)
  expect(words(3, { pairs: 36, first: 12.5, second: 9.81, p: 0.0123 })).toMatch(
    /36 answers have a time in both\. The median was 12\.5 s in the first, 9\.8 s in the second\. Of no change, p is 0\.0123 \(sign flips of log seconds, by cluster\)\.$/,
  )
})
