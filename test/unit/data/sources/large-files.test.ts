import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeModelFolder } from '../../../../src/data/sources/node.ts'

test('a file above 4 GiB keeps its size and its last bytes, which Node’s own blobs lose', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'large-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'config.json'), '{}')
  const size = 2 ** 32 + 100
  const file = await open(join(folder, 'weights.bin'), 'w')
  // The disk keeps only what is written.
  await file.truncate(size)
  await file.write('end', size - 3)
  await file.close()
  const { files, open: opened } = await nodeModelFolder(folder)
  expect(files.find(({ path }) => path === 'weights.bin')?.size).toBe(size)
  const blob = await opened('weights.bin')
  expect(blob.size).toBe(size)
  expect(await blob.slice(size - 3, size).text()).toBe('end')
})
