import { expect, test } from 'vitest'
import { type DerivedRows, derivedLines, readDerived } from '../../../../src/engine/analysis/derived-rows.ts'
import { RowBuilder } from '../../../../src/engine/analysis/rows.ts'
import { medrcube } from '../../../../src/engine/protocol/medrcube.ts'
import { answered, failed } from '../../support/records.ts'

const records = Array.from({ length: 9000 }, (_, index) => {
  const fields = { id: `s${index}`, task: `Task ${index % 3}`, option_A: 'a', option_B: 'b', image_path: 'x' }
  const record =
    index % 7 === 0 ? failed(index, fields) : answered(index, fields, { correct: index % 2 === 0 })
  const file = { sha256: String(index % 50).padStart(64, '0'), size: 1, modified: null }
  return index % 5 === 0 ? record : { ...record, imageFile: file }
})
const built = new RowBuilder(
  [{ kind: 'duplicate-id', index: 3, file: 'f', position: 3, subject: 's' }],
  medrcube,
)
built.add(records)
const derived: DerivedRows = {
  rows: built.rows,
  digests: built.digests,
  forecasts: records.map((_, i) =>
    i % 2 === 0 ? { probabilities: [0.1 + 0.2, 1e-300, Math.PI / 4], right: 1 } : null,
  ),
  fields: ['id', 'raw answer'],
  changedImages: ['x'],
  readings: null,
  served: null,
}
const lines = [...derivedLines('these', derived)].map(line => line.trimEnd())

test('what was derived of records comes back as it was', async () => {
  const read = await readDerived('these', lines)
  expect(read).not.toBeNull()
  expect({ ...read, digests: null }).toStrictEqual({ ...derived, digests: null })
  expect(read?.rows.map(row => read.digests.get(row))).toEqual(
    derived.rows.map(row => derived.digests.get(row)),
  )
})

test('of other records, of another version, cut or damaged it is made anew', async () => {
  expect(await readDerived('others', lines)).toBeNull()
  expect(await readDerived('these', [])).toBeNull()
  expect(await readDerived('these', lines.slice(0, -1))).toBeNull()
  expect(await readDerived('these', [...lines.slice(0, -1), lines.at(-1)?.slice(0, 500) ?? ''])).toBeNull()
  expect(await readDerived('these', ['null', ...lines.slice(1)])).toBeNull()
  expect(
    await readDerived('these', [lines[0]?.replace('"version":1', '"version":0') ?? '', ...lines.slice(1)]),
  ).toBeNull()
})
