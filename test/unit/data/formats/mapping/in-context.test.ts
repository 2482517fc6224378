/** SMMILE: rows of a problem are shown answered before its last one. */
import { type Cell, EmbeddedImage } from '@voxelwise/tables'
import { expect, test } from 'vitest'
import type { LoadOptions } from '../../../../../src/data/formats/format.ts'
import { loadTables } from '../../../../../src/data/formats/mapped.ts'
import { readMapping } from '../../../../../src/data/formats/mapping/check.ts'
import { findProtocol } from '../../../../../src/engine/protocol/protocols/registry.ts'
import { foundTables, makeTable } from '../../../support/rows.ts'

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
  loadTables(foundTables([makeTable(rows)]), 'set', options)

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

test('stages of a case are each asked, after the right answers to those before', async () => {
  const stages = [
    {
      case: 'c1',
      stage: 1,
      question: 'Is it enlarged?',
      options: ['Yes', 'No'],
      answer: 'Yes',
      image: image(1),
    },
    { case: 'c1', stage: 3, question: 'Which ratio?', options: ['0.4', '0.6'], answer: '0.6' },
    {
      case: 'c1',
      stage: 2,
      question: 'Which image shows it?',
      options: ['1st', '2nd'],
      answer: '2nd',
      image: image(2),
    },
  ]
  const mapping = readMapping(
    {
      version: 1,
      name: 'staged',
      protocol: 'cxreasonbench',
      tables: [
        {
          question: 'question',
          options: 'options',
          answer: 'answer',
          images: 'image',
          group: 'case',
          stages: 'stage',
        },
      ],
    },
    'm',
  )
  const { samples } = await load(stages, { mapping })
  const earlier = samples.map(
    ({ fields }) => (fields.examples as { question: string; answer: string }[] | undefined) ?? [],
  )
  expect(earlier.map(each => each.map(({ question, answer }) => `${question} ${answer}`))).toEqual([
    [],
    ['Is it enlarged? Yes', 'Which image shows it? 2nd'],
    ['Is it enlarged? Yes'],
  ])
  expect(samples.map(({ image, furtherImages = [] }) => [image, ...furtherImages])).toEqual([
    ['set/data.bin//1'],
    ['set/data.bin//1', 'set/data.bin//2'],
    ['set/data.bin//1', 'set/data.bin//2'],
  ])
  const { judge } = findProtocol({ id: 'cxreasonbench', version: 1 })
  expect(judge('FINAL ANSWER: (b) 0.6', samples[1]?.fields ?? {}).correct).toBe(true)
})
