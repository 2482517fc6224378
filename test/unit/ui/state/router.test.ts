import { expect, test } from 'vitest'
import { compareHref, parseRoute, resultsHref, runsHref } from '../../../../src/ui/state/router.ts'

const parsed = (hash: string) => {
  const { query, ...route } = parseRoute(hash)
  return { ...route, query: query.toString() }
}

test('every view has an address', () => {
  expect(parsed('')).toEqual({ view: 'home', query: '' })
  expect(parsed('#/')).toEqual({ view: 'home', query: '' })
  expect(parsed('#/run')).toEqual({ view: 'run', query: '' })
  expect(parsed('#/runs')).toEqual({ view: 'runs', ids: [], query: '' })
  expect(parsed('#/quality?kind=missing_image')).toEqual({ view: 'quality', query: 'kind=missing_image' })
})

test('results open on their overview', () => {
  expect(parsed('#/runs/a')).toEqual({ view: 'results', id: 'a', tab: 'overview', query: '' })
})

test('an unknown address is reported', () => {
  expect(parsed('#/elsewhere').view).toBe('lost')
  expect(parsed('#/runs/%E0%A4%A').view).toBe('results')
})

test('a results address is read back', () => {
  const href = resultsHref('a/b ü', 'samples', { task: 'A & B?', high: ['x', 'y,z'], q: null, parts: '' })
  const route = parseRoute(href)
  expect(route).toMatchObject({ view: 'results', id: 'a/b ü', tab: 'samples' })
  expect(route.query.get('task')).toBe('A & B?')
  expect(route.query.getAll('high')).toEqual(['x', 'y,z'])
  expect(route.query.get('q')).toBeNull()
  expect(route.query.get('parts')).toBe('')
})

test('a comparison is an address: its runs in order, each once, and the view', () => {
  const ids = ['b', 'a, 1', 'c/d']
  expect(compareHref(['a', 'b'])).toBe('#/compare?runs=a,b')
  const route = parseRoute(compareHref(ids, 'changed', { task: 'A, B', q: null }))
  expect(route).toMatchObject({ view: 'compare', ids, tab: 'changed' })
  expect(route.query.get('task')).toBe('A, B')
  expect(parseRoute(runsHref(ids))).toMatchObject({ view: 'runs', ids })
  expect(parseRoute('#/compare')).toMatchObject({ view: 'compare', ids: [], tab: 'differences' })
  expect(parseRoute('#/compare?runs=a,a,,b')).toMatchObject({ ids: ['a', 'b'] })
})
