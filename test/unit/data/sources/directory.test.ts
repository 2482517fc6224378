import { expect, test } from 'vitest'
import { DirectorySource } from '../../../../src/data/sources/directory.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { handle, type Tree } from '../../support/directory-handle.ts'

const list = async (tree: Tree) => {
  const found: string[] = []
  const files = await new DirectorySource(handle('data', tree), undefined).list(undefined, ({ path }) =>
    found.push(path),
  )
  expect(files.map(({ path }) => path)).toEqual(found)
  return found.sort()
}

test('every file at any depth is listed once, and reported as it is found', async () => {
  expect(await list({})).toEqual([])
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, { a: 'file' as const }]))
  expect(await list({ top: 'file', empty: {}, deep: { er: { est: { last: 'file' } } }, many })).toEqual(
    ['deep/er/est/last', ...Object.keys(many).map(name => `many/${name}/a`), 'top'].sort(),
  )
})

test('a folder that disappears is reported once, however many reads fail', async () => {
  const source = new DirectorySource(
    handle('data', { a: { b: 'fails' }, c: { d: 'fails' }, e: { f: { g: 'fails' } }, h: 'file' }),
    undefined,
  )
  const error = await source.list().catch(error => error)
  expect(error).toBeInstanceOf(VoxelwiseError)
  expect(error.info).toMatchObject({ code: 'file-missing', subject: 'data' })
})

test('known paths replace handles, once: a second listing looks again', async () => {
  const paths = new ReadableStream<readonly string[]>({
    start(controller) {
      controller.enqueue(['a', 'b/c'])
      controller.enqueue([])
      controller.enqueue(['b/d'])
      controller.close()
    },
  })
  const source = new DirectorySource(handle('data', { now: 'file' }), paths)
  const listed = async () => (await source.list()).map(({ path }) => path)
  expect(await listed()).toEqual(['a', 'b/c', 'b/d'])
  expect(await listed()).toEqual(['now'])
})

test('a dropped folder that cannot be listed completely is reported', async () => {
  const paths = new ReadableStream<readonly string[]>({
    pull: controller => controller.error(new DOMException('gone', 'NotFoundError')),
  })
  const error = await new DirectorySource(handle('data', {}), paths).list().catch(error => error)
  expect(error.info).toMatchObject({ code: 'file-missing', subject: 'data' })
})
