/** The files of test/golden/layouts. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@voxelwise/python'
import { type Cell, EmbeddedImage } from '@voxelwise/tables'
import type { LoadOptions } from '../../../src/data/formats/format.ts'
import { loadTables } from '../../../src/data/formats/mapped.ts'
import { foundTables, makeTable } from './rows.ts'

/** A file of this folder: some rows of a benchmark, and what is read of them. */
interface Layout {
  readonly about: string
  readonly preset: string | null
  /** In a cell, `$image` is the reference of a picture in it. */
  readonly tables: readonly {
    readonly rows: readonly JsonObject[]
    readonly file?: string
    readonly split?: string
  }[]
  readonly files: readonly string[]
  /** Fields of the samples; `image` is that of the sample, with the further ones. */
  readonly expected: readonly object[]
}

const folder = 'test/golden/layouts'
const readLayout = (file: string): Layout => JSON.parse(readFileSync(join(folder, file), 'utf8'))

function cellOf(value: Json): Cell {
  if (isJsonArray(value)) return value.map(cellOf)
  if (!isJsonObject(value)) return value
  const { $image: reference } = value
  return typeof reference === 'string' ? new EmbeddedImage(reference) : makeCells(value)
}

const makeCells = (fields: JsonObject) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cellOf(value)]))

const makeTables = ({ tables }: Layout) =>
  tables.map(({ rows, ...more }) => makeTable(rows.map(makeCells), more))

export const layouts = readdirSync(folder).map(readLayout)

/** What is read of a layout: the name of its mapping, and fields of its samples with all images. */
export async function readAs(layout: Layout, options: LoadOptions) {
  const loaded = await loadTables(foundTables(makeTables(layout), layout.files), 'set', options)
  const read = loaded.samples.map(({ fields, image, furtherImages }) => ({
    ...fields,
    image: furtherImages ? [image, ...furtherImages] : image,
  }))
  return { name: loaded.mapping?.document.name, skipped: loaded.skipped, read }
}

/** Columns of ReXVQA that reveal the answer, and the text of the other fields of a sample. */
export async function revealingColumns(options: LoadOptions) {
  const [first] = (await readAs(readLayout('rexvqa.json'), options)).read
  const { withheld = {}, ...fields }: JsonObject = { ...first }
  return { withheld: Object.keys(withheld ?? {}).sort(), others: JSON.stringify(fields) }
}

export const revealing = ['Findings', 'Impression', 'correct_answer_explanation']
