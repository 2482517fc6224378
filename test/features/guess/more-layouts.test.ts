/** Layouts that authors publish and that no preset is for: each is read as they mean it, or says what is unsure. */
import { describe, expect, test } from 'vitest'
import { doubtLines } from '../../../src/data/formats/mapping/reading-words.ts'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { ImageReader } from '../../../src/data/images/image-reader.ts'
import { nodeSource } from '../../../src/data/sources/node.ts'
import { listImages } from '../../../src/engine/protocol/sample.ts'
import { memorySource } from '../../unit/support/memory-source.ts'
import { pngBytes as png } from '../../unit/support/png-bytes.ts'
import { zipBytes } from '../../unit/support/zip-bytes.ts'

const load = (files: Readonly<Record<string, unknown>>) => loadDataset(memorySource('set', files), {})
const times = <T>(count: number, of: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => of(i))
const pictures = (folder: string, count = 9) =>
  Object.fromEntries(times(count, i => [`${folder}/p${i}.png`, png]))
const lines = (rows: readonly unknown[]) => rows.map(row => JSON.stringify(row)).join('\n')
const organs = ['spleen', 'liver, right lobe', 'gall bladder', 'stomach']

/** Kind, answer and number of images of each sample. */
async function readAnswers(files: Readonly<Record<string, unknown>>) {
  const { samples, skipped } = await load(files)
  expect(skipped).toEqual([])
  return samples.map(sample => [sample.fields.kind, sample.fields.answer, listImages(sample).length])
}

describe('options in the question', () => {
  const styles: readonly (readonly [string, (i: number) => string, (i: number) => unknown])[] = [
    ['in full-width letters', i => `${'ＡＢＣＤ'[i]}．`, i => 'ＡＢＣＤ'[i]],
    ['in small letters', i => `(${'abcd'[i]}) `, i => `(${'abcd'[i]})`],
    ['numbered', i => `${i + 1}) `, i => i + 1],
    ['numbered with a dot', i => `${i + 1}. `, i => String(i + 1)],
  ]
  test.each(styles)('%s', async (_, mark, answer) => {
    const rows = times(9, i => ({
      pic: `p${i}.png`,
      question: `Which organ is marked?\n${organs.map((organ, k) => mark(k) + organ).join('\n')}`,
      answer: answer(i % 4),
    }))
    const { samples } = await load({ 'test.jsonl': lines(rows), ...pictures('films') })
    expect(samples.map(({ fields }) => [fields.question, fields.options, fields.answer])).toEqual(
      times(9, i => [
        'Which organ is marked?',
        Object.fromEntries(organs.map((organ, k) => ['ABCD'[k], organ])),
        'ABCD'[i % 4],
      ]),
    )
  })

  test('a list of findings is none where the options have capital letters', async () => {
    const question = 'He has\n1) fever\n2) pain\n3) a cough.\nWhere is it?\nA. left\nB. right'
    const { samples } = await load({ 'test.json': times(6, i => ({ question, answer: 'AB'[i % 2] })) })
    expect(samples[0]?.fields.options).toEqual({ A: 'left', B: 'right' })
  })
})

test('an answer is in the language of its question', async () => {
  const rows = times(6, i => ({
    film: `p${i}.png`,
    question_zh: '这是什么？',
    question_en: 'What is it?',
    answer_zh: '肺',
    answer_en: 'lung',
  }))
  const { samples } = await load({ 'test.json': rows, ...pictures('films') })
  expect(samples[0]?.fields).toMatchObject({ question: 'What is it?', answer: 'lung' })
})

test('a description of the case is shown, one of the picture is not', async () => {
  const rows = times(6, i => ({
    image: `p${i}.png`,
    case_description: 'A man of 60 years complains of pain in his chest since the morning.',
    image_description: 'There is air beside the right lung, as in a pneumothorax.',
    question: 'What is the diagnosis?',
    answer: 'pneumothorax',
  }))
  const { samples } = await load({ 'test.json': rows, ...pictures('films') })
  expect(samples[0]?.fields.question).toBe(`${rows[0]?.case_description}\nWhat is the diagnosis?`)
})

test('where maybe stands beside yes and no, the prompt does not tell which it is', async () => {
  const rows = times(9, i => ({
    question: 'Does it help?',
    labels: ['BACKGROUND'],
    final_decision: ['yes', 'no', 'maybe'][i % 3],
  }))
  expect((await readAnswers({ 'test.json': rows })).slice(0, 3)).toEqual([
    ['text', 'yes', 0],
    ['text', 'no', 0],
    ['text', 'maybe', 0],
  ])
})

test('addresses of images are missing images, unless the folder has them by name', async () => {
  const rows = times(4, i => ({
    question: 'What is it?',
    answer: 'lung',
    image_url: `https://example.org/a/p${i}.png`,
  }))
  const { samples, skipped } = await load({ 'test.json': rows, 'saved/p2.png': png })
  expect(samples.map(({ image }) => image)).toEqual(['set/saved/p2.png'])
  expect(skipped.map(({ reason }) => reason)).toEqual(times(3, () => 'missing_image'))
})

test('the place -1 is no answer: the next split is asked', async () => {
  const row = (cop: number, i: number) => ({
    id: `m${i}`,
    question: 'Which?',
    opa: 'a',
    opb: 'b',
    opc: 'c',
    opd: 'd',
    cop,
  })
  const { mapping, samples } = await load({
    'test.jsonl': lines(times(9, i => row(-1, i))),
    'train.jsonl': lines(times(9, i => row(i % 4, i))),
    'validation.jsonl': lines(times(9, i => row((i + 1) % 4, i))),
  })
  expect([mapping?.split, samples.map(({ fields }) => fields.answer).join('')]).toEqual([
    'validation',
    'BCDABCDAB',
  ])
})

test('questions, options and a letter without a header', async () => {
  const rows = times(9, i =>
    [`Which organ is it in ${i}?`, ...organs.map(organ => `"${organ}"`), 'ABCD'[i % 4]].join(','),
  )
  expect(await readAnswers({ 'test/organs_test.csv': rows.join('\n') })).toEqual(
    times(9, i => ['choice', 'ABCD'[i % 4], 0]),
  )
})

test('a conversation whose turns are lists of parts', async () => {
  const rows = times(5, i => ({
    messages: [
      { role: 'user', content: [{ type: 'image' }, { type: 'text', text: 'What is it?' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'A rib.' }] },
    ],
    images: [`films/p${i}.png`],
  }))
  const { samples, mapping } = await load({ 'test.jsonl': lines(rows), ...pictures('films') })
  expect(samples[0]?.fields).toMatchObject({
    question: 'What is it?',
    answer: 'A rib.',
    image_path: 'set/films/p0.png',
  })
  expect(mapping?.tables[0]?.uses).toContainEqual({
    role: 'question',
    columns: ['messages.0.content.1.text'],
  })
})

test('questions and the list of their images in one file, as COCO writes them', async () => {
  const content = {
    info: { year: 2024 },
    images: times(5, i => ({ id: 70 + i, file_name: `p${i}.png`, width: 8 })),
    annotations: times(10, i => ({ id: i, image_id: 70 + (i % 5), question: 'What is it?', answer: 'lung' })),
    categories: [{ id: 70, name: 'lung' }],
  }
  const { samples } = await load({ 'test.json': content, ...pictures('films') })
  expect(samples.map(({ image }) => image)).toEqual(times(10, i => `set/films/p${i % 5}.png`))
})

test('lists of questions under the names of their images', async () => {
  const content = Object.fromEntries(
    times(4, i => [
      `p${i}.png`,
      [
        { question: 'What is it?', answer: 'lung' },
        { question: 'Is it normal?', answer: 'no' },
      ],
    ]),
  )
  const { samples } = await load({ 'test.json': content, ...pictures('films') })
  expect(samples.map(({ image, fields }) => [image, fields.kind])).toEqual(
    times(8, i => [`set/films/p${i >> 1}.png`, i % 2 ? 'yes-no' : 'text']),
  )
})

test('an answer with scores is the one with the highest', async () => {
  const rows = times(4, i => ({
    img_id: `p${i}`,
    sent: 'where is it?',
    label: { 'left lung': 0.3, 'right lung': 1 },
  }))
  const { samples, mapping } = await load({ 'qas/test_vqa.json': rows, ...pictures('films') })
  expect(samples[0]?.fields).toMatchObject({ answer: 'right lung', image_path: 'set/films/p0.png' })
  expect(mapping?.tables[0]?.columns).toEqual(['img_id', 'sent', 'label'])
})

test('an archive of images in the archive of the data set', async () => {
  const inner = zipBytes(times(3, i => ({ name: `p${i}.png`, content: png })))
  const rows = times(3, i => ({ question: 'What is it?', answer: 'lung', image: `p${i}.png` }))
  const outer = zipBytes([
    { name: 'Bench/test.json', content: JSON.stringify(rows) },
    { name: 'Bench/images.zip', content: inner, isPacked: true },
  ])
  const source = memorySource('set', { 'Bench.zip': outer })
  const { samples } = await loadDataset(source, {})
  expect(samples[2]?.image).toBe('set/Bench.zip//Bench/images.zip//p2.png')
  const image = await new ImageReader(source).open(samples[2]?.image ?? '')
  expect(new Uint8Array(await image.arrayBuffer())).toEqual(new Uint8Array(png))
})

test('a folder on disk whose only table is a text file', async () => {
  const { mkdtemp, rm, writeFile } = await import('node:fs/promises')
  const folder = await mkdtemp('/tmp/voxelwise-text-')
  try {
    await writeFile(
      `${folder}/Test_Questions.txt`,
      times(5, i => `synpic${i}|plane|which plane is it?|axial`).join('\r\n'),
    )
    const { skipped } = await loadDataset(nodeSource(folder), {})
    expect(skipped.map(({ reason, subject }) => [reason, subject])).toEqual(
      times(5, i => ['missing_image', `synpic${i}`]),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

describe('titles above the names of columns', () => {
  const rows = times(5, i => ['what is shown?', 'lung', `p${i}.png`])
  const header = ['Question', 'Answer', 'Image']

  test('of a spreadsheet', async () => {
    const all = [['Quiz 2024'], [], ['Version 2', 'draft'], header, ...rows]
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const sheet = zipBytes([
      {
        name: 'xl/workbook.xml',
        content: '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: '<R><Relationship Id="r1" Target="worksheets/s.xml"/></R>',
      },
      {
        name: 'xl/worksheets/s.xml',
        content: `<w><sheetData>${all.map(row => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></w>`,
      },
    ])
    expect(await readAnswers({ 'quiz.xlsx': sheet, ...pictures('films') })).toEqual(
      times(5, () => ['text', 'lung', 1]),
    )
  })
})

describe('what is unsure is said', () => {
  const listDoubts = async (files: Readonly<Record<string, unknown>>) => {
    const { mapping } = await load(files)
    return mapping ? doubtLines(mapping) : []
  }

  test('places that fit a count from 0 and from 1', async () => {
    const rows = (from: number) =>
      times(8, i => ({ question: 'Which?', options: ['w', 'x', 'y', 'z'], answer: from + (i % 3) }))
    expect(await listDoubts({ 'test.json': rows(1) })).toEqual([
      'The answers 1 to 3 in the first 8 rows of test.json fit options counted from 0 and from 1. They are counted from 0.',
    ])
    expect(await listDoubts({ 'test.json': rows(0) })).toEqual([])
    expect(await listDoubts({ 'test.json': rows(2) })).toEqual([])
  })

  test('a context that holds the right answer', async () => {
    const row = (i: number, context: string) => ({
      image: `p${i}.png`,
      question: 'What tissue is it?',
      context,
      answer: 'Smooth muscle with glands',
    })
    const telling = 'The speaker says that smooth muscle is seen here with some glands.'
    const silent = 'A biopsy was taken from the bladder of a man of sixty years.'
    expect(await listDoubts({ 'test.json': times(6, i => row(i, telling)), ...pictures('films') })).toEqual([
      'The column context of test.json is shown before the question. It holds the words of the right answer in 6 of the first 6 rows.',
    ])
    expect(await listDoubts({ 'test.json': times(6, i => row(i, silent)), ...pictures('films') })).toEqual([])
  })

  test('questions that two files have', async () => {
    const rows = times(4, i => ({ image: `p${i}.png`, question: 'What is it?', answer: 'lung' }))
    expect(
      await listDoubts({
        'all_train.json': rows,
        'parts/ct_train.json': rows.slice(1),
        ...pictures('films'),
      }),
    ).toEqual(['3 questions of 2 files are asked twice, with the same image and answer.'])
  })

  test('volumes of which no slice is named', async () => {
    const rows = times(2, i => ({ VolumeName: `v${i}.nii.gz`, question: 'Is it normal?', answer: 'no' }))
    expect(
      await listDoubts({ 'test.json': rows, 'volumes/v0.nii.gz': 'x', 'volumes/v1.nii.gz': 'x' }),
    ).toEqual([
      '2 questions name a volume and no slice of it, and cannot be asked. The mapping’s images take "slices".',
    ])
  })
})

describe('boxes', () => {
  const boxed = async (box: (i: number) => readonly number[]) => {
    const rows = times(6, i => ({ image: `p${i}.png`, question: 'Where is the nodule?', bbox: box(i) }))
    const { samples, mapping } = await load({ 'test.json': rows, ...pictures('films') })
    return { first: samples[0]?.fields, doubts: mapping ? doubtLines(mapping) : [] }
  }

  test('of which some are no corners have a width and a height', async () => {
    const { first, doubts } = await boxed(i => [40, 50, 10 + 40 * (i % 2), 20])
    expect(first).toMatchObject({ kind: 'box', answer: '[[40, 50, 50, 70]]' })
    expect(doubts).toEqual(['The boxes in test.json are read as left, top, width, height.'])
  })

  test('that fit both forms, and shares of the image, are named', async () => {
    const { first, doubts } = await boxed(() => [0.1, 0.2, 0.4, 0.5])
    expect(first?.kind).toBe('box')
    expect(doubts).toEqual([
      'The boxes in test.json are read as left, top, right, bottom. They also fit left, top, width, height.',
      'All boxes in the first 6 rows of test.json lie between 0 and 1. They are compared in pixels.',
    ])
  })
})

test.each([
  ['comma', 'liver, spleen, left kidney'],
  ['slash', 'liver / spleen / left kidney'],
])('options that a %s parts', async (_, choices) => {
  const rows = times(6, i => ({
    question: 'Which organ is it?',
    choices,
    answer: ['spleen', 'left kidney'][i % 2],
  }))
  expect((await readAnswers({ 'test.json': rows })).slice(0, 2)).toEqual([
    ['choice', 'B', 0],
    ['choice', 'C', 0],
  ])
})

test('options that cannot be read are named', async () => {
  const rows = times(6, () => ({
    question: 'Is it so?',
    options: 'Say what you think of it, in a few words of your own',
    answer: 'it is',
  }))
  const { mapping } = await load({ 'test.json': rows })
  expect(mapping && doubtLines(mapping)).toEqual([
    'The column options of test.json is not read. Its questions are asked without options.',
  ])
})

test('0 and 1 are no and yes where every question asks for these, and numbers elsewhere', async () => {
  const read = async (question: string) => {
    const rows = times(6, i => `p${i}.png,${question},${i % 2}`)
    const { samples, mapping } = await load({
      'test.csv': ['image,question,label', ...rows].join('\n'),
      ...pictures('films'),
    })
    return [
      samples.slice(0, 2).map(({ fields }) => `${fields.kind} ${fields.answer}`),
      mapping && doubtLines(mapping),
    ]
  }
  expect(await read('Is a fracture visible?')).toEqual([
    ['yes-no no', 'yes-no yes'],
    ['The answers 0 and 1 of test.csv are read as no and yes.'],
  ])
  expect(await read('How many fractures are visible?')).toEqual([['text 0', 'text 1'], []])
})

test('images within the turns of a conversation', async () => {
  const row = (part: object) => ({
    messages: [
      { role: 'system', content: 'You are a radiologist.' },
      { role: 'user', content: [{ type: 'text', text: 'What is it?' }, part] },
      { role: 'assistant', content: 'A rib.' },
    ],
  })
  const named = await load({
    'test.jsonl': lines(times(4, i => row({ type: 'image', image: `p${i}.png` }))),
    ...pictures('films'),
  })
  expect(named.samples.map(({ image }) => image)).toEqual(times(4, i => `set/films/p${i}.png`))
  const url = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
  const source = memorySource('set', {
    'test.jsonl': lines(times(3, () => row({ type: 'image_url', image_url: { url } }))),
  })
  const { samples } = await loadDataset(source, {})
  const image = await new ImageReader(source).open(samples[1]?.image ?? '')
  expect(new Uint8Array(await image.arrayBuffer())).toEqual(new Uint8Array(png))
})

test('questions that name an image in their text, and have none, are counted', async () => {
  const rows = times(3, i => ({ question: `![](films/p${i}.png) What is it?`, answer: 'lung' }))
  const { mapping } = await load({ 'test.json': rows, ...pictures('films') })
  expect(mapping && doubtLines(mapping)).toEqual(['3 questions without an image name one in their text.'])
})

test('two sheets of a workbook, with a column called No.', async () => {
  const cell = (text: string | number) =>
    typeof text === 'number' ? `<c><v>${text}</v></c>` : `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const sheet = (rows: readonly (readonly (string | number)[])[]) =>
    `<w><sheetData>${rows.map(row => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></w>`
  const book = zipBytes([
    {
      name: 'xl/workbook.xml',
      content:
        '<workbook><sheets><sheet name="Answer key" r:id="r1"/><sheet name="Questions" r:id="r2"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        '<R><Relationship Id="r1" Target="worksheets/a.xml"/><Relationship Id="r2" Target="worksheets/q.xml"/></R>',
    },
    { name: 'xl/worksheets/a.xml', content: sheet([['No.', 'Answer'], ...times(4, i => [i + 1, 'lung'])]) },
    {
      name: 'xl/worksheets/q.xml',
      content: sheet([['No.', 'Question', 'Image'], ...times(4, i => [i + 1, 'What is it?', `p${i}.png`])]),
    },
  ])
  expect(await readAnswers({ 'quiz.xlsx': book, ...pictures('films') })).toEqual(
    times(4, () => ['text', 'lung', 1]),
  )
})

test('titles above a table of text', async () => {
  const text = [
    'Quiz of 2024;;;',
    'Version 2;;;',
    'Frage;Bild;Antwort;Quelle',
    ...times(4, i => `Was ist das?;p${i}.png;Lunge;x`),
  ].join('\r\n')
  expect(await readAnswers({ 'test.csv': text, ...pictures('films') })).toEqual(
    times(4, () => ['text', 'Lunge', 1]),
  )
})

test('a list of questions within each row is counted among the columns that are used', async () => {
  const rows = times(3, i => ({ image: `p${i}.png`, qa: [{ question: 'What is it?', answer: 'lung' }] }))
  const { mapping } = await load({ 'test.json': rows, ...pictures('films') })
  expect(mapping?.tables[0]).toMatchObject({
    unused: [],
    uses: expect.arrayContaining([{ role: 'question', columns: ['question'] }]),
  })
})

test('a test.json of rows that nothing answers is refused with its columns', async () => {
  const rows = times(3, i => ({ image: `p${i}.png`, question: 'What is it?', remark: 'blurred film' }))
  await expect(load({ 'test.json': rows, ...pictures('films') })).rejects.toMatchObject({
    info: { code: 'no-mapping', message: expect.stringContaining('set/test.json (image, question, remark)') },
  })
})
