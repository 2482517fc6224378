import { expect, test } from 'vitest'
import { isFor, readView, viewQuery } from '../../../../src/ui/state/saved-views.ts'

const fields = ['id', 'task', 'age', 'sex']
const query = (text: string) => new URLSearchParams(text)

test('an address is a view: fields, cut points of each, and how other numbers are cut', () => {
  expect(readView('subgroups', query('by=age&cross=sex&by-cuts=40, 60&groups=2'), fields)).toEqual({
    chart: 'lines',
    fields: [
      { name: 'age', cut: { points: [40, 60] } },
      { name: 'sex', cut: { parts: 2 } },
    ],
  })
})

test('without a choice it is by task, and the cube by task, modality and region; unknown fields are ignored', () => {
  const names = (tab: 'subgroups' | 'cube', text: string) =>
    readView(tab, query(text), fields).fields.map(({ name }) => name)
  expect(names('subgroups', 'by=none such')).toEqual(['task'])
  expect(names('cube', '')).toEqual(['task', 'modality', 'parts'])
  expect(names('cube', 'rows=age&columns=sex&panels=')).toEqual(['age', 'sex'])
})

test('a view is kept without the other parameters, and shown for runs with its fields', () => {
  const kept = viewQuery('subgroups', query('by=age&by-cuts=40&sort=n&high=x'))
  expect(kept).toEqual({ by: 'age', 'by-cuts': '40' })
  const view = { tab: 'subgroups', query: new URLSearchParams(kept).toString() } as const
  expect(isFor(view, fields)).toBe(true)
  expect(isFor(view, ['task'])).toBe(false)
})
