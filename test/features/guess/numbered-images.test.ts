/** A question with up to 49 images, each in a column of its own. */
import { expect, test } from 'vitest'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { listImages } from '../../../src/engine/protocol/sample.ts'
import { memorySource } from '../../unit/support/memory-source.ts'
import { pngBytes as png } from '../../unit/support/png-bytes.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const number = (i: number) => String(i).padStart(2, '0')
const path = (i: number) => `images/case1/p${number(i)}.jpg`
const files = Object.fromEntries(numbers(49).map(i => [path(i), png]))

const spellings: readonly (readonly [string, (i: number) => string])[] = [
  ['image_1', i => `image_${i}`],
  ['image_01', i => `image_${number(i)}`],
  ['image1', i => `image${i}`],
  ['Image 1', i => `Image ${i}`],
  ['img-001', i => `img-${String(i).padStart(3, '0')}`],
  ['image_01_path', i => `image_${number(i)}_path`],
  ['image_1_file', i => `image_${i}_file`],
]
test.each(spellings)('a table of no preset with columns such as %s', async (_, name) => {
  const rows = [49, 1, 12].map((count, at) => ({
    id: at,
    question: `Which is it in case ${at}?`,
    options: { A: 'one', B: 'two', C: 'three' },
    correct_answer: 'ABC'[at],
    ...Object.fromEntries(numbers(49).map(i => [name(i), i <= count ? path(i) : null])),
  }))
  const { samples, skipped } = await loadDataset(memorySource('set', { ...files, 'test.json': rows }), {})
  expect(skipped).toEqual([])
  expect(samples.map(sample => listImages(sample))).toEqual(
    [49, 1, 12].map(count => numbers(count).map(i => `set/${path(i)}`)),
  )
})
