import { expect, test } from 'vitest'
import { methodsText } from '../../../src/features/papers/ui/methods-text.ts'
import { makeReportFacts, many, right } from '../../unit/support/unread-run.ts'

test('methods.txt compares nothing with an accuracy of unread replies', () => {
  const methods = methodsText(makeReportFacts(many), [])
  expect(methods).toContain(
    '84 of 84 replies could not be read. With unread replies as wrong, accuracy was 0.0% (',
  )
  expect(methods).not.toMatch(/guessing|most frequent/)
  const read = methodsText(makeReportFacts(Array.from({ length: 84 }, (_, at) => right(at))), [])
  expect(read).toMatch(/Accuracy was 100\.0% \(.*\), not clearly above the most frequent answer/)
})

test('methods.txt ends with what features found, where they have a sentence for it', () => {
  const of = (result: string | null) =>
    ({ about: 'passes', words: () => null, result: () => result, citations: () => [] }) as const
  const methods = methodsText(makeReportFacts([right(0)]), [of(null), of('The model uses the image.')])
  expect(methods).toMatch(/Accuracy was .* The model uses the image\. \[Ethics/)
})
