import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { digestOfFiles, pageSources } from '../../../../build/built-from.ts'

test('a source that was only touched leaves the page as it is; other content does not', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'voxelwise-')), 'a.ts')
  writeFileSync(file, 'one')
  const before = digestOfFiles([file])
  utimesSync(file, new Date(), new Date(Date.now() + 60_000))
  expect(digestOfFiles([file])).toBe(before)
  writeFileSync(file, 'two')
  expect(digestOfFiles([file])).not.toBe(before)
})

test('the page is built of its code, what it bundles and how it is built, and of no test', () => {
  const sources = pageSources()
  for (const file of ['src/ui/shell/main.tsx', 'vite.config.ts', 'packages/pixels/src/bmp.ts'])
    expect(sources).toContain(file)
  expect(sources.filter(file => file.includes('.test.'))).toEqual([])
})
