/** No cell of any table that is written begins a formula, whatever the names and texts of a run are. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shortcutCsv } from '../../../../src/data/export/official-files.ts'
import { ratingSheet } from '../../../../src/data/export/rating-sheet.ts'
import { rubrics } from '../../../../src/engine/protocol/rubrics/rubric.ts'
import { analyseShortcuts } from '../../../../src/engine/protocol/shortcut.ts'
import { tableCsv } from '../../../../src/ui/shared/table/sorting.ts'
import { formulasIn, hostileTexts } from '../../support/hostile-tables.ts'

function tables(): readonly (readonly [name: string, text: string])[] {
  const items = hostileTexts.map(text => ({
    id: text,
    image: text,
    question: text,
    reference: text,
    response: text,
  }))
  const columns = [{ name: '=head', value: (text: string) => text }]
  const { report } = analyseShortcuts([], {})
  const [rubric] = rubrics
  if (!rubric) throw new Error('There is no rubric.')
  return [
    ['shortcut_report.csv', shortcutCsv(hostileTexts.map(model => ({ model, report })))],
    ['rating-sheet.csv', ratingSheet(rubric, items as never)],
    ['table.csv', tableCsv(hostileTexts, columns as never)],
  ]
}

test('in no table of the core does a cell begin a formula', () => {
  for (const [name, text] of tables()) expect.soft(formulasIn(name, text), name).toEqual([])
})

test('only one module of the core writes delimited text', () => {
  const files = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    // A feature that writes the file of another tool quotes as that tool reads.
    .filter(file => !/^src\/features\/[^/]+\/data\/writing\//.test(file))
  const writers = files.filter(file => /\.replaceAll\('"', '""'\)/.test(readFileSync(file, 'utf8')))
  expect(writers).toEqual(['src/data/export/csv.ts'])
})
