/** The copy of runs in a user's folder, in memory here. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { exportRun } from '../../../../src/data/export/export-run.ts'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import { copyRuns, readFolderCopy } from '../../../../src/data/store/folder-copy.ts'
import { importRun } from '../../../../src/data/store/import-run.ts'
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

const makeRun = (answers: readonly string[]) => mappedRun(answers.map(answer => [textQuestion, answer]))
const judging = { showsImages: false, isHeld: false, repeated: [], times: 0 }
const writeRun = (run: Parameters<typeof serializeRun>[0]) => [...serializeRun(run)].join('')

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

async function names(): Promise<readonly string[]> {
  const all: string[] = []
  for await (const name of (await folder.getDirectoryHandle('voxelwise-runs')).keys()) all.push(name)
  return all.sort()
}

async function put(name: string, text: string): Promise<void> {
  const root = await folder.getDirectoryHandle('voxelwise-runs', { create: true })
  const stream = await (await root.getFileHandle(name, { create: true })).createWritable()
  await stream.write(text)
  await stream.close()
}

test('a run that was deleted and imported again under its id is copied with its new records', async () => {
  const old = makeRun(['old 0', 'old 1', 'old 2'])
  const oldText = writeRun({ ...old, passes: [judgePass(old, judging, at => reply(at))] })
  const paused = makeRun(['new 0', 'new 1', 'new 2'])
  const newText = writeRun({ run: { ...paused.run, state: 'paused' }, records: paused.records.slice(0, 2) })
  const store = await Store.open()
  await take(store, oldText)
  await copyRuns(store, folder)
  await store.deleteRun('r')
  await new Promise(resolve => setTimeout(resolve, 5))
  await take(store, newText)
  await copyRuns(store, folder)
  const files = await names()
  expect(files).toHaveLength(1)
  // In the same visit, or in a later one, an unchanged run is not written again.
  await copyRuns(store, folder)
  expect(await names()).toEqual(files)
  const { store: other, problems } = await broughtBack()
  expect(problems).toEqual([])
  expect(JSON.parse(await exported(other))).toEqual(JSON.parse(newText))
  expect((await other.runs()).map(({ run }) => run.id)).toEqual(['r'])
})

test('a run that changes replaces its file, with its records and passes', async () => {
  const own = makeRun(['0', '1', '2', '3', '4'])
  const text = writeRun({ ...own, passes: [judgePass(own, judging, at => reply(at))] })
  const store = await Store.open()
  await take(store, text)
  await copyRuns(store, folder)
  await store.changeRun('r', run => ({ ...run, name: 'Renamed' }))
  await copyRuns(store, folder)
  expect(await names()).toHaveLength(1)
  const { store: other } = await broughtBack()
  expect((await other.run('r')).name).toBe('Renamed')
  expect(JSON.parse(await exported(other))).toEqual(
    JSON.parse(text.replace('"name":"A run"', '"name":"Renamed"')),
  )
})

test('a browser that lost records does not replace the copy that has them, and gets them back', async () => {
  const whole = makeRun(['0', '1', '2', '3'])
  const store = await Store.open()
  await take(store, writeRun(whole))
  await copyRuns(store, folder)
  const text = await exported(store)

  globalThis.indexedDB = new IDBFactory()
  const poorer = await Store.open()
  await poorer.putRun(await store.run('r'))
  await poorer.addRecords('r', whole.records.slice(0, 1))
  await copyRuns(poorer, folder)
  expect(await names()).toHaveLength(2)
  await restoreFiles(poorer, readFolderCopy(folder), () => {})
  expect(JSON.parse(await exported(poorer)).results).toEqual(JSON.parse(text).results)
  await copyRuns(poorer, folder)
  expect(await names()).toHaveLength(1)
})

test('a run whose copy fails leaves no partial file, and the earlier copy stays', async () => {
  const store = await Store.open()
  await take(store, writeRun(makeRun(['0', '1'])))
  await copyRuns(store, folder)
  const before = await names()
  await store.changeRun('r', run => ({ ...run, name: 'Renamed' }))
  store.records = async function* () {
    yield [] as never[]
    throw new DOMException('The disk is full.', 'QuotaExceededError')
  }
  await expect(copyRuns(store, folder)).rejects.toThrow('The disk is full.')
  expect(await names()).toEqual(before)
})

test('other files in the folder are named, and the runs are restored', async () => {
  const store = await Store.open()
  await take(store, writeRun(makeRun(['0', '1'])))
  await copyRuns(store, folder)
  await put('five.json', '5')
  await put('half.json', '{"run":{"id":"half a run"}}')
  await put('readme.txt', 'not a run')
  const { store: other, problems } = await broughtBack()
  expect(problems.toSorted()).toEqual([
    expect.stringMatching(/^five\.json: /),
    expect.stringMatching(/^half\.json: /),
  ])
  expect((await other.runs()).map(({ run }) => run.id)).toEqual(['r'])
})
