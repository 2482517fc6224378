/** A walk through folders ends, however they are linked. */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeSource } from '../../src/data/sources/node.ts'

test('folders that all link to each other are refused, and soon', async () => {
  const crowd = await mkdtemp(join(tmpdir(), 'voxelwise-'))
  onTestFinished(() => rm(crowd, { recursive: true }))
  const names = Array.from({ length: 12 }, (_, i) => `folder ${i}`)
  for (const name of names) {
    await mkdir(join(crowd, name), { recursive: true })
    for (const other of names) if (other !== name) await symlink(`../${other}`, join(crowd, name, other))
  }
  await expect(nodeSource(crowd).list()).rejects.toMatchObject({
    info: { code: 'file-too-large', message: expect.stringContaining('circular symbolic links') },
  })
}, 60_000)
