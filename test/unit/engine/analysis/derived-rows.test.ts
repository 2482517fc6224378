import { expect, test } from 'vitest'
import {
  type DerivedRows,
  derivedLines,
  type LinesOf,
  readDigests,
  readForecasts,
  readRows,
} from '../../../../src/engine/analysis/derived-rows.ts'
import { plainRow, unpackRows } from '../../../../src/engine/analysis/row-pack.ts'
import { RowBuilder } from '../../../../src/engine/analysis/rows.ts'
import { Texts } from '../../../../src/engine/base/texts.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
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
  tellsReport: true,
}
const lines = [...derivedLines('these', derived)].map(([part, line]) => [part, line.trimEnd()] as const)
const rowLines = lines.filter(([part]) => part === 'rows').map(([, line]) => line)
const partOf: LinesOf = wanted => lines.filter(([part]) => part === wanted).map(([, line]) => line)

/** Other lines in place of the rows'. */
const from =
  (rows: readonly string[]): LinesOf =>
  part =>
    part === 'rows' ? rows : partOf(part)

test('what was derived of records comes back as it was', async () => {
  const { rows = [], packs, ...rest } = (await readRows('these', partOf)) ?? {}
  const extras = { digests: await readDigests(partOf), forecasts: await readForecasts(partOf) }
  expect({ ...rest, ...extras, rows: rows.map(plainRow) }).toStrictEqual(derived)
  expect(packs?.flatMap(pack => unpackRows(pack, new Texts())).map(plainRow)).toStrictEqual(derived.rows)
})

test('of other records, of another version, cut or damaged it is made anew', async () => {
  const [first = '', second = ''] = rowLines
  expect(await readRows('others', partOf)).toBeNull()
  expect(await readRows('these', from([]))).toBeNull()
  expect(await readRows('these', from(rowLines.slice(0, -1)))).toBeNull()
  expect(
    await readRows('these', from([...rowLines.slice(0, -1), rowLines.at(-1)?.slice(0, 50) ?? ''])),
  ).toBeNull()
  expect(await readRows('these', from([first, ...rowLines.slice(2)]))).toBeNull()
  expect(await readRows('these', from([first, second.slice(0, 500), ...rowLines.slice(2)]))).toBeNull()
  const longer = second.replace('"options":[', '"options":[4,')
  expect(longer).not.toBe(second)
  expect(await readRows('these', from([first, longer, ...rowLines.slice(2)]))).toBeNull()
  expect(await readRows('these', from(['null', ...rowLines.slice(1)]))).toBeNull()
  const older = first.replace('"version":4', '"version":3')
  expect(older).not.toBe(first)
  expect(await readRows('these', from([older, ...rowLines.slice(1)]))).toBeNull()
})
