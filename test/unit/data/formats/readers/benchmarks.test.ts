/** Twelve folders in the layouts of published benchmarks (../shared/benchmarks): every row and every image is found. */

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Cell, EmbeddedImage, type Row } from '@voxelwise/tables'
import { describe, expect, test } from 'vitest'
import { type FoundTables, listTables } from '../../../../../src/data/formats/readers/tables.ts'
import { ImageReader } from '../../../../../src/data/images/image-reader.ts'
import { nodeSource } from '../../../../../src/data/sources/node.ts'
import type { FolderSource } from '../../../../../src/data/sources/source.ts'

const root = fileURLToPath(new URL('../../../../../../shared/benchmarks', import.meta.url))
if (!existsSync(root)) throw new Error(`The benchmarks' folders are missing: ${root}`)

interface Expected {
  readonly question: string
  readonly images: readonly string[]
}

const readExpected = (name: string): Expected[] =>
  readFileSync(join(root, `${name}.expected.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

async function found(source: FolderSource): Promise<FoundTables> {
  return listTables({ source, files: await source.list() }, undefined)
}

async function readRows({ tables }: FoundTables, split: string | null): Promise<Row[]> {
  const rows: Row[] = []
  for (const table of tables) if (table.split === split) for await (const row of table.rows()) rows.push(row)
  return rows
}

/** Every image that lies in a row's cells, in order, one behind the other. */
function embedded(cell: Cell): EmbeddedImage[] {
  if (cell instanceof EmbeddedImage) return [cell]
  return typeof cell === 'object' && cell !== null ? Object.values(cell as object).flatMap(embedded) : []
}

const sha256 = (bytes: ArrayBuffer): string =>
  createHash('sha256').update(new Uint8Array(bytes)).digest('hex')

describe.each(readdirSync(root, { withFileTypes: true }).filter(entry => entry.isDirectory()))(
  '$name',
  ({ name }) => {
    const source = nodeSource(join(root, name))
    const expected = readExpected(name)
    const split = /vqa-rad|pmc-vqa|medxpertqa|slake|medframeqa/.test(name)
      ? 'test'
      : /mmmu|-tsv/.test(name)
        ? 'validation'
        : null

    test('has the rows that it should, in order', async () => {
      const tables = await found(source)
      expect(tables.badFiles).toEqual([])
      const rows = await readRows(tables, split)
      const questions = rows.map(({ cells }) => String(cells.question ?? cells.Question).trim())
      expect(questions.sort()).toEqual(expected.map(({ question }) => question).sort())
      for (const { columns } of tables.tables) expect(columns.length).toBeGreaterThan(2)
    })

    test('has the images that it should, to the byte', async () => {
      const reader = new ImageReader(source)
      const all = new Set<string>()
      const rows = await readRows(await found(source), split)
      for (const image of rows.flatMap(({ cells }) => embedded(cells)))
        all.add(sha256((await reader.bytes(image.reference)).bytes))
      for (const { path } of await source.list())
        if (/\.(png|jpe?g)$/.test(path)) all.add(sha256((await reader.bytes(`${name}/${path}`)).bytes))
      expect(all).toEqual(new Set([...all, ...expected.flatMap(({ images }) => images)]))
    })
  },
)
