/**
 * What the page writes it reads, whatever its size: runs, passes, judges' passes, backups and copies in a folder, with every
 * limit of what is read or written at once made so small that random sizes cross all of them.
 */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { exportRun } from '../../src/data/export/export-run.ts'
import { type RunFileParts, serializeRun } from '../../src/data/export/run-file.ts'
import { writeBackup } from '../../src/data/store/backup.ts'
import { copyRuns, readFolderCopy } from '../../src/data/store/folder-copy.ts'
import { importRun } from '../../src/data/store/import-run.ts'
import { restoreBackup, restoreFiles } from '../../src/data/store/restore-backup.ts'
import { Store } from '../../src/data/store/store.ts'
import { judgePass, reply } from '../unit/support/judged.ts'
import { mappedRun, textQuestion } from '../unit/support/mapped.ts'
import { memoryFolder } from '../unit/support/memory-folder.ts'
import { Random } from '../unit/support/random.ts'
import { seeds } from '../unit/support/rounds.ts'
import { moved, sound, wholeRun } from '../unit/support/sound-run.ts'

const pieces = ['a', 'é', '😀', '"', '\\', '\n', '\u2028', '\ud800', '{', ']', ',', '</run>', '0']
const nothing = { skipped: [], findings: [], badFiles: [] }

/** Texts as long as the slices that they are read in, and a little more and less. */
const longText = (random: Random, slice: number): string =>
  random.text(pieces, random.pick([0, 1, slice - 1, slice, slice + 1, 3 * slice]))

/** A run whose records were all asked again with the options in another order, or some of them. */
function withPass(id: string, count: number, random: Random, slice: number): RunFileParts {
  const { total: _, loaded: __, ...counts } = wholeRun.dataset.counts
  const skipped = { ...counts.skipped, missing_image: 0 }
  const dataset = { ...wholeRun.dataset, counts: { total: count, loaded: count, skipped } }
  const run = { ...wholeRun, id, total: count, dataset }
  const records = Array.from({ length: count }, (_, i) => sound(i, longText(random, slice), { run: id }))
  const again = records.slice(0, random.below(count + 1))
  const pass = {
    run: { ...run, id: `${id}-moved`, parent: id, probe: moved, state: 'paused' as const },
    records: again.map((_, i) => sound(i, longText(random, slice), { run: `${id}-moved` }, moved)),
  }
  return { run, records, ...nothing, passes: random.below(2) === 0 ? [pass] : [] }
}

/** A run whose answers a judge rated, some of them several times. */
function withJudge(id: string, count: number, random: Random, slice: number): RunFileParts {
  const answers = Array.from({ length: count }, () => [textQuestion, longText(random, slice)] as const)
  const { run, records } = mappedRun(answers)
  const parent = { run: { ...run, id }, records: records.map(record => ({ ...record, run: id })) }
  const repeated = records.map(({ sample }) => sample.index).filter(() => random.below(2) === 0)
  const judging = { showsImages: false, isHeld: false, repeated, times: random.below(3) }
  const pass = judgePass(parent, judging, () => reply(random.below(11)))
  const own = {
    run: { ...pass.run, id: `${id}-judge` },
    records: pass.records.map(record => ({ ...record, run: `${id}-judge` })),
  }
  return { ...parent, ...nothing, passes: [own] }
}

async function freshStore(): Promise<Store> {
  globalThis.indexedDB = new IDBFactory()
  return Store.open()
}

const exportText = async (store: Store, id: string): Promise<string> =>
  (await exportRun(store, id, 'run.json', {})).text()

/** All runs of a store but their passes, as they are exported. */
async function readAllTexts(store: Store): Promise<unknown> {
  const ids = (await store.runs()).flatMap(({ run }) => (run.parent === undefined ? [run.id] : []))
  const texts = await Promise.all(ids.map(id => exportText(store, id)))
  return texts.map(text => JSON.parse(text))
}

test.each(seeds(25))('sizes of seed %i', async seed => {
  const random = new Random(seed)
  const portions = { records: 1 + random.below(4), slice: 1 + random.below(200) }
  const runs = Array.from({ length: 1 + random.below(3) }, (_, i) => {
    const count = random.pick([0, 1, portions.records, portions.records + 1, 3 * portions.records])
    return (random.below(2) === 0 ? withPass : withJudge)(`run-${i}`, count, random, portions.slice)
  })
  const store = await freshStore()
  for (const run of runs) {
    const file = new File([...serializeRun(run)], 'run.json')
    const id = await importRun(store, file, () => {}, portions)
    expect(JSON.parse(await exportText(store, id))).toEqual(JSON.parse(await file.text()))
  }
  const all = await readAllTexts(store)
  const records = runs.flatMap(run => [run, ...(run.passes ?? [])].flatMap(part => [...part.records]))
  const backup = new File(
    [
      await writeBackup(
        runs.map(({ run }) => run.id),
        id => exportRun(store, id, 'run.json', {}),
      ),
    ],
    'backup.zip',
  )
  const folder = memoryFolder()
  await copyRuns(store, folder)

  const whole = { runs: (await store.runs()).length, records: records.length, problems: [] }
  for (const restore of [
    (other: Store) => restoreBackup(other, backup, () => {}, portions),
    (other: Store) => restoreFiles(other, readFolderCopy(folder), () => {}, portions),
  ]) {
    const other = await freshStore()
    expect(await restore(other)).toEqual(whole)
    expect(await readAllTexts(other)).toEqual(all)
    // Once more, nothing is missing.
    expect(await restore(other)).toEqual({ runs: 0, records: 0, problems: [] })
    expect(await readAllTexts(other)).toEqual(all)

    // A browser that has some of the records gets the others.
    const partial = await freshStore()
    let had = 0
    for (const { run, records } of runs) {
      const some = [...records].filter(() => random.below(2) === 0)
      had += some.length
      await partial.putRun(run)
      if (some.length > 0) await partial.addRecords(run.id, some)
    }
    expect(await restore(partial)).toEqual({
      runs: whole.runs - runs.length,
      records: whole.records - had,
      problems: [],
    })
    expect(await readAllTexts(partial)).toEqual(all)
  }
})

test('a file of a backup that is damaged, cut or another’s is named, and the others are restored', async () => {
  const random = new Random(7)
  const store = await freshStore()
  const texts = [0, 1, 2].map(i => [...serializeRun(withJudge(`run-${i}`, 30, random, 50))].join(''))
  const made = (own: readonly string[]) =>
    writeBackup(
      own.map((_, i) => String(i)),
      async i => new Blob([own[Number(i)] ?? '']),
    )
  const bad = await made([texts[0] ?? '', (texts[1] ?? '').slice(0, -40), '[]', texts[2] ?? ''])
  const restored = await restoreBackup(store, new File([bad], 'b.zip'), () => {}, { records: 7 })
  expect(restored.problems).toEqual([
    expect.stringMatching(/^run-0002\.json: /),
    expect.stringMatching(/^run-0003\.json: /),
  ])
  const listRunIds = async () => (await store.runs()).map(({ run }) => run.id)
  expect(await listRunIds()).toEqual(['run-0', 'run-0-judge', 'run-2', 'run-2-judge'])
  expect(await store.countRecords('run-1')).toBe(0)

  const bytes = new Uint8Array(await (await made([texts[1] ?? '', texts[0] ?? ''])).arrayBuffer())
  const damaged = new File([bytes.fill(0x55, 400, 420)], 'b.zip')
  const second = await restoreBackup(store, damaged, () => {})
  expect(second).toEqual({
    runs: 0,
    records: 0,
    problems: [expect.stringMatching(/^run-0001\.json: .*damaged/)],
  })
  expect(await store.countRecords('run-1')).toBe(0)
})

test('a run.json with reordered members in a backup is unpacked again for each of them', async () => {
  const text = [...serializeRun(withJudge('run-0', 9, new Random(3), 50))].join('')
  const reversed = (value: object) => Object.fromEntries(Object.entries(value).reverse())
  const whole = JSON.parse(text)
  const other = JSON.stringify(reversed({ ...whole, passes: whole.passes.map(reversed) }))
  const backup = new File([await writeBackup(['run-0'], async () => new Blob([other]))], 'b.zip')
  const store = await freshStore()
  const restored = await restoreBackup(store, backup, () => {}, { records: 2, slice: 100 })
  expect(restored).toMatchObject({ runs: 2, problems: [] })
  expect(JSON.parse(await exportText(store, 'run-0'))).toEqual(whole)
})
