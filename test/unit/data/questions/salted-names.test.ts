import { nodeCodec } from '@voxelwise/pixels/node'
import { expect, test } from 'vitest'
import type { ReadDataset } from '../../../../src/data/formats/format.ts'
import type { MappingDocument } from '../../../../src/data/formats/mapping/document.ts'
import { summariseDataset } from '../../../../src/data/formats/summarise-dataset.ts'
import { ImageReader } from '../../../../src/data/images/image-reader.ts'
import { openQuestions } from '../../../../src/data/questions/open-questions.ts'
import type { FolderSource } from '../../../../src/data/sources/source.ts'
import { canaries, ctSlice } from '../../support/dicom-bytes.ts'
import { letteredOptions, mappingWith } from '../../support/mapping-with.ts'
import { medrcubeItem } from '../../support/medrcube-item.ts'
import { memorySource } from '../../support/memory-source.ts'
import { pngBytes } from '../../support/png-bytes.ts'

const item = (id: string, image_path: string, more: object = {}) => ({
  ...medrcubeItem,
  id,
  image_path,
  ...more,
})

const folder = (name = 'SMITH_JOHN') =>
  memorySource(name, {
    'CANARY ward/test.json': [
      item('1', 'SMITH/IM1'),
      item('2', 'SMITH/IM1', { study: 'CANARY ward/SMITH/IM1' }),
      item('3', 'SMITH/IM2.dcm', { frame: 1 }),
      item('4', 'SMITH/missing.dcm'),
    ],
    'CANARY ward/SMITH/IM1': ctSlice({ patient: 1 }),
    'CANARY ward/SMITH/IM2.dcm': ctSlice({
      patient: 2,
      more: { 2622209: ['CS', 'YES'], 2622210: ['CS', 'YES'] },
    }),
  })

const open = (source: FolderSource, keepNames = false, mapping?: MappingDocument) =>
  openQuestions(source, { keepNames, ...(mapping && { mapping }) }, nodeCodec)

const writeLoaded = (loaded: ReadDataset): string =>
  JSON.stringify([loaded, summariseDataset(loaded, 'files')])

test('salted names stand in place of those of DICOM files, of their folders and of the picked folder', async () => {
  const { loaded, source } = await open(folder())
  expect(loaded.samples).toHaveLength(3)
  expect(writeLoaded(loaded)).not.toMatch(canaries)
  expect(JSON.stringify(await source.list())).not.toMatch(canaries)
  const [one, two, three] = loaded.samples
  expect(one?.image).toBe(two?.image)
  expect(one?.image).not.toBe(three?.image)
  expect(two?.fields.study).toBeUndefined()
  expect(one?.fields.image_path).toBe(one?.image)
  const reader = new ImageReader(source)
  expect((await reader.open(one?.image ?? '')).size).toBeGreaterThan(1000)
  const error = await reader.open(`${loaded.name}/SMITH/IM1`).catch(thrown => JSON.stringify(thrown.info))
  expect(error).toMatch(/file-missing/)
})

test('the same files get the same names, and another set of names gets others', async () => {
  const names = async (source: FolderSource) => (await open(source)).loaded.samples.map(({ image }) => image)
  expect(await names(folder())).toEqual(await names(folder()))
  expect(await names(folder('another'))).not.toEqual(await names(folder()))
})

test('the user can keep the names, and other images have their own', async () => {
  const kept = await open(folder(), true)
  expect(kept.loaded.samples[0]?.image).toBe('SMITH_JOHN/CANARY ward/SMITH/IM1')
  expect(kept.loaded.salted).toBeUndefined()

  const plain = await open(memorySource('set', { 'test.json': [item('1', 'a.png')], 'a.png': pngBytes }))
  expect(plain.loaded.samples[0]?.image).toBe('set/a.png')
  expect(plain.loaded.marks).toBeUndefined()
})

test('the files’ own tags about text and faces are counted', async () => {
  const { loaded } = await open(folder())
  expect(loaded.marks).toEqual({
    read: 2,
    files: 2,
    text: 1,
    textUnknown: 1,
    faces: 1,
    ...{ unpacked: 0, overrun: 0 },
  })
})

test('of a table nothing stays but what has a role: no name of it, no other column, no group as it is written', async () => {
  const rows = ['1', '2'].map(id =>
    [
      id,
      'SMITH/IM1',
      'CANARY ward',
      'What is it?',
      'a lung',
      'a heart',
      'A',
      'SMITH_JOHN',
      'CANARY note',
    ].join(','),
  )
  const table = ['id,image,ward,question,A,B,answer,patient_id,notes', ...rows].join('\n')
  const { loaded, source } = await open(
    memorySource('SMITH_JOHN', { 'SMITH_JOHN.csv': table, 'SMITH/IM1': ctSlice({ patient: 1 }) }),
    false,
    mappingWith({ ...letteredOptions, id: 'id', images: 'image', group: 'patient_id' }),
  )
  expect(loaded.samples).toHaveLength(2)
  expect(JSON.stringify(loaded.samples)).not.toMatch(canaries)
  expect(loaded.samples[0]?.file).toMatch(/^DICOM images [0-9a-f]{8}\/[0-9a-f]{16}\.csv$/)
  expect(source.stamp).toBeUndefined()
})

test('a set that the user calls private is treated alike, whatever its images are', async () => {
  const item = { ...medrcubeItem, id: '1', image_path: 'SMITH_JOHN.png', ward: 'CANARY', group: 'SMITH' }
  const folder = memorySource('SMITH', { 'CANARY/test.json': [item], 'CANARY/SMITH_JOHN.png': pngBytes })
  const read = (isPrivate: boolean) => openQuestions(folder, { isPrivate }, nodeCodec)
  expect(JSON.stringify((await read(false)).loaded.samples)).toMatch(canaries)
  const { loaded, source } = await read(true)
  expect(writeLoaded(loaded)).not.toMatch(canaries)
  expect(loaded.name).toMatch(/^Private data [0-9a-f]{8}$/)
  const [sample] = loaded.samples
  expect(sample?.image).toMatch(/\/[0-9a-f]{32}\.png$/)
  expect((await new ImageReader(source).bytes(sample?.image ?? '')).modified).toBeNull()
})
