import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type ByteFile, memoryBytes } from '../src/bytes.ts'
import { readParquet } from '../src/parquet/parquet-table.ts'
import { type Cell, EmbeddedImage, type Row } from '../src/rows.ts'
import { imagesIn } from './memory-files.ts'

const folder = fileURLToPath(new URL('golden/parquet', import.meta.url))
const readFixture = (name: string) => new Uint8Array(readFileSync(join(folder, name)))
const expected: unknown = JSON.parse(readFileSync(join(folder, 'rows.json'), 'utf8'))

/** A file that notes what is read of it. */
function noted(name: string): { readonly file: ByteFile; readonly reads: [number, number][] } {
  const file = memoryBytes(`data/${name}`, readFixture(name))
  const reads: [number, number][] = []
  return {
    reads,
    file: {
      ...file,
      read(start, end) {
        reads.push([start, end])
        return file.read(start, end)
      },
    },
  }
}

async function collectRows(file: ByteFile): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of (await readParquet(file)).rows()) rows.push(row)
  return rows
}

/** With each image as the hash of its bytes. */
async function told(cell: Cell, images: ReturnType<typeof imagesIn>): Promise<unknown> {
  if (cell instanceof EmbeddedImage) {
    return {
      sha256: createHash('sha256')
        .update(await images(cell.reference))
        .digest('hex'),
    }
  }
  if (Array.isArray(cell)) return Promise.all(cell.map(item => told(item, images)))
  if (typeof cell !== 'object' || cell === null) return cell
  const entries = Object.entries(cell).map(async ([name, item]) => [name, await told(item, images)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

describe('parquet', () => {
  test.each([
    'snappy',
    'none-plain',
    'zstd',
    'gzip',
    'v2-none',
    'small-pages',
    'delta',
    'huggingface',
    'brotli',
    'lz4',
  ])('written as %s has every row and every image to the byte', async name => {
    const { file } = noted(`${name}.parquet`)
    const rows = await collectRows(file)
    const images = imagesIn(`${name}.parquet`, readFixture(`${name}.parquet`))
    const found = await Promise.all(rows.map(async row => told(row.cells, images)))
    expect(found).toEqual(expected)
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, i) => i))
  })

  test('names the row of an image, also in lists and after nulls', async () => {
    const rows = await collectRows(noted('small-pages.parquet').file)
    for (const { cells, position } of rows)
      for (const column of ['image', 'image_2', 'raws', 'images']) {
        const inside = [cells[column] ?? []].flat().filter(cell => cell instanceof EmbeddedImage)
        for (const { reference } of inside) expect(reference).toMatch(new RegExp(`//${position}/${column}`))
      }
  })

  test('is listed without its images if the file contains enough statistics', async () => {
    for (const [name, share] of [
      ['v2-none', 0.7],
      ['snappy', 0.8],
    ] as const) {
      const { file, reads } = noted(`${name}.parquet`)
      await collectRows(file)
      const read = reads.reduce((sum, [start, end]) => sum + end - start, 0)
      expect(read / file.size).toBeLessThan(share)
    }
  })

  test.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 9)],
    ['empty', () => Buffer.alloc(0)],
    [
      'with metadata longer than itself',
      (bytes: Buffer) =>
        Buffer.concat([bytes.subarray(0, -8), Buffer.from([255, 255, 255, 1]), bytes.subarray(-4)]),
    ],
    [
      'with pages of zeros',
      (bytes: Buffer) => Buffer.concat([Buffer.alloc(bytes.length - 20_000), bytes.subarray(-20_000)]),
    ],
  ])('%s is refused by name', async (_, damage) => {
    const file = memoryBytes(
      'data/x.parquet',
      new Uint8Array(damage(Buffer.from(readFixture('snappy.parquet')))),
    )
    await expect(collectRows(file)).rejects.toMatchObject({ code: 'bad-table' })
  })

  test.each([
    '0/image.bytes@4',
    '0/nothing@4+0',
    '0/image.bytes@99999999+0',
    '0/%ff@4+0',
    '',
    '0/question@4+0',
  ])('the place %j is refused by name', async locator => {
    const images = imagesIn('x.parquet', readFixture('snappy.parquet'))
    await expect(images(`data/x.parquet//${locator}`)).rejects.toMatchObject({
      code: expect.stringMatching(/^(file-missing|bad-table|path-outside-folder)$/),
    })
  })
})
