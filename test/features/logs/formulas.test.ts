/** No cell of a table for another tool begins a formula. */
import { expect, test } from 'vitest'
import { asWritten } from '../../../src/data/export/csv.ts'
import { vlmevalkitFiles } from '../../../src/features/logs/data/writing/vlmevalkit.ts'
import {
  cellsIn,
  formulasIn,
  hostileRecords,
  hostileRun,
  hostileTexts,
} from '../../unit/support/hostile-tables.ts'

const tables = vlmevalkitFiles({ run: hostileRun, records: hostileRecords }).map(({ name, parts }) => ({
  name,
  text: [...parts].join(''),
}))

test('in no table that is written does a cell begin a formula', () => {
  expect(tables.length).toBeGreaterThan(0)
  for (const { name, text } of tables) expect.soft(formulasIn(name, text), name).toEqual([])
})

test('what was written is read again as it was', () => {
  const cells = cellsIn(tables[0]?.text ?? '', true).map(asWritten)
  for (const text of hostileTexts) expect(cells).toContain(text)
})
