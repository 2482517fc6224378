/** Tabs of a run's results: the core's, and those of features. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resultTabs } from '../../../../src/ui/results/results.tsx'

const ids = resultTabs.map(({ id }) => id)

test('every feature stands behind the tab that it names, and no two tabs have one address', () => {
  expect(ids).toEqual([
    ...[
      'overview',
      'cube',
      'subgroups',
      'per-finding',
      'shortcuts',
      'chains',
      'confidence',
      'probes',
      'audit',
      'judges',
    ],
    ...['papers', 'samples', 'export'],
  ])
})

test('every link to a tab leads to one', () => {
  const links = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .flatMap(name =>
      [...readFileSync(join('src', name), 'utf8').matchAll(/resultsHref\([^()]*?, '(\w+)'/g)].map(
        ([, tab = '']) => ({ name, tab }),
      ),
    )
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter(({ tab }) => !ids.includes(tab))).toEqual([])
})
