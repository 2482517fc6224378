/** A workbook of our tables, read back by our own reader of spreadsheets. */
import { memoryBytes } from '@voxelwise/tables'
import { expect, test } from 'vitest'
import { sheetsInFile } from '../../../src/data/containers/reading.ts'
import type { CsvValue } from '../../../src/data/export/csv.ts'
import { workbook } from '../../../src/features/papers/data/workbook.ts'

const rows: readonly (readonly CsvValue[])[] = [
  ['task', 'n', 'share'],
  ['=SUM(A1)', 12, 0.5],
  ['a \'quoted\', <b> & "c"\nd', null, -1.5e-7],
  ['_x000A_', 0, null],
  ['007', null, 1e21],
]

test('a workbook has the texts and numbers of its tables under their names', async () => {
  const long = 'A name that is longer than a sheet’s name may be'
  const sheets = ['By task', 'by: task', long, `${long} too`].map(name => ({ name, rows }))
  const blob = await workbook(sheets, '2026-01-02T03:04:05Z')
  const tables = await sheetsInFile(memoryBytes('tables.xlsx', new Uint8Array(await blob.arrayBuffer())))
  expect(tables.map(({ name }) => name.length <= 31 || name)).toEqual([true, true, true, true])
  expect(new Set(tables.map(({ name }) => name.toLowerCase())).size).toBe(4)
  for (const table of tables) {
    const read = []
    for await (const { cells } of table.rows()) read.push(cells)
    expect(read).toHaveLength(4)
    expect(Object.keys(read[0] ?? {})).toEqual(['task', 'n', 'share'])
    expect(read.map(({ task }) => task)).toEqual(rows.slice(1).map(([text]) => text))
  }
})
