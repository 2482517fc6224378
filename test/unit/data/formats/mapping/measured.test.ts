/** Answers that are boxes or numbers, in every form of a table, and from a row to a verdict. */

import type { Json } from '@voxelwise/python'
import { describe, expect, test } from 'vitest'
import { readMapping } from '../../../../../src/data/formats/mapping/check.ts'
import { loadDataset } from '../../../../../src/data/formats/registry.ts'
import { findProtocol } from '../../../../../src/engine/protocol/protocols/registry.ts'
import { memorySource } from '../../../support/memory-source.ts'
import { pngBytes as png } from '../../../support/png-bytes.ts'

const makeMapping = (table: Json) => readMapping({ version: 1, name: 'm', tables: [table] }, 'm')
const load = (files: Readonly<Record<string, unknown>>, mapping?: ReturnType<typeof makeMapping>) =>
  loadDataset(memorySource('set', files), mapping ? { mapping } : {})

const boxes = (answer: Json, more: Readonly<Record<string, Json>> = {}) => {
  const mapping = makeMapping({
    question: 'q',
    answer: { column: 'box', ...more },
    kind: 'box',
    size: 'size',
  })
  return load({ 'a.json': [{ q: 'Where is it?', box: answer, size: [200, 400] }] }, mapping)
}

describe('a box', () => {
  test.each<[string, Json, Readonly<Record<string, Json>>?]>([
    ['as a list of corners', [10, 20, 110, 220]],
    ['as a list in a list', [[10, 20, 110, 220]]],
    ['as the text of a list', '[10, 20, 110, 220]'],
    ['as a corner and its extent', [10, 20, 100, 200], { boxes: 'extent' }],
    ['with named corners', { x1: 10, y1: 20, x2: 110, y2: 220 }],
    ['with a named extent', { x: 10, y: 20, width: 100, height: 200 }],
    [
      'among objects that do not count',
      [
        { x: 10, y: 20, w: 100, h: 200, by: 'gold' },
        { x: 0, y: 0, w: 9, h: 9, by: 'b' },
      ],
      { items: { by: 'gold' } },
    ],
  ])('%s', async (_, answer, more) => {
    const { samples } = await boxes(answer, more)
    expect(samples[0]?.fields).toMatchObject({
      kind: 'box',
      answer: '[[10, 20, 110, 220]]',
      size: [200, 400],
    })
  })

  test('several in one answer', async () => {
    const { samples } = await boxes([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ])
    expect(samples[0]?.fields.answer).toBe('[[1, 2, 3, 4], [5, 6, 7, 8]]')
  })

  test.each<[Json]>([['left lung'], [[1, 2, 3]], [[110, 220, 10, 20]], [[[1, 2, 3, 4], 'x']]])(
    '%j is none',
    async answer => {
      const { samples, skipped } = await boxes(answer)
      expect(samples).toEqual([])
      expect(skipped).toMatchObject([{ reason: 'unreadable_answer' }])
    },
  )
})

test.each<[Json, string]>([
  [12.5, '12.5'],
  ['12.5 mm', '12.5 mm'],
  [[20, 10.5], '20, 10.5'],
  ['[20, 10.5]', '20, 10.5'],
])('a number as %j', async (answer, text) => {
  const mapping = makeMapping({ question: 'q', answer: 'size', kind: 'number' })
  const { samples, protocol } = await load({ 'a.json': [{ q: 'How large?', size: answer }] }, mapping)
  expect(samples[0]?.fields).toMatchObject({ kind: 'number', answer: text })
  expect(findProtocol(protocol).judge(text, samples[0]?.fields ?? {})).toMatchObject({
    correct: true,
    measured: 0,
  })
})

test.each(['1,5', '1,234 mm', '20,10'])('%s is no number for sure, and is refused', async answer => {
  const mapping = makeMapping({ question: 'q', answer: 'size', kind: 'number' })
  const { samples, skipped } = await load({ 'a.json': [{ q: 'How large?', size: answer }] }, mapping)
  expect([samples, skipped.map(({ reason, subject }) => [reason, subject])]).toEqual([
    [],
    [['unreadable_answer', answer]],
  ])
})

describe('in the layout of MedSG-Bench', () => {
  const row = (i: number) => ({
    task: 'tracking',
    images: [`pictures/a${i}.png`, `pictures/b${i}.png`],
    question: `<image><image>Where is <|object_ref_start|>it<|object_ref_end|> in the second image?`,
    answer: [84, 84, 168, 168],
  })
  const files = {
    'Task2.json': [row(0), row(1)],
    'Task3.json': [{ ...row(2), task: 'multi_view', size: [672, 336] }],
    ...Object.fromEntries([0, 1, 2].flatMap(i => ['a', 'b'].map(name => [`pictures/${name}${i}.png`, png]))),
  }

  test('every task is read, with the frame of its boxes', async () => {
    const { samples, skipped, protocol, mapping } = await load(files)
    expect([skipped, mapping?.document.name, protocol.id]).toEqual([[], 'MedSG-Bench', 'medsg-bench'])
    expect(samples.map(({ fields }) => [fields.task, fields.kind, fields.size])).toEqual([
      ['tracking', 'box', [336, 336]],
      ['tracking', 'box', [336, 336]],
      ['multi_view', 'box', [672, 336]],
    ])
    expect(samples[0]?.furtherImages).toEqual(['set/pictures/b0.png'])
  })

  test('a reply in thousandths is compared in that frame', async () => {
    const { samples, protocol } = await load(files)
    const judge = (i: number) => findProtocol(protocol).judge('(250,250),(500,500)', samples[i]?.fields ?? {})
    expect(judge(0)).toMatchObject({ correct: true, measured: 1 })
    expect(judge(2).measured).toBe(0)
  })
})

test('in the layout of NOVA: the diagnosis in words, and the boxes that the experts agreed on', async () => {
  const box = (source: string, x: number) => ({ x, y: 10, width: 20, height: 30, source })
  const { samples, protocol } = await load({
    'test.jsonl': JSON.stringify({
      filename: 'case0_1.png',
      case_id: 'case0',
      caption_text: 'An axial image.',
      image_path: 'images/case0_1.png',
      meta: { clinical_history: 'Headache.', final_diagnosis: 'Germinoma' },
      bboxes: [box('a', 1), box('gold', 50), box('gold', 90)],
    }),
    // The repository has these, too.
    'captions.csv': 'filename,case_id,scan_id,caption\ncase0_1.png,case0,s1,An axial image.\n',
    'case_metadata.csv': 'case_id,clinical_history,final_diagnosis\ncase0,Headache.,Germinoma\n',
    'bboxes_gold.csv': 'filename,x,y,width,height\ncase0_1.png,50,10,20,30\n',
    'images/case0_1.png': png,
  })
  expect(protocol.id).toBe('boxes-in-pixels')
  expect(samples.map(({ fields: { id, kind, answer } }) => [id, kind, answer])).toEqual([
    ['case0_1.png/1', 'text', 'Germinoma'],
    ['case0_1.png/2', 'box', '[[50, 10, 70, 40], [90, 10, 110, 40]]'],
  ])
  const { judge, prompt } = findProtocol(protocol)
  const fields = samples[1]?.fields ?? {}
  expect(prompt(fields)).toContain('one box or several only')
  expect(judge('[[90, 10, 110, 40], [50, 10, 70, 40]]', fields)).toMatchObject({ correct: true, measured: 1 })
  expect(judge('[50, 10, 70, 40]', fields)).toMatchObject({ correct: true, measured: 0.5 })
})

test('in the layout of MedSG-Bench with the paths of another machine', async () => {
  const { samples, skipped } = await load({
    'Task8.json': [
      {
        task: 'referring',
        images: ['/elsewhere/MedSG-Bench/Task8/a.png', '/elsewhere/MedSG-Bench/Task8/b.png'],
        question: '<image>\n<image>\nWhere is it?',
        answer: [1, 2, 30, 40],
      },
    ],
    'Task8/a.png': png,
    'Task8/b.png': png,
    'Task7/a.png': png,
  })
  expect(skipped).toEqual([])
  expect([samples[0]?.image, samples[0]?.furtherImages]).toEqual(['set/Task8/a.png', ['set/Task8/b.png']])
})
