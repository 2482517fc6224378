/** Tables that are packed one by one: `rows.csv.gz`. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { loadDataset } from '../../../../../src/data/formats/registry.ts'
import { ImageReader } from '../../../../../src/data/images/image-reader.ts'
import { letteredOptions, mappingWith } from '../../../support/mapping-with.ts'
import { memorySource } from '../../../support/memory-source.ts'
import { pngBytes as png } from '../../../support/png-bytes.ts'

const mapping = mappingWith({ ...letteredOptions, images: 'image' })
const packed = (text: string) => new Uint8Array(gzipSync(text))
const encoded = Buffer.from(png).toString('base64')

test.each([
  ['test.csv.gz', `question,A,B,answer,image\nWhich organ?,liver,heart,B,${encoded}\n`],
  ['test.tsv.gz', `question\tA\tB\tanswer\timage\nWhich organ?\tliver\theart\tB\t${encoded}\n`],
  [
    'deep/test.jsonl.gz',
    `${JSON.stringify({ question: 'Which organ?', A: 'liver', B: 'heart', answer: 'B', image: encoded })}\n`,
  ],
  [
    'test.json.gz',
    JSON.stringify([{ question: 'Which organ?', A: 'liver', B: 'heart', answer: 'B', image: encoded }]),
  ],
])('%s, with its images', async (name, text) => {
  const source = memorySource('set', { [name]: packed(text) })
  const { samples, mapping: report } = await loadDataset(source, { mapping })
  expect(report?.split).toBe('test')
  expect(samples[0]?.fields).toMatchObject({ options: { A: 'liver', B: 'heart' }, answer: 'B' })
  const image = await new ImageReader(source).open(samples[0]?.image ?? '')
  expect(new Uint8Array(await image.arrayBuffer())).toEqual(new Uint8Array(png))
})

test.each([
  ['cut', packed('question,answer\nWhich?,this\n'.repeat(99)).slice(0, 60)],
  ['not packed', new TextEncoder().encode('question,answer\nWhich?,this\n')],
])('one that is %s is refused by name', async (_, content) => {
  await expect(
    loadDataset(memorySource('set', { 'test.csv.gz': content }), { mapping }),
  ).rejects.toMatchObject({
    info: { code: 'bad-archive', subject: 'set/test.csv.gz//test.csv' },
  })
})
