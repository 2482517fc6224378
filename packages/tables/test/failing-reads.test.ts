/** What the caller's `read` throws passes through every reader; what damage makes of a file is named. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { zipBytes } from '../../../test/unit/support/zip-bytes.ts'
import {
  type ByteFile,
  ContainerFiles,
  memoryBytes,
  readArchive,
  readDelimited,
  readJsonRows,
  readLines,
  readParquet,
  readSpreadsheet,
  TableError,
} from '../src/index.ts'

class Unplugged extends Error {
  override readonly name = 'Unplugged'
}

async function readAllRows(table: { rows(): AsyncIterable<unknown> }): Promise<void> {
  for await (const _ of table.rows());
}

async function jsonRows(file: ByteFile): Promise<void> {
  const content = await readJsonRows(file)
  for (const table of 'tables' in content ? content.tables : []) await readAllRows(table)
}

const sheet = '<worksheet><sheetData><row><c t="str"><v>a</v></c></row></sheetData></worksheet>'
const workbook = zipBytes([
  { name: 'xl/workbook.xml', content: '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>' },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: '<Relationships><Relationship Id="r1" Target="worksheets/1.xml"/></Relationships>',
  },
  { name: 'xl/worksheets/1.xml', content: sheet, isPacked: true },
])
const parquet = new Uint8Array(readFileSync(new URL('golden/parquet/snappy.parquet', import.meta.url)))
const text = (content: string) => new Uint8Array(Buffer.from(content))

const readers: readonly [string, Uint8Array<ArrayBuffer>, (file: ByteFile) => Promise<unknown>][] = [
  ['a.csv', text('a,b\n1,2\n'), async file => readAllRows(await readDelimited(file))],
  ['a.json', text('[{"a": 1}, {"a": 2}]'), jsonRows],
  ['a.jsonl', text('{"a": 1}\n{"a": 2}\n'), jsonRows],
  ['a.txt', text('one\ntwo\n'), file => readAllRows({ rows: () => readLines(file) })],
  ['a.parquet', parquet, async file => readAllRows(await readParquet(file))],
  ['a.xlsx', workbook, readSpreadsheet],
  ['a.zip', workbook, readArchive],
  ['b.zip', workbook, file => new ContainerFiles(async () => file).image('b.zip//xl/workbook.xml', () => {})],
]

test.each(readers)('%s: every read that fails is told by its own error', async (name, bytes, read) => {
  const whole = memoryBytes(name, bytes)
  let reads = 0
  await read({
    ...whole,
    read(start, end) {
      reads++
      return whole.read(start, end)
    },
  })
  for (let failing = 0; failing < reads; failing++) {
    let at = 0
    const error = new Unplugged(`read ${failing}`)
    const file: ByteFile = {
      ...whole,
      read: async (start, end) => {
        if (at++ >= failing) throw error
        return whole.read(start, end)
      },
    }
    await expect(read(file), `read ${failing} of ${reads}`).rejects.toBe(error)
  }
})

test.each(readers.filter(([name]) => /parquet|xlsx|zip/.test(name)))(
  '%s: bytes that make no sense are an error of the package',
  async (name, bytes, read) => {
    const file = memoryBytes(
      name,
      bytes.map((byte, i) => (i % 7 === 3 ? byte ^ 0x5a : byte)),
    )
    await expect(read(file)).rejects.toBeInstanceOf(TableError)
  },
)
