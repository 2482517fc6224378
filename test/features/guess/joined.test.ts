/** Questions and answers in two files, several accepted answers, tables without names, and images called after numbers. */
import { describe, expect, test } from 'vitest'
import { readMapping } from '../../../src/data/formats/mapping/check.ts'
import { tableLines } from '../../../src/data/formats/mapping/reading-words.ts'
import { mappingJson } from '../../../src/data/formats/mapping/write.ts'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import type { MappedFields } from '../../../src/engine/protocol/mapped-fields.ts'
import { findProtocol } from '../../../src/engine/protocol/protocols/registry.ts'
import { memorySource } from '../../unit/support/memory-source.ts'
import { pngBytes as png } from '../../unit/support/png-bytes.ts'

const numbers = Array.from({ length: 12 }, (_, i) => i)
const load = (files: Readonly<Record<string, unknown>>, options = {}) =>
  loadDataset(memorySource('set', files), options)

const voted = (i: number) => [
  ...Array.from({ length: 6 }, () => ({ answer: `thing ${i}`, answer_confidence: 'yes' })),
  ...Array.from({ length: 4 }, () => ({ answer: `item ${i}`, answer_confidence: 'maybe' })),
]
const pair = {
  'organs_val2031_questions.json': {
    info: { version: '1' },
    questions: numbers.map(i => ({ question_id: 100 + i, image_id: 40 + i, question: `What is in ${i}?` })),
  },
  'organs_val2031_annotations.json': {
    info: { version: '1' },
    annotations: [...numbers].reverse().map(i => ({
      question_id: 100 + i,
      image_id: 40 + i,
      answers: voted(i),
      multiple_choice_answer: `thing ${i}`,
    })),
  },
  ...Object.fromEntries(
    numbers.map(i => [`val2031/ORGAN_val2031_${String(40 + i).padStart(12, '0')}.png`, png]),
  ),
}

describe('questions and annotations in two files', () => {
  test('are joined by their id, in the order of the questions, with every answer and the image of each number', async () => {
    const { samples, skipped, mapping } = await load(pair)
    expect(skipped).toEqual([])
    expect(samples.map(({ fields }) => fields.answer)).toEqual(numbers.map(i => `thing ${i}`))
    const fields = samples[3]?.fields as MappedFields
    expect(fields).toMatchObject({ id: '103', kind: 'text', question: 'What is in 3?' })
    expect(fields.accepted).toEqual(voted(3).map(({ answer }) => answer))
    expect(samples[3]?.image).toBe('set/val2031/ORGAN_val2031_000000000043.png')
    expect(mapping && tableLines(mapping)).toEqual([
      'organs_val2031_questions.json with organs_val2031_annotations.json: validation, 12 questions',
    ])
  })

  test('any accepted answer is right', async () => {
    const { samples, protocol } = await load(pair)
    const { judge } = findProtocol(protocol)
    const fields = samples[3]?.fields ?? {}
    expect(['thing 3', 'Item 3.', 'thing 4'].map(said => judge(said, fields).correct)).toEqual([
      true,
      true,
      false,
    ])
  })

  test('the guessed mapping, saved and loaded again, reads the same', async () => {
    const guessed = await load(pair)
    const saved = readMapping(
      mappingJson(guessed.mapping?.document ?? { name: '', protocol: null, tables: [] }),
      'm',
    )
    const again = await load(pair, { mapping: saved })
    expect(again.samples).toEqual(guessed.samples)
  })

  test('two rows of one id are not joined, but named', async () => {
    const twice = [1, 1].map(id => ({ qid: id, answer: 'x' }))
    const mapping = readMapping(
      {
        version: 1,
        name: 'joined',
        tables: [
          { join: { files: 'right.json', by: ['id', 'qid'] }, question: 'question', answer: 'answer' },
        ],
      },
      'm',
    )
    const files = { 'left.json': [{ id: 1, question: 'Which?' }], 'right.json': twice }
    await expect(load(files, { mapping })).rejects.toMatchObject({
      info: { code: 'bad-table', subject: 'set/right.json[1].qid' },
    })
  })
})

describe('lines of cells without a header', () => {
  const asked = numbers
    .map(i => `pic${i}|kind ${i % 2}|what is to be seen in ${i}?|thing ${i}|item ${i}`)
    .join('\n')

  test('by what the cells hold', async () => {
    const { samples } = await load({ 'test.txt': asked, 'images/pic4.png': png, ...images() })
    expect(samples).toHaveLength(12)
    expect(samples[4]?.fields).toMatchObject({
      question: 'what is to be seen in 4?',
      answer: 'thing 4',
      accepted: ['thing 4', 'item 4'],
      task: 'kind 0',
    })
    expect(samples[4]?.image).toBe('set/images/pic4.png')
  })

  test('by the names that a mapping gives, also where a first line was taken for names', async () => {
    const mapping = readMapping(
      {
        version: 1,
        name: 'named',
        tables: [
          {
            cells: ['image', 'kind', 'question', 'answer'],
            question: 'question',
            answer: 'answer',
            task: 'kind',
          },
        ],
      },
      'm',
    )
    const lines = numbers.map(i => `pic${i};k;name ${i};thing ${i}`).join('\n')
    const { samples } = await load({ 'data.csv': lines }, { mapping })
    expect(samples.map(({ fields }) => fields.answer)).toEqual(numbers.map(i => `thing ${i}`))
    const nameless = await load({ 'test.txt': asked }, { mapping })
    expect(nameless.samples).toHaveLength(12)
  })

  test('questions and reference answers in two files', async () => {
    const { samples } = await load({
      'Test-Questions.txt': numbers.map(i => `pic${i}|what is abnormal in image ${i}?`).join('\n'),
      'Test-Answers.txt': numbers.map(i => `pic${i}|thing ${i}${i % 3 === 0 ? `|item ${i}` : ''}`).join('\n'),
      ...images(),
    })
    expect(samples).toHaveLength(12)
    expect(samples[3]?.fields).toMatchObject({ answer: 'thing 3', accepted: ['thing 3', 'item 3'] })
    expect(samples[4]?.fields).toMatchObject({ answer: 'thing 4' })
    expect(samples[4]?.fields).not.toHaveProperty('accepted')
    expect(samples[4]?.image).toBe('set/images/pic4.png')
  })
})

const images = () => Object.fromEntries(numbers.map(i => [`images/pic${i}.png`, png]))

test.each([
  ['answers', (i: number) => ({ answers: [`thing ${i}`, `item ${i}`] })],
  ['answer_1', (i: number) => ({ answer_1: `thing ${i}`, answer_2: `item ${i}` })],
  ['answer', (i: number) => ({ answer: `thing ${i}`, aliases: [`thing ${i}`, `item ${i}`] })],
])('several accepted answers in %s', async (_, cells) => {
  const { samples } = await load({
    'test.json': numbers.map(i => ({ qid: i, question: `What is in ${i}?`, ...cells(i) })),
  })
  expect(samples[5]?.fields).toMatchObject({ answer: 'thing 5', accepted: ['thing 5', 'item 5'] })
})

test('names of images from a template', async () => {
  const mapping = readMapping(
    {
      version: 1,
      name: 'template',
      tables: [
        {
          question: 'question',
          answer: 'answer',
          images: { template: 'scan_{part}_{n:04}.png', folders: 'all' },
        },
      ],
    },
    'm',
  )
  const { samples } = await load(
    { 'a.json': [{ question: 'Which?', answer: 'x', n: 7, part: 'b' }], 'all/scan_b_0007.png': png },
    { mapping },
  )
  expect(samples[0]?.image).toBe('set/all/scan_b_0007.png')
})
