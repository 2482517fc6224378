/** One data set as `datasets` and VLMEvalKit themselves write it (tools/formats/published.py), every image to the byte. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { ImageReader } from '../../../src/data/images/image-reader.ts'
import { pickedPath } from '../../../src/data/sources/picked-path.ts'
import { listImages } from '../../../src/engine/protocol/sample.ts'
import {
  publishedFirst as first,
  publishedFolder as folder,
  publishedRows as rows,
} from '../../unit/support/published-rows.ts'

const [one] = rows

async function read(form: string) {
  const { source } = pickedPath(`${folder}/${form}`)
  const { samples, skipped } = await loadDataset(source, {})
  expect(skipped).toEqual([])
  const reader = new ImageReader(source)
  const digests = []
  for (const sample of samples) {
    const images = []
    for (const path of listImages(sample)) {
      const { bytes } = await reader.bytes(path)
      images.push(createHash('sha256').update(new Uint8Array(bytes)).digest('hex'))
    }
    digests.push(images)
  }
  return { fields: samples.map(({ fields }) => fields), digests }
}

const asked = rows.map(({ question, options, answer }) => ({
  kind: 'choice',
  question,
  options: Object.fromEntries(options.map((text, i) => ['ABCD'[i], text])),
  answer,
}))

describe.each([
  ['hub', 'a column of images, as on the hub', (image: string) => [image]],
  ['hub-shards', 'lists of images, in two shards', (image: string) => [image, first]],
  ['imagefolder-jsonl', 'images beside metadata.jsonl', (image: string) => [image]],
  ['imagefolder-csv', 'images beside metadata.csv', (image: string) => [image]],
  ['imagefolder-parquet', 'images beside metadata.parquet', (image: string) => [image]],
  ['to-json', 'JSON lines', () => []],
  ['to-json-array', 'a JSON array', () => []],
  ['to-csv', 'CSV', () => []],
])('%s: %s', (form, _, images) => {
  test('the test split has every field and every image', async () => {
    const { fields, digests } = await read(form)
    expect(fields).toMatchObject(asked)
    expect(fields.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(digests).toEqual(rows.map(({ image }) => images(image)))
  })
})

describe.each([
  ['one', (image: string) => [image]],
  ['several', (image: string) => [image, one?.encoded]],
  ['referenced', (image: string, i: number) => [i === 3 ? one?.encoded : image]],
])('vlmevalkit-%s', (form, images) => {
  test('the table has every field and every image', async () => {
    const { fields, digests } = await read(`vlmevalkit-${form}`)
    expect(fields).toMatchObject(asked)
    expect(digests).toEqual(rows.map(({ encoded }, i) => images(encoded, i)))
  })
})
