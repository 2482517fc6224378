/** Tables of other people that were read wrongly without a word: each kind with neighbours. */
import { expect, test } from 'vitest'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import type { MappedFields } from '../../../src/engine/protocol/mapped-fields.ts'
import { listImages } from '../../../src/engine/protocol/sample.ts'
import { memorySource } from '../../unit/support/memory-source.ts'
import { pngBytes } from '../../unit/support/png-bytes.ts'

const count = 6
const pictures = Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}.png`, pngBytes] as const))
const marks = ['A', 'B', 'C', 'D'] as const

const loadedFrom = (name: string, content: string) =>
  loadDataset(memorySource('set', { [name]: content, ...pictures }), {})

/** Kind, options and answer of each sample of a table whose rows share question and image columns. */
async function read(of: (i: number) => object, name = 'test.jsonl') {
  const rows = Array.from({ length: count }, (_, i) => ({
    image: `p${i}.png`,
    question: `What is seen in picture ${i}?`,
    ...of(i),
  }))
  const text = rows.map(row => JSON.stringify(row).replaceAll('"<NaN>"', 'NaN')).join('\n')
  const { samples, skipped, mapping } = await loadedFrom(name, text)
  const told = samples.map(({ fields }) => {
    const { kind, options, answer } = fields as MappedFields
    return { kind, options: options === null ? null : Object.values(options).join('|'), answer }
  })
  return { told, samples, skipped, mapping }
}

const organs = ['liver', 'kidney', 'heart', 'lung']
const rightLetter = (i: number) => marks[i % 4] ?? 'A'

test.each([
  ['a box', { bbox: [10, 20, 30, 40] }],
  ['probabilities', { prob: [0.1, 0.2, 0.3, 0.4] }],
  ['scores by class', { scores: { '0': 0.1, '1': 0.9 } }],
  ['the size of the image', { image_size: [512, 512] }],
  [
    'boxes',
    {
      regions: [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
    },
  ],
  ['a box in a text', { bbox: '[10, 20, 30, 40]' }],
])('lists of numbers are no options, splits or images: %s', async (_, more) => {
  const { told, samples } = await read(i => ({ answer: i, ...more }))
  expect(told).toEqual(
    Array.from({ length: count }, (_, i) => ({ kind: 'text', options: null, answer: String(i) })),
  )
  expect(samples.map(sample => listImages(sample).length)).toEqual(Array(count).fill(1))
})

test('numbers in a column that is called options are options', async () => {
  const { told } = await read(i => ({ options: [10, 20, 30, 40], answer: rightLetter(i) }))
  expect(told[1]).toEqual({ kind: 'choice', options: '10|20|30|40', answer: 'B' })
})

test('NaN is an empty cell: of an option, a second image, an axis, an accepted answer', async () => {
  const options = await read(i => ({
    ...Object.fromEntries(marks.map((mark, at) => [mark, at === 3 ? '<NaN>' : organs[at]])),
    answer: marks[i % 3],
  }))
  expect(options.told[0]?.options).toBe('liver|kidney|heart')
  const listed = await read(i => ({
    options: ['liver', 'kidney', '<NaN>'],
    answer: marks[i % 2],
    hint: '<NaN>',
    modality: '<NaN>',
  }))
  expect(listed.told[0]?.options).toBe('liver|kidney')
  expect(listed.samples[0]?.fields).toMatchObject({ modality: null })
  expect(listed.samples[0]?.fields).not.toHaveProperty('hint')
  const second = await read(i => ({
    image_2: i % 2 ? `p${i}.png` : '<NaN>',
    options: organs,
    answer: rightLetter(i),
  }))
  expect(second.skipped).toEqual([])
})

test.each([
  [
    'a dict from 0',
    (i: number) => ({ options: { 0: 'liver', 1: 'kidney', 2: 'heart', 3: 'lung' }, answer: String(i % 3) }),
    0,
  ],
  [
    'a dict from 1',
    (i: number) => ({ options: { 1: 'liver', 2: 'kidney', 3: 'heart', 4: 'lung' }, answer: 1 + (i % 3) }),
    0,
  ],
  [
    'columns from 0',
    (i: number) => ({
      ...Object.fromEntries(organs.map((organ, at) => [`option_${at}`, organ])),
      answer: 1 + (i % 3),
    }),
    1,
  ],
  [
    'columns from 0, named',
    (i: number) => ({
      ...Object.fromEntries(organs.map((organ, at) => [`option_${at}`, organ])),
      answer: `option_${i % 4}`,
    }),
    0,
  ],
  [
    'columns from 1',
    (i: number) => ({
      ...Object.fromEntries(organs.map((organ, at) => [`option_${at + 1}`, organ])),
      answer: 1 + (i % 3),
    }),
    0,
  ],
  [
    'numbers before the texts',
    (i: number) => ({ options: organs.map((organ, at) => `${at + 1}. ${organ}`), answer: 1 + (i % 3) }),
    0,
  ],
  [
    'numbers before the texts, from 0',
    (i: number) => ({ options: organs.map((organ, at) => `${at}) ${organ}`), answer: 1 + (i % 3) }),
    1,
  ],
  [
    'labels of a list',
    (i: number) => ({
      choices: { text: organs, label: ['1', '2', '3', '4'] },
      answerKey: String(1 + (i % 3)),
    }),
    0,
  ],
  [
    'labels of objects',
    (i: number) => ({ options: organs.map((text, at) => ({ id: at + 1, text })), answer: 1 + (i % 3) }),
    0,
  ],
])('a row’s own number is its option: %s', async (_, of, first) => {
  const { told, skipped } = await read(of as (i: number) => object)
  expect(skipped).toEqual([])
  const isNamed = String((of(3) as { answer?: unknown }).answer).startsWith('option')
  expect(told.map(({ answer }) => answer)).toEqual(
    Array.from({ length: count }, (_, i) => marks[isNamed ? i % 4 : first + (i % 3)]),
  )
  expect(told[0]?.options).toBe(organs.join('|'))
})

test('numbers without a label of their own are counted as before', async () => {
  const { told } = await read(i => ({ options: organs, answer: i % 4 }))
  expect(told.map(({ answer }) => answer)).toEqual(Array.from({ length: count }, (_, i) => rightLetter(i)))
})

test.each([
  [
    'cyst (simple, benign), abscess, metastasis (colon, lung), none',
    'cyst (simple, benign)|abscess|metastasis (colon, lung)|none',
  ],
  ['1,5 cm, 2,5 cm, 10 cm, 1,000 cm', '1,5 cm|2,5 cm|10 cm|1,000 cm'],
  ['T1 [left; right]; T2; FLAIR; DWI (b = 0; 1000)', 'T1 [left; right]|T2|FLAIR|DWI (b = 0; 1000)'],
  ['liver, kidney, heart, lung', organs.join('|')],
])('options in one cell are cut between them only: %s', async (options, expected) => {
  const { told } = await read(i => ({ options, answer: rightLetter(i) }))
  expect(told[0]).toEqual({ kind: 'choice', options: expected, answer: 'A' })
})

test('a small word is no list of letters; letters in their order are', async () => {
  const options = { A: 'good', B: 'fair', C: 'poor', D: 'unreadable' }
  const words = ['A', 'bad', 'BAD', 'dab', 'B', 'C']
  const { told, skipped } = await read(i => ({ options, answer: words[i] }))
  expect(told.map(({ answer }) => answer)).toEqual(['A', 'B', 'C'])
  expect(skipped.map(({ reason }) => reason)).toEqual(Array(3).fill('answer_not_an_option'))
  const several = await read(i => ({ options, answer: i % 2 ? 'ACD' : 'A, C' }))
  expect(several.told.map(({ answer }) => answer).slice(0, 2)).toEqual(['AC', 'ACD'])
})

test('the type of a file is no modality', async () => {
  const { samples } = await read(i => ({
    image_type: i % 2 ? 'jpg' : 'png',
    options: organs,
    answer: rightLetter(i),
  }))
  expect(samples[0]?.fields.modality).toBeNull()
})

const rows = Array.from({ length: 3 }, (_, i) => ({
  image: `p${i}.png`,
  question: `What is in picture ${i}?`,
  options: organs,
  answer: rightLetter(i),
}))
test.each([
  ['a JSON array', 'test.jsonl', JSON.stringify(rows, null, 2)],
  ['a JSON array, .ndjson', 'test.ndjson', JSON.stringify(rows)],
  ['one object of rows', 'test.jsonl', JSON.stringify({ data: rows }, null, 2)],
])('JSON under the name of JSON lines is read: %s', async (_, name, text) => {
  expect((await loadedFrom(name, text)).samples).toHaveLength(3)
})

test('rows over several lines are refused by name', async () => {
  const text = rows.map(row => JSON.stringify(row, null, 2)).join('\n')
  await expect(loadedFrom('test.jsonl', text)).rejects.toThrow(/one object per line/)
})

test('accents in two forms are one name', async () => {
  const names = ['é.png', 'ü/ß.png', 'ñ.png']
  for (const [table, folder] of [
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ] as const) {
    const text = names
      .map((name, i) => JSON.stringify({ ...rows[i], image: name.normalize(table) }))
      .join('\n')
    const files = Object.fromEntries(names.map(name => [`images/${name.normalize(folder)}`, pngBytes]))
    const { samples } = await loadDataset(memorySource('set', { 'test.jsonl': text, ...files }), {})
    expect(samples.map(({ image }) => image)).toEqual(
      names.map(name => `set/images/${name.normalize(folder)}`),
    )
  }
})

const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n'
const page = '\n<!DOCTYPE html><html><body>Please log in</body></html>'

test('pointers of Git LFS and web pages are named, as images and as tables', async () => {
  const text = rows.map(row => JSON.stringify(row)).join('\n')
  const { mapping } = await loadDataset(
    memorySource('set', { 'test.jsonl': text, 'p0.png': pointer, 'p1.png': page, 'p2.png': pngBytes }),
    {},
  )
  expect(mapping?.doubts).toEqual([
    '1 of 3 images is a pointer of Git LFS, not the file itself. Run "git lfs pull" in the folder, then open it again.',
    '1 of 3 images is a web page, not the file itself. Download the file again. The address may need a login or lead to a page about the file.',
  ])
  for (const name of ['test.jsonl', 'test.csv', 'data.parquet', 'test.xlsx']) {
    await expect(loadDataset(memorySource('set', { [name]: pointer }), {}), name).rejects.toThrow(
      'pointer of Git LFS',
    )
    await expect(loadDataset(memorySource('set', { [name]: page }), {}), name).rejects.toThrow('web page')
  }
})

test('of a constant answer beside lists of accepted ones, the lists are the answers, which is said', async () => {
  const vqaMed = await read(i => ({
    multiple_choice_answer: 'ap',
    answers: [
      { answer: organs[i % 4], answer_id: 1 },
      { answer: `the ${organs[i % 4]}`, answer_id: 2 },
    ],
  }))
  expect(vqaMed.told.map(({ answer }) => answer)).toEqual(
    Array.from({ length: count }, (_, i) => organs[i % 4]),
  )
  expect(vqaMed.samples[0]?.fields).toMatchObject({ accepted: ['liver', 'the liver'] })
  expect(vqaMed.mapping?.doubts).toContain(
    'The column multiple_choice_answer of test.jsonl has one value in all of the first 6 rows. The answers are read from answers.',
  )
  // An answer that varies stays the answer.
  const varied = await read(i => ({ answer: organs[i % 4], answers: [organs[i % 4], 'none'] }))
  expect(varied.samples[1]?.fields).toMatchObject({ answer: 'kidney', accepted: ['kidney', 'none'] })
})

test.each(['test.json', 'test.json.gz', 'test.jsonl.gz', 'all.zip', 'test.parquet', 'test.xlsx', 'test.ods'])(
  'a pointer or a web page called %s is named as what it is',
  async name => {
    await expect(loadedFrom(name, pointer)).rejects.toMatchObject({
      info: { message: 'The file is a pointer of Git LFS, not the file itself.' },
    })
    await expect(loadedFrom(name, '<!DOCTYPE html><html></html>')).rejects.toMatchObject({
      info: { message: 'The file is a web page, not the file itself.' },
    })
  },
)

test('an archive of images that is a pointer is named beside the images that are missing', async () => {
  const rows = [{ question: 'What is it?', answer: 'liver', image: 'images/x.png' }]
  const source = memorySource('set', { 'rows.json': JSON.stringify(rows), 'images.zip': pointer })
  const { skipped, badFiles } = await loadDataset(source, {})
  expect(skipped).toMatchObject([{ reason: 'missing_image' }])
  expect(badFiles).toMatchObject([{ error: { message: expect.stringContaining('pointer of Git LFS') } }])
})

test('rows by their ids on one line named .jsonl are rows', async () => {
  const rows = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `q${i}`,
      { question: `What is seen in picture ${i}?`, A: 'liver', B: 'lung', answer: 'B', image: `p${i}.png` },
    ]),
  )
  const { samples } = await loadedFrom('test.jsonl', `${JSON.stringify(rows)}\n`)
  expect(samples.map(({ fields: { id, answer } }) => [id, answer])).toEqual(
    Object.keys(rows).map(id => [id, 'B']),
  )
  const one = {
    id: 'only',
    question: 'What is it?',
    meta: { answer: 'liver' },
    image: 'p0.png',
    answer: 'liver',
  }
  expect((await loadedFrom('test.jsonl', JSON.stringify(one))).samples).toHaveLength(1)
})
