import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pickedPath } from '../../../../src/data/sources/picked-path.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voxelwise-'))
  await mkdir(join(folder, 'set/images'), { recursive: true })
  for (const name of ['a.tsv', 'b.tsv', 'c.zip', 'd.zip', 'e.xlsx', 'f.csv.gz', 'images/x.png'])
    await writeFile(join(folder, 'set', name), 'text')
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['set', ['a.tsv', 'b.tsv', 'c.zip', 'd.zip', 'e.xlsx', 'f.csv.gz', 'images/x.png']],
  ['set/a.tsv', ['a.tsv', 'c.zip', 'd.zip', 'images/x.png']],
  ['set/c.zip', ['c.zip', 'images/x.png']],
  ['set/e.xlsx', ['c.zip', 'd.zip', 'e.xlsx', 'images/x.png']],
  ['set/f.csv.gz', ['c.zip', 'd.zip', 'f.csv.gz', 'images/x.png']],
])('%s is %j', async (path, files) => {
  const { source, folder: own } = pickedPath(join(folder, path))
  expect(source.name).toBe('set')
  expect(own).toBe(join(folder, 'set'))
  expect((await source.list()).map(file => file.path).sort()).toEqual(files)
})

test('parts of a file are read without the rest', async () => {
  const { source } = pickedPath(join(folder, 'set/a.tsv'))
  expect(await source.size?.('a.tsv')).toBe(4)
  expect(Buffer.from((await source.read?.('a.tsv', 1, 3)) ?? []).toString()).toBe('ex')
  expect((await source.read?.('a.tsv', 3, 9))?.length).toBe(1)
  await expect(source.size?.('none.tsv')).rejects.toMatchObject({ info: { code: 'file-missing' } })
  await expect(source.read?.('none.tsv', 0, 1)).rejects.toMatchObject({ info: { code: 'file-missing' } })
})
