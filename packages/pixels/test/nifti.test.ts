/** Slices of volumes as nibabel reads them (tools/dicom/nifti_goldens.py). */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Budget } from '../src/budget.ts'
import { planes } from '../src/file-part.ts'
import { rescaled } from '../src/grey/grey-frame.ts'
import { niftiSlice, openNifti, slicesAlong } from '../src/nifti/read-nifti.ts'

const folder = new URL('golden/nifti', import.meta.url).pathname

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

const readFixture = (file: string) => new Uint8Array(readFileSync(join(folder, file)))

describe.each(goldens)('$file', golden => {
  const bytes = readFixture(golden.file)

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
