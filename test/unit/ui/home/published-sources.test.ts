import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { familyOf } from '../../../../src/engine/families/registry.ts'
import {
  downloadDataset,
  downloadModel,
  installDownloader,
  publishedModels,
} from '../../../../src/ui/home/published-sources.ts'

const readme = readFileSync('README.md', 'utf8')

test('the page and README.md give the same commands and models', () => {
  for (const line of [installDownloader, downloadDataset, ...downloadModel]) expect(readme).toContain(line)
  for (const repository of publishedModels.flatMap(([, repositories]) => repositories))
    expect(readme).toContain(`| ${repository} |`)
})

test('every model in the table is of a family that runs here', () => {
  const named = [...readme.matchAll(/^ {2}\| .* \| `(\w+)` \|/gm)].map(([, family]) => family ?? '')
  expect(named.length).toBeGreaterThan(5)
  for (const family of named) expect(() => familyOf(family)).not.toThrow()
})
