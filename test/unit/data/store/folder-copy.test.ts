/** The copy of runs in a user's folder, in memory here. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { exportRun } from '../../../../src/data/export/export-run.ts'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import { copyName, FolderCopy } from '../../../../src/data/store/folder-copy.ts'
import { importRun } from '../../../../src/data/store/import-run.ts'
import { framesOf, type JournalEntry } from '../../../../src/data/store/journal.ts'
import { readFolderCopy } from '../../../../src/data/store/read-folder-copy.ts'
import { restoreFiles } from '../../../../src/data/store/restore-backup.ts'
import { Store } from '../../../../src/data/store/store.ts'
import { judgePass, reply } from '../../support/judged.ts'
import { mappedRun, textQuestion } from '../../support/mapped.ts'
import { memoryFolder } from '../../support/memory-folder.ts'

let folder: FileSystemDirectoryHandle
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  folder = memoryFolder()
})

const runOf = (answers: readonly string[]) => mappedRun(answers.map(answer => [textQuestion, answer]))
const judging = { showsImages: false, isHeld: false, repeated: [], times: 0 }
const textOf = (run: Parameters<typeof serializeRun>[0]) => [...serializeRun(run)].join('')

async function take(store: Store, text: string): Promise<void> {
  expect(await importRun(store, new File([text], 'run.json'), () => {})).toBe('r')
}

async function exported(store: Store): Promise<string> {
  return (await exportRun(store, 'r', 'run.json', {})).text()
}

/** What another browser gets from the folder. */
async function broughtBack(): Promise<{ readonly store: Store; readonly problems: readonly string[] }> {
  globalThis.indexedDB = new IDBFactory()
  const store = await Store.open()
  const { problems } = await restoreFiles(store, readFolderCopy(folder), () => {})
  return { store, problems }
}

async function filesOf(): Promise<number> {
  let count = 0
  const root = await folder.getDirectoryHandle(copyName)
  for await (const run of root.values())
    if (run.kind === 'directory') for await (const _ of run.keys()) count++
  return count
}

test('a run that was deleted and imported again under its id is copied with its new records', async () => {
  const old = runOf(['old 0', 'old 1', 'old 2'])
  const oldText = textOf({ ...old, passes: [judgePass(old, judging, at => reply(at))] })
  const paused = runOf(['new 0', 'new 1', 'new 2'])
  const newText = textOf({ run: { ...paused.run, state: 'paused' }, records: paused.records.slice(0, 2) })
  const store = await Store.open()
  const copy = new FolderCopy(store, folder)
  await take(store, oldText)
  await copy.copy()
  await store.deleteRun('r')
  await new Promise(resolve => setTimeout(resolve, 5))
  await take(store, newText)
  // In the same visit, or in a later one.
  for (const later of [copy, new FolderCopy(store, folder)]) {
    await later.copy()
    const files = await filesOf()
    await later.copy()
    expect(await filesOf()).toBe(files)
  }
  const { store: other, problems } = await broughtBack()
  expect(problems).toEqual([])
  expect(JSON.parse(await exported(other))).toEqual(JSON.parse(newText))
  expect((await other.runs()).map(({ run }) => run.id)).toEqual(['r'])
})

test('a run that changes is copied once, with its records and passes', async () => {
  const own = runOf(['0', '1', '2', '3', '4'])
  const text = textOf({ ...own, passes: [judgePass(own, judging, at => reply(at))] })
  const store = await Store.open()
  await take(store, text)
  const copy = new FolderCopy(store, folder, 2)
  await copy.copy()
  const files = await filesOf()
  await store.changeRun('r', run => ({ ...run, name: 'Renamed' }))
  await copy.copy()
  // One that says the name, and no record again.
  expect(await filesOf()).toBe(files + 1)
  const { store: other } = await broughtBack()
  expect((await other.run('r')).name).toBe('Renamed')
  expect(JSON.parse(await exported(other))).toEqual(
    JSON.parse(text.replace('"name":"A run"', '"name":"Renamed"')),
  )
})

test('what is no run in the folder is named, and the others come back', async () => {
  const store = await Store.open()
  await take(store, textOf(runOf(['0', '1'])))
  await new FolderCopy(store, folder).copy()
  const root = await folder.getDirectoryHandle(copyName)
  for (const [name, entry] of [
    ['five', 5],
    ['half', { run: { id: 'half a run' } }],
  ] as const) {
    const hostile = await root.getDirectoryHandle(name, { create: true })
    const stream = await (await hostile.getFileHandle('1.journal', { create: true })).createWritable()
    await stream.write(framesOf([entry as JournalEntry]))
    await stream.close()
  }
  const { store: other, problems } = await broughtBack()
  expect(problems).toEqual([expect.stringMatching(/^five: /), expect.stringMatching(/^undefined: /)])
  expect((await other.runs()).map(({ run }) => run.id)).toEqual(['r'])
})
