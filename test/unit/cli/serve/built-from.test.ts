import { existsSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { builtFrom, digestOfFiles, isBuiltFrom, pageSources } from '../../../../build/built-from.ts'

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

test('a page that is built elsewhere says nothing about the page in dist', async () => {
  const root = mkdtempSync(join(tmpdir(), 'voxelwise-'))
  writeFileSync(join(root, 'index.html'), '<!doctype html>')
  const into = (outDir: string) => ({
    configFile: false as const,
    root,
    logLevel: 'error' as const,
    build: { outDir },
  })
  await build({ ...into('bench'), plugins: [builtFrom()] })
  expect(isBuiltFrom(join(root, 'bench'), pageSources())).toBe(true)
  expect(existsSync(join(root, 'dist'))).toBe(false)
  // A failed build leaves no page, and no note of one.
  const failing = { name: 'failing', renderStart: () => Promise.reject(new Error('No disk.')) }
  await expect(build({ ...into('failed'), plugins: [failing, builtFrom()] })).rejects.toThrow('No disk.')
  expect(isBuiltFrom(join(root, 'failed'), pageSources())).toBe(false)
})
