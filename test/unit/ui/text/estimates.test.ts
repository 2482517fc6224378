import { expect, test } from 'vitest'
import { livePartWords } from '../../../../src/ui/text/estimates.ts'

test('a live estimate speaks of its interval only where one is shown', () => {
  const narrow = { of: 1560, isDrawn: true, low: 0.6, high: 0.8 } as const
  expect(livePartWords(narrow)).toBe(
    'An estimate for all 1,560 questions. Its interval is valid at any stopping point.',
  )
  expect(livePartWords({ ...narrow, low: 0.01, high: 0.99 })).toBe('An estimate for all 1,560 questions.')
  expect(livePartWords({ ...narrow, isFixed: true })).toBe(
    'An estimate for all 1,560 questions. The number of questions asked was set in advance.',
  )
  expect(livePartWords({ ...narrow, isDrawn: false })).toMatch(/^These are the first questions/)
})
