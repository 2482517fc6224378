import { expect, test } from 'vitest'
import {
  type DerivedRows,
  derivedLines,
  readExtras,
  readRows,
} from '../../../../src/engine/analysis/derived-rows.ts'
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
  const read = await readRows('these', lines)
  expect(read).not.toBeNull()
  const extras = await readExtras(read?.rows ?? [], lines)
  expect({ ...read, ...extras, digests: null }).toStrictEqual({ ...derived, digests: null })
  expect(read?.rows.map(row => extras.digests.get(row))).toEqual(
    derived.rows.map(row => derived.digests.get(row)),
  )
})

test('of other records, of another version, cut or damaged it is made anew', async () => {
  expect(await readRows('others', lines)).toBeNull()
  expect(await readRows('these', [])).toBeNull()
  expect(await readRows('these', lines.slice(0, -1))).toBeNull()
  expect(await readRows('these', [...lines.slice(0, -1), lines.at(-1)?.slice(0, 50) ?? ''])).toBeNull()
  expect(await readRows('these', [...lines.slice(0, 1), ...lines.slice(3)])).toBeNull()
  expect(
    await readRows('these', [lines[0] ?? '', lines[1]?.slice(0, 500) ?? '', ...lines.slice(2)]),
  ).toBeNull()
  expect(await readRows('these', ['null', ...lines.slice(1)])).toBeNull()
  expect(
    await readRows('these', [lines[0]?.replace('"version":2', '"version":1') ?? '', ...lines.slice(1)]),
  ).toBeNull()
})
