/** Tabs of a run's results and of a comparison: the core's, and those of features. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareTabs } from '../../../../src/ui/compare/tabs.tsx'
import { type ResultsPart, tabNamed, withParts } from '../../../../src/ui/results/results-tab.ts'
import { resultsTabs } from '../../../../src/ui/results/tabs.tsx'

const listIds = (tabs: readonly { readonly id: string }[]): readonly string[] => tabs.map(({ id }) => id)

/** Only those that are there: a feature's may be missing. */
const thatExist = (ids: readonly string[], among: readonly string[]): readonly string[] =>
  ids.filter(id => among.includes(id))

test('every feature stands behind the tab that it names, and no two tabs have one address', () => {
  const tabs = listIds(resultsTabs)
  const order = ['overview', 'cube', 'shortcuts', 'reliability', 'judges', 'papers', 'samples', 'export']
  expect(tabs).toEqual(thatExist(order, tabs))
  for (const [first = '', ...others] of [
    ['cube', 'subgroups', 'per-finding'],
    ['shortcuts', 'chains'],
    ['audit', 'probes', 'confidence', 'repeats', 'image-detail', 'stated'],
    ['samples', 'labels'],
  ]) {
    const parts = listIds(
      resultsTabs.find(tab => listIds(tab.parts).some(id => id === first || others.includes(id)))?.parts ??
        [],
    )
    expect(parts).toEqual(thatExist([first, ...others], parts))
  }
  const compared = listIds(compareTabs)
  expect(compared).toEqual(
    thatExist(['differences', 'changed', 'margins', 'readers', 'papers', 'published'], compared),
  )
})

const part = (id: string): ResultsPart => ({
  ...{ id, name: id, applies: () => true },
  ...{ showsSelection: true, Body: () => null },
})

test('a part that moves to another tab keeps its address', () => {
  const tabs = withParts(
    [
      { id: 'findings', name: 'Findings', standsFor: ['judges', 'chains'], parts: [part('findings')] },
      { id: 'reliability', name: 'Reliability', parts: [part('audit'), part('confidence')] },
    ],
    [
      { ...part('repeats'), place: { in: 'reliability', before: 'confidence' } },
      { ...part('chains'), place: { behind: 'findings' } },
    ],
  )
  expect(tabs.map(({ name, parts }) => [name, ...listIds(parts)])).toEqual([
    ['Findings', 'findings'],
    ['chains', 'chains'],
    ['Reliability', 'audit', 'repeats', 'confidence'],
  ])
  expect(tabNamed(tabs, 'confidence')?.id).toBe('reliability')
  expect(tabNamed(tabs, 'repeats')?.id).toBe('reliability')
  expect(tabNamed(tabs, 'chains')?.name).toBe('chains')
  expect(tabNamed(tabs, 'elsewhere')).toBeUndefined()
})

test('the address of a part that no feature gives opens the tab that stands for it', () => {
  const tabs = withParts(
    [{ id: 'findings', name: 'Findings', standsFor: ['judges'], parts: [part('findings')] }],
    [],
  )
  expect(tabNamed(tabs, 'judges')?.id).toBe('findings')
})

test.each([
  ['resultsHref', (tab: string) => tabNamed(resultsTabs, tab) !== undefined, 20],
  ['compareHref', (tab: string) => listIds(compareTabs).includes(tab), 2],
] as const)('every %s leads to a tab', (href, isThere, fewest) => {
  const link = new RegExp(String.raw`${href}\([^()]*?, '(\w+)'`, 'g')
  const links = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .flatMap(name =>
      [...readFileSync(join('src', name), 'utf8').matchAll(link)].map(([, tab = '']) => ({ name, tab })),
    )
  expect(links.length).toBeGreaterThan(fewest)
  expect(links.filter(({ tab }) => !isThere(tab))).toEqual([])
})
