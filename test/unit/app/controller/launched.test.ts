import { expect, test } from 'vitest'
import { openLaunched } from '../../../../src/app/controller/launched.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'

/** Verbs that note what they were given. */
function noting() {
  const given: string[] = []
  const note = (verb: string, what: string) => void given.push(`${verb} ${what}`)
  return {
    given,
    importFiles: async ([file]: readonly File[]) => {
      note('import', file?.name ?? '')
      return 'new-run'
    },
    restore: async (file: File) => {
      note('restore', file.name)
      return { runs: 0, records: 0 } as never
    },
    chooseDataset: async (picked: { from: string }) => note('data set', picked.from),
    chooseModel: async (picked: { from: string }) => note('model', picked.from),
  }
}

const file = (name: string) =>
  ({ kind: 'file', name, getFile: async () => new File(['{}'], name) }) as unknown as FileSystemHandle

const folder = (...names: string[]) =>
  ({
    kind: 'directory',
    getFileHandle: async (name: string) => {
      if (!names.includes(name)) throw new DOMException('', 'NotFoundError')
      return file(name)
    },
  }) as unknown as FileSystemHandle

test.each([
  [file('run.json'), 'import run.json', { kind: 'run', id: 'new-run' }],
  [file('Backup.ZIP'), 'restore Backup.ZIP', { kind: 'backup' }],
  [folder('test.json'), 'data set handle', { kind: 'folder' }],
  [folder('config.json'), 'model handle', { kind: 'folder' }],
])('the files that launch the installed page are recognised', async (handle, given, opened) => {
  const verbs = noting()
  expect(await openLaunched(verbs, handle)).toEqual(opened)
  expect(verbs.given).toEqual([given])
})

test('any other file is refused by its name', async () => {
  await expect(openLaunched(noting(), file('a.txt'))).rejects.toThrow(VoxelwiseError)
})
