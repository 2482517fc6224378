/** Layouts of no benchmark in particular, as people export their own: read by the guess, from their bytes. */
import { expect, test } from 'vitest'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { ImageReader } from '../../../src/data/images/image-reader.ts'
import type { MappedFields } from '../../../src/engine/protocol/mapped-fields.ts'
import { listImages } from '../../../src/engine/protocol/sample.ts'
import { memorySource } from '../../unit/support/memory-source.ts'
import { pngBytes as png } from '../../unit/support/png-bytes.ts'

const rows = Array.from({ length: 8 }, (_, i) => ({
  question: `Which organ is shown in picture ${i}?`,
  options: ['Brain', 'Liver, left lobe', 'Lung', "Heart's apex"],
  right: i % 4,
  letter: 'ABCD'[i % 4] ?? '',
  image: `p${i}.png`,
}))
const letters = rows.map(({ letter }) => letter)
const encoded = Buffer.from(png).toString('base64')
const json = (of: (row: (typeof rows)[number], i: number) => object) => JSON.stringify(rows.map(of))
const lines = (of: (row: (typeof rows)[number], i: number) => object) =>
  rows.map((row, i) => JSON.stringify(of(row, i))).join('\n')
const quoted = (text: string) => (/[",\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const table = (
  header: readonly string[],
  of: (row: (typeof rows)[number], i: number) => readonly string[],
  mark = ',',
) => [header, ...rows.map(of)].map(cells => cells.map(quoted).join(mark)).join('\r\n')

const marks = ['A', 'B', 'C', 'D']
const plainHeader = ['index', 'question', ...marks, 'answer', 'image']
const plain = ({ question, options, letter }: (typeof rows)[number], i: number) => [
  String(i),
  question,
  ...options,
  letter,
  encoded,
]
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

const exported: Readonly<Record<string, readonly [string, string | Uint8Array]>> = {
  'UTF-16 of a spreadsheet, with pictures in its cells': [
    'Unicode.tsv',
    utf16(table(plainHeader, plain, '\t'), false),
  ],
  'UTF-16, the other way round': ['data.csv', utf16(table(plainHeader, plain), true)],
  'JSON lines that are called .json': [
    'train.json',
    lines(({ question, options: [opa, opb, opc, opd], right }, i) => {
      return { id: `q${i}`, question, opa, opb, opc, opd, cop: right + 1, exp: 'because', image: encoded }
    }),
  ],
  'columns by the number of the row, as pandas writes them': [
    'frame.json',
    JSON.stringify(
      Object.fromEntries(
        plainHeader.map((name, at) => [
          name,
          Object.fromEntries(rows.map((row, i) => [i, plain(row, i)[at]])),
        ]),
      ),
    ),
  ],
  'rows two levels down in a file that tells of itself, their fields in parts': [
    'bench.json',
    JSON.stringify({
      version: '1.0',
      info: { licence: 'none' },
      data: {
        items: rows.map(({ question, options, letter }, i) => ({
          meta: { id: `x${i}` },
          qa: { question, choices: options, answer: letter },
          image: { bytes: encoded, path: `p${i}.png` },
        })),
      },
    }),
  ],
  'answers by the name of their column, line breaks and quotes in cells': [
    'data.csv',
    table(['question', 'option1', 'option2', 'option3', 'option4', 'correct', 'image'], row => [
      `Look "closely",\nthen say.\n${row.question}`,
      ...row.options,
      `option${row.right + 1}`,
      encoded,
    ]),
  ],
  'answers in the words Option B': [
    'data.csv',
    table(
      ['question', 'Option (A)', 'Option (B)', 'Option (C)', 'Option (D)', 'Correct Option', 'image'],
      row => [row.question, ...row.options, `Option ${row.letter}`, encoded],
    ),
  ],
  'a mark for each option': [
    'data.jsonl',
    lines(({ question, options, right }) => ({
      question,
      choices: options,
      labels: options.map((_, i) => Number(i === right)),
      image: encoded,
    })),
  ],
  'options that say themselves whether they are right': [
    'data.json',
    json(({ question, options, right }) => ({
      question,
      options: options.map((text, i) => ({ text, is_correct: i === right })),
      image: encoded,
    })),
  ],
  'the same where they are called answers': [
    'data.json',
    json(({ question, options, right }) => ({
      question,
      answers: options.map((answer, i) => ({ answer, correct: i === right })),
      image: { src: encoded },
    })),
  ],
  'a conversation with the choices in its first turn': [
    'llava.json',
    json(({ question, options, letter }, i) => ({
      id: i,
      image: encoded,
      conversations: [
        {
          from: 'human',
          value: `<image>\n${question}\n${options.map((o, k) => `${marks[k]}. ${o}`).join('\n')}`,
        },
        { from: 'gpt', value: letter },
      ],
    })),
  ],
}

test.each(Object.entries(exported))('%s', async (_, [name, content]) => {
  const source = memorySource('set', { [name]: content })
  const { samples, skipped } = await loadDataset(source, {})
  expect(skipped).toEqual([])
  const fields = samples.map(sample => sample.fields as unknown as MappedFields)
  expect(fields.map(({ kind, answer }) => `${kind} ${answer}`)).toEqual(
    letters.map(letter => `choice ${letter}`),
  )
  for (const { options, question } of fields) {
    expect(Object.values(options ?? {})).toEqual(rows[0]?.options)
    expect(question).toMatch(/Which organ is shown in picture \d\?$/)
  }
  // Each has its picture, whole.
  const reader = new ImageReader(source)
  for (const sample of samples) {
    const [image = '', ...more] = listImages(sample)
    expect(more).toEqual([])
    expect(new Uint8Array(await (await reader.open(image)).arrayBuffer())).toEqual(new Uint8Array(png))
  }
})

test('a conversation in words is a question and its answer; later turns are not asked', async () => {
  const content = lines(({ question }) => ({
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: `<image>${question}` },
      { role: 'assistant', content: 'The liver.' },
      { role: 'user', content: 'And why?' },
      { role: 'assistant', content: 'By its shape.' },
    ],
    images: ['p0.png'],
  }))
  const source = memorySource('set', { 'chat.jsonl': content, 'images/p0.png': png })
  const { samples } = await loadDataset(source, {})
  expect(samples).toHaveLength(rows.length)
  expect(samples[0]?.fields).toMatchObject({
    kind: 'text',
    question: `<image>${rows[0]?.question}`,
    answer: 'The liver.',
    image_path: 'set/images/p0.png',
  })
})

test('several pictures in one cell', async () => {
  const content = table([...plainHeader], (row, i) => [
    ...plain(row, i).slice(0, -1),
    `${row.image}; ${rows[(i + 1) % 8]?.image}`,
  ])
  const pictures = Object.fromEntries(rows.map(({ image }) => [`images/${image}`, png]))
  const { samples, skipped } = await loadDataset(
    memorySource('set', { 'data.csv': content, ...pictures }),
    {},
  )
  expect(skipped).toEqual([])
  expect(samples[1] && listImages(samples[1])).toEqual(['set/images/p1.png', 'set/images/p2.png'])
})

test('a list of two numbers does not mark more than two options', async () => {
  const content = lines(({ question, options }) => ({
    question,
    options,
    answer: ['A', 'C'],
    image: encoded,
  }))
  const { samples } = await loadDataset(memorySource('set', { 'data.jsonl': content }), {})
  expect(samples[0]?.fields).toMatchObject({ kind: 'several', answer: 'AC' })
})
