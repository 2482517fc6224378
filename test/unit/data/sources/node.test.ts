import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeSource } from '../../../../src/data/sources/node.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voxelwise-'))
  await mkdir(join(folder, 'data/a b/é'), { recursive: true })
  await mkdir(join(folder, 'data/empty'))
  await mkdir(join(folder, 'elsewhere'))
  await writeFile(join(folder, 'data/a b/é/test.json'), '[]')
  await writeFile(join(folder, 'elsewhere/test.json'), '[]')
  await writeFile(join(folder, 'elsewhere/x.png'), 'x')
  await symlink('../elsewhere', join(folder, 'data/linked'))
  await symlink('../elsewhere/x.png', join(folder, 'data/x.png'))
  await symlink('nowhere', join(folder, 'data/broken.png'))
  await symlink('..', join(folder, 'data/a b/loop'))
})
afterAll(() => rm(folder, { recursive: true }))

test('lists files, through links but without linked test.json files, and ends if links loop', async () => {
  const source = nodeSource(join(folder, 'data'))
  const paths = (await source.list()).map(file => file.path).sort()
  expect(source.name).toBe('data')
  expect(paths).toEqual(['a b/é/test.json', 'linked/x.png', 'x.png'])
  expect(await (await source.open('linked/x.png')).text()).toBe('x')
})

test('names the links that lead nowhere', async () => {
  const broken: string[] = []
  await nodeSource(join(folder, 'data'), path => broken.push(path)).list()
  expect(broken).toEqual(['broken.png'])
})

test('a folder of links alone, as Hugging Face caches a model, is listed with sizes', async () => {
  const snapshot = join(folder, 'cache/snapshots/abc')
  await mkdir(join(snapshot, 'onnx'), { recursive: true })
  await mkdir(join(folder, 'cache/blobs'))
  await writeFile(join(folder, 'cache/blobs/1'), '{}')
  await writeFile(join(folder, 'cache/blobs/2'), 'weights')
  await symlink('../../blobs/1', join(snapshot, 'config.json'))
  await symlink('../../../blobs/2', join(snapshot, 'onnx/model.onnx'))
  // Two folders that lead into each other.
  await symlink('..', join(snapshot, 'onnx/up'))
  const source = nodeSource(snapshot)
  expect([...(await source.list())].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: 'config.json', size: 2 },
    { path: 'onnx/model.onnx', size: 7 },
  ])
  expect(await (await source.open('onnx/model.onnx')).text()).toBe('weights')
})

test('a folder that several others link to is listed below each', async () => {
  const shared = join(folder, 'shared')
  await mkdir(join(shared, 'pictures'), { recursive: true })
  await writeFile(join(shared, 'pictures/1.png'), 'x')
  for (const name of ['a', 'b']) {
    await mkdir(join(shared, name))
    await symlink('../pictures', join(shared, name, 'pictures'))
  }
  expect((await nodeSource(shared).list()).map(({ path }) => path).sort()).toEqual([
    'a/pictures/1.png',
    'b/pictures/1.png',
    'pictures/1.png',
  ])
})

test('failures name their path', async () => {
  const missing = { info: { code: 'file-missing', subject: 'nope.png' } }
  await expect(nodeSource(folder).open('nope.png')).rejects.toMatchObject(missing)
  const nowhere = join(folder, 'nowhere')
  await expect(nodeSource(nowhere).list()).rejects.toMatchObject({
    info: { code: 'file-missing', subject: nowhere },
  })
  const file = join(folder, 'elsewhere/x.png')
  await expect(nodeSource(file).list()).rejects.toMatchObject({
    info: { code: 'file-unreadable', subject: file },
  })
})
