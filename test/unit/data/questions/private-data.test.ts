/** What stays of a private data set, and whether it is the same again elsewhere. */

import { nodeCodec } from '@voxelwise/pixels/node'
import { expect, test } from 'vitest'
import { datasetInfo } from '../../../../src/data/formats/dataset-overview.ts'
import type { LoadOptions } from '../../../../src/data/formats/format.ts'
import { readMapping } from '../../../../src/data/formats/mapping/check.ts'
import { summariseDataset } from '../../../../src/data/formats/summarise-dataset.ts'
import { ImageReader } from '../../../../src/data/images/image-reader.ts'
import { openQuestions } from '../../../../src/data/questions/open-questions.ts'
import { questionDeriver } from '../../../../src/data/seams.ts'
import type { FolderSource } from '../../../../src/data/sources/source.ts'
import { listImages } from '../../../../src/engine/protocol/sample.ts'
import { canaries, ctSlice } from '../../support/dicom-bytes.ts'
import { letteredOptions, mappingWith } from '../../support/mapping-with.ts'
import { medrcubeItem } from '../../support/medrcube-item.ts'
import { memorySource } from '../../support/memory-source.ts'
import { niftiBytes } from '../../support/nifti-bytes.ts'
import { pngBytes } from '../../support/png-bytes.ts'
import { joinedPrivateTables, privateTable, privateRows as rows } from '../../support/private-tables.ts'

const mapping = mappingWith({
  ...letteredOptions,
  id: ['id', 'qid'],
  images: 'image',
  group: 'patient_id',
})
/** How the tables here are read. */
const ofTables: LoadOptions = { isPrivate: true, mapping }

const open = (source: FolderSource, options: LoadOptions = { isPrivate: true }) =>
  openQuestions(source, options, nodeCodec)

/** What a run holds of the data set before its first answer. */
async function describeHeld(source: FolderSource, options?: LoadOptions): Promise<string> {
  const { loaded } = await open(source, options)
  const { samples, skipped, findings, badFiles } = loaded
  return JSON.stringify([
    datasetInfo(summariseDataset(loaded, 'files')),
    samples,
    skipped,
    findings,
    badFiles,
  ])
}

test('names of tables, images, folders and groups and values of unused columns are in nothing that a run holds', async () => {
  expect(await describeHeld(privateTable(), { mapping })).toMatch(canaries)
  expect(await describeHeld(privateTable(), ofTables)).not.toMatch(canaries)
})

test('a row without its image quotes no name, in its id either', async () => {
  const source = memorySource('CANARY', {
    't.csv': [
      'id,image,question,A,B,answer',
      'CANARY1_0,SMITH/CANARY1.png,What?,a,b,A',
      ...rows.map((_, i) => `${i},b${i}.png,What is ${i}?,a,b,B`),
    ].join('\n'),
    ...Object.fromEntries(rows.map((_, i) => [`b${i}.png`, pngBytes])),
  })
  expect((await open(source, ofTables)).loaded.skipped).toHaveLength(1)
  expect(await describeHeld(source, ofTables)).not.toMatch(canaries)
})

test('the card lists every field that the samples hold, and the columns that are left out', async () => {
  const { loaded } = await open(privateTable(), ofTables)
  const { kept } = summariseDataset(loaded, 'files')
  expect(kept?.leftOut).toEqual(['patient_name', 'notes'])
  expect(kept?.columns).toEqual([])
  const held = new Set(loaded.samples.flatMap(({ fields }) => Object.keys(fields)))
  expect(new Set(kept?.fields)).toEqual(held)
})

test('a column stays on purpose only, and a run holds its name', async () => {
  const options = { ...ofTables, keepColumns: ['notes'] }
  const { loaded } = await open(privateTable(), options)
  const overview = summariseDataset(loaded, 'files')
  expect(overview.kept).toMatchObject({ columns: ['notes'], leftOut: ['patient_name'] })
  expect(datasetInfo(overview).keptColumns).toEqual(['notes'])
  expect(loaded.samples[0]?.fields.notes).toBe('CANARY')
  expect(loaded.samples[0]?.fields.patient_name).toBeUndefined()
})

test('a mapping of the user’s keeps its columns, unless the user says which', async () => {
  const own = { ...mapping, tables: mapping.tables.map(table => ({ ...table, keep: ['notes'] })) }
  const keeps = async (options: LoadOptions) =>
    (await open(privateTable(), { isPrivate: true, mapping: own, ...options })).loaded.kept?.columns
  expect(await keeps({})).toEqual(['notes'])
  expect(await keeps({ keepColumns: [] })).toEqual([])
})

const ofJoined: LoadOptions = {
  isPrivate: true,
  mapping: mappingWith({
    ...letteredOptions,
    where: { columns: 'question' },
    join: { files: 'SMITH answers.csv', by: 'qid' },
    id: 'qid',
    images: 'image',
  }),
}
const both = [
  [privateTable(), ofTables],
  [joinedPrivateTables(), ofJoined],
] as const

test('the mapping of a run holds no name of a file or an unused column, and reads the same data set again', async () => {
  for (const [source, options] of both) {
    const first = await open(source, options)
    const info = datasetInfo(summariseDataset(first.loaded, 'files'))
    expect(JSON.stringify(info)).not.toMatch(canaries)
    const stored = readMapping(info.mapping?.document ?? null, 'run')
    const again = await open(source, { isPrivate: true, mapping: stored, keepColumns: [] })
    expect(again.loaded.fingerprint).toBe(first.loaded.fingerprint)
    expect(again.loaded.samples).toEqual(first.loaded.samples)
    // What is stored of the second reading is what was stored of the first.
    const info2 = datasetInfo(summariseDataset(again.loaded, 'files'))
    expect(info2.mapping?.document).toEqual(info.mapping?.document)
  }
})

test('a mapping of a private run fits no other tables', async () => {
  const { loaded } = await open(joinedPrivateTables(), ofJoined)
  const info = datasetInfo(summariseDataset(loaded, 'files'))
  const stored = readMapping(info.mapping?.document ?? null, 'run')
  const other = await open(privateTable(), { isPrivate: true, mapping: stored }).catch(error => error)
  expect(JSON.stringify(other.info ?? other.loaded.fingerprint)).not.toContain(loaded.fingerprint)
})

test('ids that name a file, numeric groups, and labels that are names of folders have codes', async () => {
  const table = [
    'id,image,question,A,B,answer,patient_id',
    ...rows.map((_, i) => `CANARY${i}_q1,CANARY${i}.png,What is ${i}?,lung,heart,A,7700${i % 3}`),
  ]
  const source = memorySource('set', {
    'SMITH ward/CANARY.csv': table.join('\n'),
    ...Object.fromEntries(rows.map((_, i) => [`SMITH ward/CANARY${i}.png`, pngBytes])),
  })
  const withFolders = {
    ...mapping,
    tables: mapping.tables.map(one => ({
      ...one,
      task: { from: 'folder' as const },
      modality: { from: 'table' as const },
    })),
  }
  const options = { isPrivate: true, mapping: withFolders }
  const held = await describeHeld(source, options)
  expect(held).not.toMatch(canaries)
  expect(held).not.toMatch(/7700\d/)
  const { loaded } = await open(source, options)
  expect(new Set(loaded.samples.map(({ fields }) => fields.id)).size).toBe(rows.length)
  expect(new Set(loaded.samples.map(({ fields }) => fields.group)).size).toBe(3)
  const items = rows.map((_, i) => ({
    ...medrcubeItem,
    id: `${i}`,
    image_path: `${i}.png`,
    group: 77_000 + (i % 3),
  }))
  const cube = await describeHeld(
    memorySource('set', {
      'test.json': items,
      ...Object.fromEntries(rows.map((_, i) => [`${i}.png`, pngBytes])),
    }),
  )
  expect(cube).not.toMatch(/7700\d/)
})

test('an id with a word of the name of any file has a code, and a plain one stays', async () => {
  const source = memorySource('set', {
    't.csv': [
      'id,image,question,A,B,answer',
      ...rows.map(
        (_, i) =>
          `${i % 2 ? `q-${i}` : `CANARY-${i}`},${i % 2 ? `SMITH_CANARY_${i}` : `b${i}`}.png,What is ${i}?,a,b,B`,
      ),
    ].join('\n'),
    ...Object.fromEntries(rows.map((_, i) => [`${i % 2 ? `SMITH_CANARY_${i}` : `b${i}`}.png`, pngBytes])),
  })
  const { loaded } = await open(source, ofTables)
  expect(loaded.samples.map(({ fields }) => fields.id).filter(id => /^q-\d+$/.test(String(id)))).toHaveLength(
    6,
  )
  expect(await describeHeld(source, ofTables)).not.toMatch(canaries)
})

test('a column is a column even where its name is that of a role', async () => {
  const names = ['size', 'hint', 'withheld', 'frame', 'A2', '__proto__', 'constructor']
  const table = [
    'id,image,question,A,B,answer,category,plan',
    ...rows.map((_, i) => `${i},a${i}.png,What is ${i}?,lung,heart,A,x,y`),
  ]
  const source = memorySource('set', {
    't.csv': table
      .join('\n')
      .replace('plan', names.join(','))
      .replaceAll(',y', names.map(() => ',CANARY').join('')),
    ...Object.fromEntries(rows.map((_, i) => [`a${i}.png`, pngBytes])),
  })
  const all = { ...mapping, tables: mapping.tables.map(one => ({ ...one, keep: names })) }
  expect(await describeHeld(source, { isPrivate: true, mapping: all, keepColumns: [] })).not.toMatch(canaries)
})

test('a volume keeps the ending by which it is read', async () => {
  const items = [{ ...medrcubeItem, id: '1', image_path: 'CANARY.nii', axis: 'axial', index: 1 }]
  const { loaded, source } = await open(
    memorySource('SMITH', {
      'test.json': items,
      'CANARY.nii': niftiBytes([4, 5, 6], (x, y, z) => x + y + z),
    }),
  )
  expect(loaded.samples[0]?.image).toMatch(/^Private data [0-9a-f]{8}\/[0-9a-f]{32}\.nii\/\/axial=1$/)
  expect((await new ImageReader(source).bytes(loaded.samples[0]?.image ?? '')).bytes.byteLength).toBe(
    352 + 120,
  )
})

/** Headers are asked where a feature makes questions of them. */
const waysToAsk = ['questions', ...(questionDeriver ? ['headers'] : [])]

test.each(waysToAsk)('no file has a date or a name, by whatever way it is read: %s', async way => {
  const file = new File([new Uint8Array(ctSlice({ patient: 1 }))], 'CANARY.dcm', { lastModified: 19_010_203 })
  const modified = file.lastModified
  const items = [{ ...medrcubeItem, id: '1', image_path: 'CANARY.dcm' }]
  const json = new File([JSON.stringify(items)], 'test.json')
  const sourceWith = (isAsked: boolean): FolderSource => ({
    kind: 'files',
    name: 'SMITH',
    list: async () => [
      { path: 'CANARY.dcm', size: file.size },
      ...(isAsked ? [{ path: 'test.json', size: json.size }] : []),
    ],
    open: async path => (path === 'test.json' ? json : file),
    bytes: async path => ({ bytes: await (path === 'test.json' ? json : file).arrayBuffer(), modified }),
    stamp: async () => ({ size: file.size, modified }),
  })
  const isAsked = way === 'questions'
  const { loaded, source } = await open(sourceWith(isAsked), isAsked ? {} : { headers: { seed: 1 } })
  const image = loaded.samples[0]?.image ?? ''
  const reader = new ImageReader(source)
  expect(source.stamp).toBeUndefined()
  expect((await reader.bytes(image)).modified).toBeNull()
  expect(await reader.open(image)).not.toBeInstanceOf(File)
})

test('a damaged table, findings and skipped rows quote no name', async () => {
  const items = [
    { ...medrcubeItem, id: '1', image_path: 'CANARY/1.png' },
    { ...medrcubeItem, id: '2', image_path: '../SMITH/1.png' },
    { ...medrcubeItem, id: '3', image_path: 'CANARY/SMITH.png', notes: 'SMITH' },
    { ...medrcubeItem, id: '1', image_path: 'CANARY/1.png' },
  ]
  const source = memorySource('CANARY', {
    'SMITH/test.json': items,
    'SMITH/CANARY/1.png': pngBytes,
    'CANARY 2/test.json': '[{"id": "CANARY',
  })
  const { loaded } = await open(source)
  expect(loaded.badFiles).toHaveLength(1)
  expect(loaded.skipped.length).toBeGreaterThan(0)
  expect(await describeHeld(source)).not.toMatch(canaries)
})

test('an error of a file quotes its other name only', async () => {
  const source = memorySource('CANARY', {
    'test.json': [{ ...medrcubeItem, image_path: 'SMITH.zip//CANARY.png' }],
    'SMITH.zip': 'no zip',
  })
  const { loaded, source: opened } = await open(source)
  for (const image of loaded.samples.flatMap(listImages)) {
    const error = await new ImageReader(opened).open(image).catch(thrown => thrown)
    expect(JSON.stringify([error.info, error.message, error.stack])).not.toMatch(canaries)
  }
  expect(JSON.stringify(loaded.samples)).not.toMatch(canaries)
})
