import { EmbeddedImage } from '@voxelwise/tables'
import { expect, test } from 'vitest'
import { shortened } from '../../../../../src/data/formats/mapping/shortened.ts'

const many = Array.from({ length: 3000 }, (_, i) => i)
const first = many.slice(0, 1000)

test('a list keeps its first 1,000 items, wherever it lies, and as a text too', () => {
  const [row] = shortened([
    {
      cells: {
        scores: many,
        inner: { deep: [many] },
        text: JSON.stringify(many),
        python: `(${many.join(', ')})`,
      },
    },
  ])
  expect(row).toEqual({ cells: { scores: first, inner: { deep: [first] }, text: first, python: first } })
})

test('everything else stays as it is', () => {
  const cells = {
    options: ['liver', 'spleen'],
    text: '["liver", "spleen"]',
    words: `[${'a long text in brackets '.repeat(200)}]`,
    numbers: { $number: 'NaN' },
    image: new EmbeddedImage('set.parquet#0'),
    nothing: null,
    ['__proto__']: 'a column',
  }
  const [row] = shortened([{ cells, file: 'set/test.json' }])
  expect(row).toEqual({ cells, file: 'set/test.json' })
  expect(row?.cells.image).toBe(cells.image)
})
