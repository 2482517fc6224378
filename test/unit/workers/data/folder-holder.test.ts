/** What a run holds of the folders that are open, whatever is opened meanwhile. */
import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import { Store } from '../../../../src/data/store/store.ts'
import type { LoadedDataset } from '../../../../src/engine/protocol/sample.ts'
import { folderHolder } from '../../../../src/workers/data/folder-holder.ts'
import type { OpenDataset } from '../../../../src/workers/data/folder-port.ts'
import type { OpenedModel } from '../../../../src/workers/data/model-role.ts'
import { OpenedRole } from '../../../../src/workers/data/opened-role.ts'
import { someRun } from '../../support/records.ts'

const makeDataset = (fingerprint: string, images: number): OpenDataset => {
  const sample = {
    index: 0,
    fields: { id: fingerprint },
    image: 'a.png',
    furtherImages: Array.from({ length: images - 1 }, (_, at) => `${at}.png`),
    file: 'test.json',
  }
  return {
    source: nodeSource('public/datasets/phantom-cube'),
    loaded: { fingerprint, samples: [sample] } as unknown as LoadedDataset,
  }
}

const server: OpenedModel = { kind: 'server', info: { name: 's' } as never, base: '/server/' }

async function roles() {
  const opened = {
    dataset: new OpenedRole<OpenDataset>(),
    model: new OpenedRole<OpenedModel>(),
    judge: new OpenedRole<OpenedModel>(),
  }
  await opened.dataset.open(1, async () => makeDataset('first', 2))
  await opened.model.open(1, async () => server)
  return { ...opened, holder: folderHolder(Store.open(), opened) }
}

const opening = (number: number) => ({ name: 'x', number })

test('a run keeps its folders when others are opened, and a later run gets those', async () => {
  const { dataset, holder } = await roles()
  const held = holder.openRunFolders({ dataset: opening(1), model: opening(1) })
  await dataset.open(2, async () => makeDataset('second', 1))
  expect([held.datasetFingerprint(), held.imagesAtOnce(), held.sampleCount()]).toEqual(['first', 2, 1])
  expect(held.takeSamples(Uint32Array.of(0, 7)).map(({ fields }) => fields.id)).toEqual(['first'])
  expect(held.modelServer()).toBe('/server/')
  expect(() => held.modelFiles()).toThrow('This run has no model files.')
  expect(holder.openRunFolders({ dataset: opening(2), model: null }).datasetFingerprint()).toBe('second')
})

test('a folder that is no longer open is refused, for each role separately', async () => {
  const { dataset, model, judge, holder } = await roles()
  const refused = expect.objectContaining({ info: expect.objectContaining({ code: 'fingerprint-mismatch' }) })
  expect(() => holder.openRunFolders({ dataset: opening(2), model: null })).toThrow(refused)
  await model.open(2, async () => server)
  expect(() => holder.openRunFolders({ dataset: opening(1), model: opening(1) })).toThrow(refused)
  expect(holder.openRunFolders({ dataset: opening(1), model: opening(2) }).datasetFingerprint()).toBe('first')
  // The judge's openings have numbers of their own.
  const judging = { showsImages: false, isHeld: false, repeated: [], times: 0 } as never
  await expect(holder.openJudgeFolders(opening(2), 'r', judging, null)).rejects.toEqual(refused)
  await judge.open(3, async () => server)
  await dataset.open(2, async () => makeDataset('second', 1))
  await expect(holder.openJudgeFolders(opening(3), 'r', judging, opening(1))).rejects.toEqual(refused)
})

test('a judge that sees no images holds no data set', async () => {
  const { judge, holder } = await roles()
  const store = await Store.open()
  await store.putRun(someRun)
  await judge.open(5, async () => server)
  const judging = { showsImages: false, isHeld: false, repeated: [], times: 0 } as never
  const held = await holder.openJudgeFolders(opening(5), 'r', judging, null)
  expect(held.sampleCount()).toBe(0)
  expect(() => held.datasetFingerprint()).toThrow('No data set is held.')
  expect(await holder.openAnswers('r')).toEqual([])
})
