/** Slices of volumes by the fields of a sample. What a slice holds is shown in packages/pixels. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { filePolicy, parsePolicy } from '@voxelwise/pixels'
import { nodeCodec } from '@voxelwise/pixels/node'
import { expect, test } from 'vitest'
import { readDepth, readPicture } from '../../../../src/data/images/decoding.ts'
import { sampleParts } from '../../../../src/data/sources/part-reference.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'

const readGolden = (file: string) => new Uint8Array(readFileSync(`packages/pixels/test/golden/nifti/${file}`))

const shown = async (file: string, fields: object, policy = filePolicy) =>
  readPicture(readGolden(file), sampleParts(file, { ...fields })[0], nodeCodec, policy)

const refusal = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    error => (error instanceof VoxelwiseError ? error.info : Promise.reject(error)),
  )

test('a volume needs a slice, by number or by name, and its error says which fields give one', async () => {
  const file = '11-int16-straight.nii'
  const [byName, byNumber] = [
    await shown(file, { axis: 'axial', index: 3 }),
    await shown(file, { axis: 2, index: '3' }),
  ]
  expect(byName.pixels.data).toEqual(byNumber.pixels.data)
  expect(await refusal(shown(file, {}))).toMatchObject({
    code: 'image-frame',
    remedy: expect.stringContaining('"axis"'),
  })
  expect(await refusal(shown(file, { axis: 'axial', index: 7 }))).toMatchObject({
    message: expect.stringContaining('7 axial slices'),
  })
})

test('the window is the file’s own, and one of CT only where the data set states CT', async () => {
  const file = '11-int16-straight.nii'
  const place = { axis: 'axial', index: 3 }
  const display = async (fields: object, policy: string) =>
    (await shown(file, { ...place, ...fields }, parsePolicy(policy))).display
  expect(await display({}, 'file')).toMatchObject({ used: 'window', window: { centre: 100, width: 400 } })
  expect(await display({ modality: 'CT' }, 'preset:lung')).toMatchObject({ window: { centre: -600 } })
  expect(await display({ modality: 'MRI' }, 'preset:lung')).toMatchObject({ used: 'range', fallback: true })
})

test('a volume can be some slices in order, evenly spread', async () => {
  const file = '00-uint8-straight.nii'
  const parts = sampleParts(file, { axis: 'axial', slices: 3 })
  expect(parts).toEqual([1, 2, 3].map(number => `${file}//axial=${number}of3`))
  const places = await Promise.all(
    parts.map(
      async part => (await readDepth(new Blob([readGolden(file).slice()]), part, null, nodeCodec))?.place,
    ),
  )
  expect(places).toEqual([1, 3, 5])
})

test('a cut or damaged volume ends in a named error', async () => {
  const whole = readGolden('02-int16-permuted.nii')
  const decode = (bytes: Uint8Array) => readPicture(bytes, 'x.nii//axial=5', nodeCodec, filePolicy)
  expect(await refusal(decode(whole.slice(0, -200)))).toMatchObject({ code: 'image-truncated' })
  expect(await refusal(decode(gzipSync(whole).subarray(0, 300)))).toMatchObject({
    code: expect.stringMatching(/^image-/),
  })
  const changed = (at: number, value: number) => whole.map((byte, i) => (i === at ? value : byte))
  expect(await refusal(decode(changed(70, 32)))).toMatchObject({
    message: expect.stringContaining('data type 32'),
  })
  expect(await refusal(decode(changed(41, 9)))).toMatchObject({ code: 'image-unreadable' })
})
