import { expect, test } from 'vitest'
import { howToOpen, type OpeningFacts } from '../../../../src/app/offline/isolation.ts'

const first: OpeningFacts = {
  isIsolated: false,
  isSecure: true,
  hasServiceWorkers: true,
  isControlled: false,
  hasReloaded: false,
}

test('the first page of a host without headers is loaded once more', () => {
  expect(howToOpen(first)).toBe('reload when there is a service worker')
})

test.each<[string, Partial<OpeningFacts>]>([
  ['a host that sends the headers', { isIsolated: true }],
  ['a private window without service workers', { hasServiceWorkers: false }],
  ['a browser that is not isolated by the headers either', { isControlled: true }],
  ['a tab that was loaded anew, whatever came of it', { hasReloaded: true }],
])('%s is not: there is no loop', (_, facts) => {
  expect(howToOpen({ ...first, ...facts })).toBe('start')
})

test('under http on another machine nothing is begun', () => {
  expect(howToOpen({ ...first, isSecure: false, hasServiceWorkers: false })).toBe('refuse')
})
