/** Errors of the package become ours, word for word. */
import { memoryBytes, ReaderMissing, TableError } from '@voxelwise/tables'
import { expect, test } from 'vitest'
import { FolderContents } from '../../../../src/data/containers/folder-contents.ts'
import {
  archiveMembers,
  delimitedTable,
  sheetsInFile,
  textLines,
} from '../../../../src/data/containers/reading.ts'
import { jsonFile, parquetTable } from '../../../../src/data/containers/row-files.ts'
import { ownTableError } from '../../../../src/data/sources/own-table-errors.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { memorySource } from '../../support/memory-source.ts'

const file = (name: string, content: string) =>
  memoryBytes(name, new Uint8Array(Buffer.from(content, 'latin1')))

async function all(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of rows);
}

test.each<[string, () => Promise<unknown>, object]>([
  [
    'a row of a CSV that is too long',
    async () => all((await delimitedTable(file('a.csv', 'a,b\n1,2,3\n'))).rows()),
    {
      code: 'bad-table',
      subject: 'a.csv, row 1',
      message: 'The table cannot be read: it has 3 cells, and the header 2.',
      remedy: 'Download the file again, or save it again with another program.',
    },
  ],
  [
    'a row that is no JSON',
    async () => {
      const content = await jsonFile(file('a.jsonl', `${'{"a": 1}\n'.repeat(30)}{"a"\n`))
      if ('tables' in content) for (const table of content.tables) await all(table.rows())
    },
    {
      code: 'bad-json',
      subject: 'a.jsonl[30]',
      message: "It is not JSON. A ':' was expected at line 1, column 5.",
      remedy: 'Correct it at that place, counted from where the row begins.',
    },
  ],
  [
    'a line that is not UTF-8',
    () => all(textLines(file('a.txt', '\xff\n'))),
    {
      code: 'bad-json',
      subject: 'a.txt:1',
      message: 'The line is not UTF-8 text.',
      remedy: 'Save it as UTF-8.',
    },
  ],
  [
    'a parquet file that is cut',
    () => parquetTable(file('a.parquet', 'PAR1')),
    {
      code: 'bad-table',
      subject: 'a.parquet',
      message: 'The table cannot be read: it does not end as parquet does; it may have been cut.',
      remedy: 'Download the file again, or save it again with another program.',
    },
  ],
  [
    'a workbook that is no archive',
    () => sheetsInFile(file('a.xlsx', 'text')),
    { code: 'bad-archive', subject: 'a.xlsx' },
  ],
  ['an archive that is none', () => archiveMembers(file('a.zip', 'text')), { code: 'bad-archive' }],
  [
    'an image whose file has changed',
    () => new FolderContents(memorySource('set', { 'a.csv': 'a\n1\n' })).image('set/a.csv//5-900', () => {}),
    {
      code: 'file-missing',
      subject: 'set/a.csv//5-900',
      message: 'The file has no image at this position. It may have changed.',
      remedy: 'Open the data set again, and start a new run.',
    },
  ],
  [
    'a file that is not in the folder',
    () => new FolderContents(memorySource('set', {})).file('set/a.csv'),
    { code: 'file-missing', subject: 'a.csv', message: 'It does not exist.', remedy: 'Check the path.' },
  ],
])('%s', async (_, work, info) => {
  const thrown = await work().catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(VoxelwiseError)
  expect(thrown).toMatchObject({ info })
})

test('a reader that its server no longer has is told as such; any other failure as it is', () => {
  const gone = new TypeError('Failed to fetch dynamically imported module: spreadsheet.js')
  expect(ownTableError(new ReaderMissing(gone))).toMatchObject({ info: { code: 'page-outdated' } })
  const other = new SyntaxError('Unexpected token')
  expect(ownTableError(new ReaderMissing(other))).toBe(other)
  expect(ownTableError(other)).toBe(other)
})

test('an error keeps its cause', () => {
  const cause = new RangeError('of a library')
  const fault = new TableError({ code: 'bad-table', subject: 'a', message: 'b', remedy: 'c', cause })
  expect(ownTableError(fault)).toMatchObject({ cause, info: { code: 'bad-table', subject: 'a' } })
})
