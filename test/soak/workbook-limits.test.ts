/** Workbooks that a few bytes make as large as they like: beyond a limit each is refused by name. */
import { expect, test } from 'vitest'
import { loadDataset } from '../../src/data/formats/registry.ts'
import { letteredOptions, mappingWith } from '../unit/support/mapping-with.ts'
import { memorySource } from '../unit/support/memory-source.ts'
import { questionRows, type WorkbookParts, workbookBytes } from '../unit/support/workbook-bytes.ts'
import { zipBytes } from '../unit/support/zip-bytes.ts'

const mapping = mappingWith(letteredOptions)
const longText = 'x'.repeat(8_000_001)

test.each<readonly [string, WorkbookParts, string]>([
  ['200,000 sheets', { sheets: '<sheet name="S" r:id="r1"/>'.repeat(200_000) }, 'more than 1000 sheets'],
  [
    '100,001 relations',
    { relations: '<Relationship Id="r1" Target="worksheets/s.xml"/>'.repeat(100_001) },
    'more than 100000 relations',
  ],
  ['100,001 styles', { styles: '<xf/>'.repeat(100_001) }, 'more than 100000 styles'],
  [
    '100,001 merged cells',
    { rows: `${questionRows}</sheetData>${'<mergeCell ref="A1:B1"/>'.repeat(100_001)}<sheetData>` },
    'more than 100000 merged cells',
  ],
  [
    'merged cells over each other',
    {
      rows: `${Array.from({ length: 2000 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c></row>`).join('')}</sheetData>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(10_000)}<sheetData>`,
    },
    'more than 10000000 cells under merged cells',
  ],
  [
    'a cell of 8 million characters',
    { rows: `${questionRows}<row><c t="str"><v>${longText}</v></c></row>` },
    'a cell of more than 8000000 characters',
  ],
  [
    'a shared text of 8 million characters',
    { strings: `<si><t>${longText}</t></si>` },
    'a cell of more than 8000000 characters',
  ],
])('a workbook with %s is refused', async (_, parts, reason) => {
  const loading = loadDataset(memorySource('set', { 'test.xlsx': workbookBytes(parts) }), { mapping })
  await expect(loading).rejects.toThrow(reason)
})

const hiddenStyle =
  '<style:style style:name="a"><style:table-properties table:display="false"/></style:style>'
const sheetRow = (text: string) =>
  `<table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row>`

test.each([
  [
    'repeated spaces',
    `<table:table table:name="S">${sheetRow('question')}${sheetRow('<text:s text:c="1000"/>'.repeat(8001))}</table:table>`,
    'more than 8000000 repeated spaces',
  ],
  ['100,001 hidden styles', hiddenStyle.repeat(100_001), 'more than 100000 hidden styles'],
])('an OpenDocument sheet with %s is refused', async (_, inner, reason) => {
  const content = `<office:document-content>${inner}</office:document-content>`
  const bytes = zipBytes([{ name: 'content.xml', content, isPacked: true }])
  await expect(loadDataset(memorySource('set', { 'test.ods': bytes }), { mapping })).rejects.toThrow(reason)
})
