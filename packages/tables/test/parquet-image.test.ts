import { expect, test } from 'vitest'
import { joinBytes, le32 } from '../../../test/fuzz/bytes.ts'
import {
  columnChunk,
  dataPage,
  fileMetadata,
  rowGroup,
  schemaElement,
  schemaRoot,
  varint,
} from '../../../test/unit/support/parquet-bytes.ts'
import { memoryBytes } from '../src/bytes.ts'
import { ParquetImages } from '../src/parquet/parquet-image.ts'
import { readParquet } from '../src/parquet/parquet-table.ts'
import type { EmbeddedImage } from '../src/rows.ts'

const rows = 100

const picture = (n: number) => {
  const bytes = new Uint8Array(30_000).fill(n)
  bytes.set(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  return bytes
}

/** One page of three megabytes; where the column is optional every row has a value, which its levels tell. */
function largePage(isOptional: boolean) {
  const levels = isOptional ? [le32(3), varint(2 * rows), [1]] : []
  const body = joinBytes(
    ...levels,
    ...Array.from({ length: rows }, (_, n) => joinBytes(le32(30_000), picture(n))),
  )
  const page = dataPage(body, rows)
  const schema = [schemaRoot(1), schemaElement('image', false, isOptional)]
  const group = rowGroup([columnChunk('image', 4, page.length, rows)], page.length, rows)
  const metadata = fileMetadata(schema, rows, [group])
  return joinBytes('PAR1', page, metadata, le32(metadata.length), 'PAR1')
}

test.each([true, false])(
  'of a large page that is not packed one image is read alone (optional: %s)',
  async isOptional => {
    const file = memoryBytes('data/x.parquet', largePage(isOptional))
    const references: string[] = []
    for await (const { cells } of (await readParquet(file)).rows())
      references.push((cells.image as EmbeddedImage).reference)
    expect(references.length).toBe(rows)
    let read = 0
    const images = new ParquetImages({
      ...file,
      read(start, end) {
        read += end - start
        return file.read(start, end)
      },
    })
    for (const n of [0, 57, 99]) {
      const locator = references[n]?.split('//')[1] ?? ''
      expect(Buffer.compare(await images.read(locator, () => {}), picture(n))).toBe(0)
    }
    expect(read).toBeLessThan(130_000)
  },
)

test('an image that is too large is refused before it is read', async () => {
  const file = memoryBytes('data/x.parquet', largePage(true))
  const refused = new ParquetImages(file).read('57/image@4+57', bytes => {
    if (bytes > 20_000) throw new Error('It is long.')
  })
  await expect(refused).rejects.toThrow('It is long.')
})
