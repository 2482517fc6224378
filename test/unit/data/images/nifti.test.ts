/** Slices of volumes as nibabel reads them (tools/dicom/nifti_goldens.py). */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Budget } from '../../../../src/data/images/budget.ts'
import { decodePicture } from '../../../../src/data/images/decode.ts'
import { depthOf } from '../../../../src/data/images/depth.ts'
import { rescaled } from '../../../../src/data/images/grey/grey-frame.ts'
import { niftiSlice, openNifti, slicesAlong } from '../../../../src/data/images/nifti/read-nifti.ts'
import { nodeCodec } from '../../../../src/data/images/node-codec.ts'
import { partsOf, planes } from '../../../../src/data/sources/part-reference.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { filePolicy, policyOf } from '../../../../src/engine/protocol/window-policy.ts'

const folder = 'test/golden/nifti'

interface Slice {
  readonly place: number
  readonly slices: number
  readonly size: readonly number[]
  readonly sha256: string
}

type Golden = { readonly file: string } & Readonly<Record<(typeof planes)[number], Slice>>

const goldens: readonly Golden[] = readFileSync(join(folder, 'nibabel.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))

const bytesOf = (file: string) => new Uint8Array(readFileSync(join(folder, file)))

describe.each(goldens)('$file', golden => {
  const bytes = bytesOf(golden.file)

  test.each(planes)('has the %s slice that nibabel has', plane => {
    const budget = new Budget(golden.file, bytes.length)
    const volume = openNifti(bytes, budget)
    const { place, slices, size, sha256 } = golden[plane]
    expect(slicesAlong(volume, plane)).toBe(slices)
    const grey = niftiSlice(bytes, volume, plane, place, false, budget)
    expect([grey.width, grey.height]).toEqual(size)
    const values = Float64Array.from(grey.values, rescaled(grey.rescale))
    expect(createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex')).toBe(sha256)
  })
})

const shown = async (file: string, fields: object, policy = filePolicy) =>
  decodePicture(bytesOf(file), partsOf(file, { ...fields })[0], nodeCodec, policy)

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
    (await shown(file, { ...place, ...fields }, policyOf(policy))).display
  expect(await display({}, 'file')).toMatchObject({ used: 'window', window: { centre: 100, width: 400 } })
  expect(await display({ modality: 'CT' }, 'preset:lung')).toMatchObject({ window: { centre: -600 } })
  expect(await display({ modality: 'MRI' }, 'preset:lung')).toMatchObject({ used: 'range', fallback: true })
})

test('a volume can be some slices in order, evenly spread', async () => {
  const file = '00-uint8-straight.nii'
  const parts = partsOf(file, { axis: 'axial', slices: 3 })
  expect(parts).toEqual([1, 2, 3].map(number => `${file}//axial=${number}of3`))
  const places = await Promise.all(
    parts.map(async part => (await depthOf(new Blob([bytesOf(file).slice()]), part, null, nodeCodec))?.place),
  )
  expect(places).toEqual([1, 3, 5])
})

test('a cut or damaged volume ends in a named error', async () => {
  const whole = bytesOf('02-int16-permuted.nii')
  const decode = (bytes: Uint8Array) => decodePicture(bytes, 'x.nii//axial=5', nodeCodec, filePolicy)
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
