/** What a guess makes of files that nobody has seen: columns of other names, answers and options of other shapes. */
import { type Cell, EmbeddedImage } from '@voxelwise/tables'
import { describe, expect, test } from 'vitest'
import { loadTables } from '../../../src/data/formats/mapped.ts'
import { drawSome } from '../../unit/support/rounds.ts'
import { foundTables, makeTable } from '../../unit/support/rows.ts'

type Cells = Readonly<Record<string, Cell>>

const organs = ['Liver', "Crohn's colon", 'Heart', 'N/A', 'None', 'Left lung', 'Brain', 'Kidney', 'Spleen']
const letters = [...'ABCDEFGHI']

/** Thirty questions with three to nine options. */
const questions = Array.from({ length: 30 }, (_, i) => {
  const options = organs.slice(0, 3 + (i % 7))
  const right = (i * 5) % options.length
  return {
    i,
    text: `What does picture ${i} show?`,
    options,
    right,
    letter: letters[right] ?? '',
    image: `scan${i}.png`,
  }
})
type Question = (typeof questions)[number]
const files = questions.map(({ image }) => `pictures/deep/${image}`)

const load = (rows: readonly Cells[], given: readonly string[] = files) =>
  loadTables(foundTables([makeTable(rows)], given), 'set', { presets: false })

const byLetter = ({ options }: Question, prefix: string): Cells =>
  Object.fromEntries(letters.map((letter, n) => [`${prefix}${letter}`, options[n] ?? '']))
const python = (texts: readonly string[]): string =>
  `[${texts.map(text => (text.includes("'") ? `"${text}"` : `'${text}'`)).join(', ')}]`

const shapes: Readonly<Record<string, (q: Question) => Cells>> = {
  'letter columns': q => byLetter(q, ''),
  'columns option_A': q => byLetter(q, 'option_'),
  'columns Choice A': q => byLetter(q, 'Choice '),
  'columns option1': q => Object.fromEntries(letters.map((_, n) => [`option${n + 1}`, q.options[n] ?? null])),
  'small letters': q =>
    Object.fromEntries(letters.map((letter, n) => [letter.toLowerCase(), q.options[n] ?? ''])),
  'a list': q => ({ choices: q.options }),
  'a list with prefixes': q => ({ candidates: q.options.map((text, n) => `(${letters[n]}) ${text}`) }),
  'a dict': q => ({ options: Object.fromEntries(q.options.map((text, n) => [letters[n] ?? '', text])) }),
  objects: q => ({ answer_options: q.options.map((text, n) => ({ key: letters[n] ?? '', value: text })) }),
  "Python's list": q => ({ options: python(q.options) }),
  lines: q => ({ choices: q.options.map((text, n) => `${letters[n]}. ${text}`).join('\n') }),
}

const answers: Readonly<Record<string, (q: Question) => Cells>> = {
  'a letter': q => ({ answer: q.letter }),
  'a small letter in brackets': q => ({ gold: `(${q.letter.toLowerCase()})` }),
  'letter and text': q => ({ correct_answer: `${q.letter}. ${q.options[q.right]}` }),
  'the text, in other case': q => ({ ground_truth: ` ${q.options[q.right]?.toUpperCase()}` }),
  'the place from 0': q => ({ label: q.right }),
  'the place from 1': q => ({ answer_idx: String(q.right + 1) }),
  'a list of one letter': q => ({ target: [q.letter] }),
}

/** Every shape of options with every shape of an answer. */
const pairs = Object.entries(shapes).flatMap(([shape, options]) =>
  Object.entries(answers).map(([form, answer]) => [shape, form, options, answer] as const),
)

describe('a table', () => {
  test.each(drawSome(pairs, 2))('options as %s, answer as %s', async (_shape, _form, options, answer) => {
    const rows = questions.map(q => ({
      sample_id: `s${q.i}`,
      stem: q.text,
      ...options(q),
      ...answer(q),
      img_file: q.image,
      explanation: `It is ${q.options[q.right]}.`,
    }))
    const { samples, skipped } = await load(rows)
    expect(skipped).toEqual([])
    expect(samples).toHaveLength(30)
    for (const [n, { fields, image }] of samples.entries()) {
      const q = questions[n] as Question
      const shown = Object.fromEntries(q.options.map((text, at) => [letters[at], text]))
      expect(fields).toMatchObject({
        id: `s${n}`,
        kind: 'choice',
        question: q.text,
        options: shown,
        answer: q.letter,
      })
      expect(image).toBe(`set/pictures/deep/${q.image}`)
    }
  })
})

test('words for unlisted columns: the question by its marks, the answer by its values', async () => {
  const rows = questions.map(q => ({ foo: q.text, bar: q.options, baz: q.letter, quux: q.image, note: 'x' }))
  const { samples } = await load(rows)
  expect(samples).toHaveLength(30)
  expect(samples[4]?.fields).toMatchObject({ question: questions[4]?.text, answer: questions[4]?.letter })
  expect(samples[4]?.image).toBe('set/pictures/deep/scan4.png')
})

test('choices that are in the question only', async () => {
  const rows = questions.map(q => ({
    question: `${q.text}\nOptions:\n${q.options.map((text, n) => `${letters[n]}. ${text}`).join('\n')}\nAnswer:`,
    answer: q.letter,
    image: q.image,
  }))
  const { samples, skipped } = await load(rows)
  expect(skipped).toEqual([])
  for (const [n, { fields }] of samples.entries()) {
    const q = questions[n] as Question
    expect(fields).toMatchObject({ kind: 'choice', question: q.text, answer: q.letter })
    expect(Object.values(fields.options ?? {})).toEqual(q.options)
  }
})

test('yes and no next to other words, and a class that is no axis', async () => {
  const rows = questions.map(q => ({
    qid: q.i,
    query: q.text,
    response_type: q.i % 2 ? 'CLOSED' : 'OPEN',
    reference_answer: q.i % 2 ? 'yes' : 'left lobe',
    picture: q.image,
    organ: 'Liver',
    imaging_modality: ['x_ray.', 'X-ray', 'X-ray'][q.i % 3] ?? '',
  }))
  const { samples } = await load(rows)
  expect(samples.map(({ fields }) => fields.kind).slice(0, 2)).toEqual(['text', 'yes-no'])
  expect(new Set(samples.map(({ fields }) => fields.modality))).toEqual(new Set(['X-ray']))
  expect(samples[0]?.fields).toMatchObject({ id: '0', task: null, parts: 'Liver' })
})

test('a category that contains the answer is no task', async () => {
  const row = (q: Question) => ({
    question: q.text,
    ...byLetter(q, ''),
    answer: q.letter,
    category: q.options[q.right] ?? '',
    image: q.image,
  })
  const { samples } = await load(questions.map(row))
  expect(samples.map(({ fields }) => fields.task)).toEqual(questions.map(() => null))
  expect(Object.keys(samples[0]?.fields ?? {})).not.toContain('category')
})

test('images: other rows’ by their ids, several in columns, those that are missing', async () => {
  const image = (n: number) => new EmbeddedImage(`set/data.tsv//${n}`)
  const rows = questions.map(q => ({
    index: String(q.i),
    image: q.i === 0 ? '29' : q.i === 1 ? ['5', '6'] : image(q.i),
    question: q.text,
    ...byLetter(q, ''),
    answer: q.letter,
  }))
  const { samples, skipped } = await load(rows, [])
  expect(skipped).toEqual([])
  expect(samples[0]?.image).toBe('set/data.tsv//29')
  expect([samples[1]?.image, samples[1]?.furtherImages]).toEqual(['set/data.tsv//5', ['set/data.tsv//6']])

  const several = questions.map(q => ({
    question: q.text,
    choices: q.options,
    answer: q.letter,
    image_1: image(q.i),
    image_2: q.i % 2 ? image(99) : null,
  }))
  const read = await load(several, [])
  expect(read.samples.slice(0, 2).map(sample => [sample.image, sample.furtherImages])).toEqual([
    ['set/data.tsv//0', undefined],
    ['set/data.tsv//1', ['set/data.tsv//99']],
  ])

  const gone = questions.map(q => ({
    question: q.text,
    choices: q.options,
    answer: q.letter,
    image_path: `x/${q.image}`,
  }))
  const without = await load(gone, files.slice(3))
  expect(without.samples).toHaveLength(27)
  expect(without.skipped.map(({ reason, subject }) => [reason, subject])).toEqual([
    ['missing_image', 'x/scan0.png'],
    ['missing_image', 'x/scan1.png'],
    ['missing_image', 'x/scan2.png'],
  ])
})

test('rows that cannot be asked are counted by their reasons, and ids made distinct', async () => {
  const odd: Cells[] = [
    { id: 'a', question: 'Which?', options: ['x', 'y'], answer: '' },
    { id: 'b', question: 'Which?', options: ['x', 'y'], answer: 'z' },
    { id: 'c', question: 'Which?', options: Array.from({ length: 30 }, (_, n) => `${n}`), answer: 'A' },
    { id: 'd', question: '', options: ['x', 'y'], answer: 'A' },
    {
      id: 'e',
      question: 'Which of <image 1> and <image 2>?',
      options: ['x', 'x'],
      answer: 'x',
      image: 'scan0.png',
    },
    { id: 's3', question: 'Which?', options: ['x', 'y'], answer: 'A', image: 'scan0.png' },
  ]
  const good = questions.map(q => ({
    id: `s${q.i}`,
    question: q.text,
    options: q.options,
    answer: q.letter,
    image: q.image,
  }))
  const { samples, skipped, findings } = await load([...good, ...odd])
  expect(skipped.map(({ reason, fields }) => [fields.id, reason])).toEqual([
    ['a', 'missing_answer'],
    ['b', 'answer_not_an_option'],
    ['c', 'unreadable_options'],
    ['d', 'missing_required_fields'],
  ])
  expect(samples.at(-1)?.fields.id).toBe('s3#2')
  expect(samples.at(-2)?.fields).toMatchObject({ id: 'e', answer: 'A' })
  expect(findings.map(({ kind, index, subject }) => [kind, index, subject])).toEqual([
    ['duplicate-id', 3, 's3'],
    ['equal-options', 30, 'A, B'],
    ['missing-placeholder-image', 30, '2 place-holders, images: 1'],
    ['duplicate-id', 31, 's3'],
  ])
})

test('a file of something else is no benchmark, and its contents are described', async () => {
  const rows = [{ name: 'layer.0', rows: 4, dtype: 'f32' }]
  await expect(load(rows)).rejects.toMatchObject({
    info: {
      code: 'no-mapping',
      subject: 'set',
      message: expect.stringContaining('set/data.json (name, rows, dtype)'),
    },
  })
})
