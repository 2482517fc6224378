import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { compared, readGoldens } from '../dicom-goldens.ts'

const folder = resolve('packages/pixels/test/golden/dicom')
const goldens = readGoldens(join(folder, 'pydicom.jsonl'))

for (const file of readdirSync(join(folder, 'files')))
  test(`${file} is read as pydicom reads it`, async () => {
    const golden = goldens.find(one => [`pydicom/${file}`, `made/${file}`].includes(one.file))
    if (!golden) throw new Error('There is no golden of this file.')
    const verdict = await compared(golden, join(folder, 'files', file))
    // Nobody decodes 12 bits in JavaScript as it should be.
    expect(verdict).toMatch(golden.error === undefined ? /^equal$/ : /^image-unsupported: .* JPEG of 12 bits/)
  })
