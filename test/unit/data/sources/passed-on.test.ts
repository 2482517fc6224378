import { expect, test } from 'vitest'
import { loadDataset } from '../../../../src/data/formats/registry.ts'
import { FilesSource } from '../../../../src/data/sources/files.ts'
import { watchedSource } from '../../../../src/data/sources/passed-on.ts'
import type { FolderSource } from '../../../../src/data/sources/source.ts'
import { letteredOptions, mappingWith } from '../../support/mapping-with.ts'
import { memorySource } from '../../support/memory-source.ts'

test('every table is reported before it is read, by its rooted path', async () => {
  const files = { 'test.csv': 'question,A,B,answer\nq,x,y,A\n', 'val.csv': 'question,A,B,answer\nq,x,y,B\n' }
  const told: string[] = []
  const source = watchedSource(memorySource('set', files), path => told.push(path))
  const { samples } = await loadDataset(source, { mapping: mappingWith(letteredOptions) })
  expect(samples).toHaveLength(1)
  expect(new Set(told)).toEqual(new Set(['set/test.csv', 'set/val.csv']))
})

test('the first thousand files are reported immediately, and later ones seldom', async () => {
  const told: string[] = []
  const empty = new Blob()
  const folder = { ...memorySource('set', {}), open: async () => empty }
  const source = watchedSource(folder, path => told.push(path))
  for (let i = 0; i < 20_000; i++) await source.open(String(i))
  expect(told.length).toBeGreaterThanOrEqual(1000)
  expect(told.length).toBeLessThan(2000)
  expect(told.slice(0, 3)).toEqual(['set/0', 'set/1', 'set/2'])
})

test('a source that is a class keeps its methods', async () => {
  const file = new File(['abc'], 'a.txt')
  const plain: FolderSource = new FilesSource('set', [{ path: 'a.txt', file }])
  const told = watchedSource(plain, () => {})
  expect(await (await told.open('a.txt')).text()).toBe('abc')
  expect([told.kind, told.name]).toEqual([plain.kind, plain.name])
  for (const way of ['bytes', 'read', 'stamp', 'size'] as const)
    expect(told[way] === undefined, way).toBe(plain[way] === undefined)
})
