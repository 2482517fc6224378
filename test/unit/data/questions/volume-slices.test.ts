import { nodeCodec } from '@voxelwise/pixels/node'
import { expect, test } from 'vitest'
import { datasetInfo } from '../../../../src/data/formats/dataset-overview.ts'
import { summariseDataset } from '../../../../src/data/formats/summarise-dataset.ts'
import { ImageReader } from '../../../../src/data/images/image-reader.ts'
import { openQuestions } from '../../../../src/data/questions/open-questions.ts'
import { listImages } from '../../../../src/engine/protocol/sample.ts'
import { canaries, ctSlice } from '../../support/dicom-bytes.ts'
import { medrcubeItem } from '../../support/medrcube-item.ts'
import { memorySource } from '../../support/memory-source.ts'

const item = (id: string, image_path: string, more: object = {}) => ({
  ...medrcubeItem,
  id,
  image_path,
  ...more,
})

/** A slice at a height in mm. */
const slice = (height: number, more: object = {}) =>
  ctSlice({ patient: 1, more: { 2097202: ['DS', `0\\0\\${height}`], ...more } })

/** In files whose names are in another order than their positions. */
const series = {
  'SMITH/a': slice(30),
  'SMITH/b': slice(10),
  'SMITH/c.dcm': slice(40),
  'SMITH/below/d': slice(20),
  'SMITH/notes.txt': 'CANARY',
}

const open = (items: readonly object[], files: object, slices?: string, keepNames = true) =>
  openQuestions(memorySource('set', { 'test.json': items, ...files }), { slices, keepNames }, nodeCodec)

const imagesIn = async (...args: Parameters<typeof open>) =>
  (await open(...args)).loaded.samples.map(listImages)

test('a folder of single-slice files of one series is its slices, by position', async () => {
  const inOrder = ['set/SMITH/b', 'set/SMITH/below/d', 'set/SMITH/a', 'set/SMITH/c.dcm']
  expect(await imagesIn([item('1', 'SMITH')], series)).toEqual([inOrder])
  expect(await imagesIn([item('1', 'SMITH', { slices: 2 })], series)).toEqual([[inOrder[1], inOrder[3]]])
  expect(await imagesIn([item('1', 'SMITH', { frame: 3 })], series)).toEqual([[inOrder[2]]])
  expect(await imagesIn([item('1', 'SMITH')], series, '2')).toEqual([[inOrder[1], inOrder[3]]])
  expect(await imagesIn([item('1', 'SMITH')], series, '9')).toEqual([inOrder])
})

test('a folder of two series is not guessed at: the card names it', async () => {
  const more = { ...series, 'SMITH/e': slice(50, { 2097166: ['UI', '1.2.3'] }) }
  const { loaded } = await open([item('1', 'SMITH')], more, '2')
  expect(loaded.badFiles).toMatchObject([{ file: 'set/SMITH', error: { code: 'image-frame' } }])
  expect(loaded.badFiles[0]?.error.message).toMatch(/2 series/)
})

test('the rule applies to volumes of which a question names no slice, and the run stores it', async () => {
  const frames = ctSlice({ patient: 1, more: { 2621448: ['IS', '3'] } })
  const files = {
    'x.nii': new Uint8Array(400),
    'many.dcm': frames,
    'one.dcm': slice(0),
    'p.png': new Uint8Array(9),
  }
  const items = [
    item('1', 'x.nii'),
    item('2', 'x.nii', { axis: 0, index: 7 }),
    item('3', 'many.dcm'),
    item('4', 'one.dcm'),
    item('5', 'p.png'),
  ]
  const { loaded } = await open(items, files, '2:coronal')
  expect(loaded.samples.map(listImages)).toEqual([
    ['set/x.nii//coronal=1of2', 'set/x.nii//coronal=2of2'],
    ['set/x.nii//sagittal=7'],
    ['set/many.dcm//frame=1of2', 'set/many.dcm//frame=2of2'],
    ['set/one.dcm'],
    ['set/p.png'],
  ])
  expect(datasetInfo(summariseDataset(loaded, 'files')).slices).toBe('2:coronal')
  const other = await open(items, files, '3')
  expect(other.loaded.fingerprint).not.toBe(loaded.fingerprint)
  const none = await open(items, files)
  expect(summariseDataset(none.loaded, 'files')).toMatchObject({ volumes: true, imagesAtOnce: 1 })
  expect(none.loaded).not.toHaveProperty('slices')
})

test('salted names stand in place of a series and of its folder', async () => {
  const { loaded, source } = await open(
    [item('1', 'SMITH', { folder: 'SMITH', study: 'set/SMITH' })],
    series,
    '2',
    false,
  )
  expect(JSON.stringify([loaded.samples, await source.list()])).not.toMatch(canaries)
  const [first = ''] = listImages(loaded.samples[0] as (typeof loaded.samples)[0])
  expect((await new ImageReader(source).open(first)).size).toBeGreaterThan(1000)
})
