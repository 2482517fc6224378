/** A folder of series without questions, and a table of questions whose rows name its files. */
import { readFileSync } from 'node:fs'
import { filePolicy } from '@voxelwise/pixels'
import { nodeCodec } from '@voxelwise/pixels/node'
import { expect, test } from 'vitest'
import { readPicture } from '../../../src/data/images/decoding.ts'
import { ImageReader } from '../../../src/data/images/image-reader.ts'
import { openQuestions } from '../../../src/data/questions/open-questions.ts'
import { listImages } from '../../../src/engine/protocol/sample.ts'
import { ctSlice } from '../../unit/support/dicom-bytes.ts'
import { memorySource } from '../../unit/support/memory-source.ts'

const volume = new Uint8Array(readFileSync('packages/pixels/test/golden/nifti/00-uint8-straight.nii'))
const series = {
  'S1/IM0001': ctSlice({ patient: 1 }),
  'S1/IM0002.dcm': ctSlice({ patient: 2 }),
  'head.nii': volume,
}

const rows = [
  {
    file: 'S1/IM0001',
    question: 'Which organ?',
    A: 'Lung',
    B: 'Liver',
    answer: 'A',
    axis: '',
    index: '',
    slices: '',
  },
  {
    file: 'S1/IM0002.dcm',
    question: 'Which side?',
    A: 'Left',
    B: 'Right',
    answer: 'B',
    axis: '',
    index: '',
    slices: '',
  },
  {
    file: 'head.nii',
    question: 'Which plane?',
    A: 'Axial',
    B: 'Coronal',
    answer: 'A',
    axis: 'axial',
    index: '3',
    slices: '',
  },
  {
    file: 'head.nii',
    question: 'Is there a mass?',
    A: 'Yes',
    B: 'No',
    answer: 'B',
    axis: 'axial',
    index: '',
    slices: '4',
  },
]
const columns = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[]
const csv = [columns.join(','), ...rows.map(row => columns.map(name => row[name]).join(','))].join('\n')

test.each([
  ['questions.csv', csv],
  ['questions.json', JSON.stringify(rows)],
])('%s names files, slices, and several slices in order', async (file, text) => {
  const source = memorySource('set', { ...series, [file]: text })
  const { source: named, loaded } = await openQuestions(source, { keepNames: true }, nodeCodec)
  expect(loaded.skipped).toEqual([])
  expect(loaded.samples.map(listImages)).toEqual([
    ['set/S1/IM0001'],
    ['set/S1/IM0002.dcm'],
    ['set/head.nii//axial=3'],
    [1, 2, 3, 4].map(part => `set/head.nii//axial=${part}of4`),
  ])
  const reader = new ImageReader(named)
  for (const path of loaded.samples.flatMap(listImages)) {
    const { bytes } = await reader.bytes(path)
    const { pixels } = await readPicture(new Uint8Array(bytes), path, nodeCodec, filePolicy)
    expect(pixels.data.length).toBe(pixels.width * pixels.height * 3)
  }
})
