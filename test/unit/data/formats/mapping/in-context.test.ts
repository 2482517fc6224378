/** SMMILE: rows of a problem are shown answered before its last one. */
import { expect, test } from 'vitest'
import type { LoadOptions } from '../../../../../src/data/formats/format.ts'
import { loadTables } from '../../../../../src/data/formats/mapped.ts'
import { readMapping } from '../../../../../src/data/formats/mapping/check.ts'
import { type Cell, EmbeddedImage } from '../../../../../src/data/formats/readers/rows.ts'
import { foundTables, tableOf } from '../../../support/rows.ts'

const image = (n: number) => new EmbeddedImage(`set/data.bin//${n}`)
const row = (problem_id: string, order: number, picture: Cell = image(order)) => ({
  problem_id,
  order,
  question: `Which is ${order}?`,
  answer: `answer ${order}`,
  image: picture,
  speciality: 'Pathology',
  flag_answer_format: 'free',
  flag_image_type: 'Histology',
  flag_cognitive_process: 'Recall',
  flag_rarity: 'rare',
})
const load = (rows: readonly Readonly<Record<string, Cell>>[], options: LoadOptions = {}) =>
  loadTables(foundTables([tableOf(rows)]), 'set', options)

test('the last row of a problem is asked, the others are its examples, in their order', async () => {
  const { mapping, samples } = await load([row('p', 10), row('q', 1), row('p', 9), row('p', 2)])
  expect(mapping?.document.name).toBe('SMMILE, in context')
  const [first, second, ...more] = samples
  expect(more).toEqual([])
  expect(first).toMatchObject({
    image: 'set/data.bin//2',
    furtherImages: ['set/data.bin//9', 'set/data.bin//10'],
    fields: {
      question: 'Which is 10?',
      answer: 'answer 10',
      group: 'p',
      image_path: ['set/data.bin//2', 'set/data.bin//9', 'set/data.bin//10'],
      examples: [
        { question: 'Which is 2?', answer: 'answer 2', image_path: 'set/data.bin//2' },
        { question: 'Which is 9?', answer: 'answer 9', image_path: 'set/data.bin//9' },
      ],
    },
  })
  expect(second).toMatchObject({ image: 'set/data.bin//1', fields: { answer: 'answer 1' } })
  expect(second?.furtherImages).toBeUndefined()
  expect(second?.fields.examples).toBeUndefined()
})

test('without a preset each row is asked by itself', async () => {
  const { samples } = await load([row('p', 1), row('p', 2)], { presets: false })
  expect(samples.map(({ fields, image }) => [fields.answer, image])).toEqual([
    ['answer 1', 'set/data.bin//1'],
    ['answer 2', 'set/data.bin//2'],
  ])
})

test('a problem that lacks an image is another question, and is not asked', async () => {
  const { samples, skipped } = await load([row('p', 1, 'gone.png'), row('p', 2), row('q', 3)])
  expect(samples.map(({ fields }) => fields.group)).toEqual(['q'])
  expect(skipped.map(({ reason, subject, position }) => [reason, subject, position])).toEqual([
    ['missing_image', 'gone.png', 0],
    ['missing_image', 'gone.png', 1],
  ])
})

test('a mapping with examples names the group that they are of', () => {
  const mapping = {
    version: 1,
    name: 'm',
    tables: [{ question: 'q', answer: { column: 'a', as: ['letter'] }, examples: 'order' }],
  }
  expect(() => readMapping(mapping, 'm.json')).toThrow(
    expect.objectContaining({ info: expect.objectContaining({ subject: 'm.json: tables[0].group' }) }),
  )
})
