/** What the card of a data set says about the RLE data of its DICOM files. */

import { nodeCodec } from '@voxelwise/pixels/node'
import { expect, test } from 'vitest'
import { openQuestions } from '../../../../src/data/questions/open-questions.ts'
import { markLines } from '../../../../src/ui/text/picture-marks.ts'
import { medrcubeItem } from '../../support/medrcube-item.ts'
import { memorySource } from '../../support/memory-source.ts'
import { rleFile } from '../../support/rle-file.ts'

const whole = [3, 0, 85, 170, 255]
const overrun = [9, 0, 85, 170, 255]

async function readMarks(files: readonly (readonly number[])[]) {
  const names = files.map((_, i) => `${i}.dcm`)
  const pictures = Object.fromEntries(files.map((packed, i) => [names[i] ?? '', rleFile(packed)]))
  const questions = names.map((image_path, i) => ({ ...medrcubeItem, id: String(i), image_path }))
  const { loaded } = await openQuestions(
    memorySource('set', { 'test.json': questions, ...pictures }),
    { keepNames: true },
    nodeCodec,
  )
  if (!loaded.marks) throw new Error('no DICOM file was read')
  return loaded.marks
}

test('files whose RLE data claims more bytes than there are are counted', async () => {
  const marks = await readMarks([whole, overrun, whole, overrun])
  expect(marks).toMatchObject({ read: 4, unpacked: 4, overrun: 2 })
  expect(markLines(marks)).toContain(
    'The RLE data of 2 of 4 files claims more bytes than there are. No pixel is missing.',
  )
  expect(markLines(await readMarks([whole])).join()).not.toContain('RLE')
})

test('a damaged file is left to the run', async () => {
  expect(await readMarks([overrun, [3, 0, 85]])).toMatchObject({ read: 2, unpacked: 1, overrun: 1 })
})

test('of a large data set the first 50 files that are looked at are unpacked', async () => {
  const marks = await readMarks(Array.from({ length: 60 }, () => overrun))
  expect(marks).toMatchObject({ read: 60, unpacked: 50, overrun: 50 })
})
