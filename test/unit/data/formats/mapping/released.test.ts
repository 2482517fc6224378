/** Benchmarks as they are released now: archives, numbered images, pairs, ranked diagnoses, several test sets. */
import { EmbeddedImage } from '@voxelwise/tables'
import { describe, expect, test } from 'vitest'
import type { LoadOptions } from '../../../../../src/data/formats/format.ts'
import { loadTables } from '../../../../../src/data/formats/mapped.ts'
import { loadDataset } from '../../../../../src/data/formats/registry.ts'
import { listImages } from '../../../../../src/engine/protocol/sample.ts'
import { memorySource } from '../../../support/memory-source.ts'
import { pngBytes as png } from '../../../support/png-bytes.ts'
import { foundTables, makeTable } from '../../../support/rows.ts'
import { zipBytes } from '../../../support/zip-bytes.ts'

const load = (contents: Readonly<Record<string, unknown>>, options: LoadOptions = {}) =>
  loadDataset(memorySource('set', contents), options)
const lines = (rows: readonly object[]) => rows.map(row => JSON.stringify(row)).join('\n')
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('Med-CMR as its zip has it', () => {
  const item = (i: number, more: object) => ({
    index: i,
    question: `What is shown in ${i}?`,
    image_path: `dataset/imgs/${i}.png`,
    visual_description: 'A bright spot.',
    task: 'Long-tail Generalization',
    subtype: 's',
    'question type': 'diagnosis',
    modality: 'CT',
    'organ system': 'Nervous System',
    ...more,
  })
  const choices = numbers(3).map(i => item(i, { A: 'a', B: 'b', C: 'c', D: 'd', E: 'e', answer: 'b' }))
  const open = numbers(2).map(i => item(i, { question: `Describe ${i}.`, answer: 'A rare tumour' }))
  const files = {
    'dataset/cmed.copy.mcq_cate.cleaned.json': JSON.stringify(choices),
    'dataset/cmed.copy.open_taged.cleaned.json': JSON.stringify(open),
    'dataset/cmed.copy.mcq_cate.cleaned.json.bak': JSON.stringify([...choices, ...choices]),
    'dataset/cmed.copy.mcq_cate.bak.json': JSON.stringify(choices),
    '__MACOSX/dataset/._cmed.copy.mcq_cate.cleaned.json': 'Mac OS X',
    '__MACOSX/dataset/imgs/._1.png': 'Mac OS X',
    ...Object.fromEntries(numbers(3).map(i => [`dataset/imgs/${i}.png`, png])),
  }
  const facts = ({ samples, skipped, badFiles, findings }: Awaited<ReturnType<typeof load>>) => ({
    samples: samples.map(({ fields, image }) => ({ fields, image })),
    skipped,
    badFiles,
    findings: findings.map(({ kind, index, position }) => ({ kind, index, position })),
  })

  test('the zip and the unpacked folder give the same samples; an index of both files is told apart', async () => {
    const folder = facts(await load(files))
    expect(folder).toMatchObject({ skipped: [], badFiles: [] })
    expect(folder.samples.map(({ fields: { id, kind, answer } }) => [id, kind, answer])).toEqual([
      ...[1, 2, 3].map(i => [String(i), 'choice', 'B']),
      ...[1, 2].map(i => [`${i}#2`, 'text', 'A rare tumour']),
    ])
    const members = Object.entries(files).map(([name, content]) => ({ name, content, isPacked: true }))
    const packed = await load({ 'all.zip': zipBytes(members) })
    expect(packed.protocol.id).toBe('med-cmr')
    const inside = JSON.parse(JSON.stringify(facts(packed)).replaceAll('all.zip//', ''))
    expect(inside).toEqual(folder)
  })
})

describe('MedThinkVQA', () => {
  const row = (count: number, named: (i: number) => object) => ({
    title: 'Case number 19254',
    CLINICAL_HISTORY: 'A year-long history of hand pain.',
    IMAGING_FINDINGS: 'Oedema.',
    discussion: 'It is B.',
    options: { A: 'Arthritis', B: 'Syndrome', C: 'Sclerosis' },
    correct_answer: 'B',
    correct_answer_text: 'Syndrome',
    image_count: count,
    ...Object.assign({}, ...numbers(count).map(named)),
  })
  const number = (i: number) => String(i).padStart(2, '0')
  const path = (i: number) => `images/case1/p${number(i)}.jpg`
  const files = Object.fromEntries(numbers(49).map(i => [path(i), png]))

  test('49 images in the order of their numbers, a history before the question, no finding in it', async () => {
    const named = (i: number) => ({
      [`image_${number(i)}_id`]: `p${i}`,
      [`image_${number(i)}_path`]: path(i),
      [`image_${number(i)}_caption`]: `Caption ${i}`,
      [`image_${number(i)}_modality`]: i === 1 ? 'MRI' : 'CT',
    })
    const rows = [row(49, named), { ...row(2, named), title: 'Case number 2' }]
    const { samples, mapping, skipped } = await load({ ...files, 'test.jsonl': lines(rows) })
    expect([mapping?.document.name, skipped]).toEqual(['MedThinkVQA', []])
    expect(samples.map(sample => listImages(sample))).toEqual(
      [49, 2].map(count => numbers(count).map(i => `set/${path(i)}`)),
    )
    expect(samples[0]?.fields).toMatchObject({
      id: 'Case number 19254',
      kind: 'choice',
      answer: 'B',
      options: { A: 'Arthritis', B: 'Syndrome', C: 'Sclerosis' },
      question: 'A year-long history of hand pain.\nWhich of these diagnoses is the most likely?',
      modality: 'MRI',
    })
  })

  test('images within the table come before their paths', async () => {
    const named = (i: number) => ({
      [`image_${number(i)}`]: i < 4 ? new EmbeddedImage(`set/test.parquet//${i}`) : null,
      [`image_${number(i)}_path`]: i < 4 ? path(i) : null,
    })
    const { samples } = await loadTables(
      foundTables([makeTable([row(49, named)], { file: 'set/test.parquet', split: 'test' })]),
      'set',
      {},
    )
    expect(samples.map(sample => listImages(sample))).toEqual([[1, 2, 3].map(i => `set/test.parquet//${i}`)])
  })
})

describe('MediConfusion', () => {
  const pair = (n: number) => ({
    im_1: `train/radiology/images/ROCO_${n}.jpg`,
    im_2: `train/radiology/images/ROCO_${n + 1}.jpg`,
    im_1_local: 20000 + n,
    im_2_local: 20001 + n,
    cap_1: 'An occlusion.',
    cap_2: 'An aneurysm.',
    category_1: ['Cerebral', 'Vascular'],
    category_2: ['Cerebral'],
    question: `What is seen in ${n}?`,
    option_A: 'Occlusion',
    option_B: 'Aneurysm',
    im_1_correct: 'A',
    im_2_correct: 'B',
    AI_question: 'What is it?',
    AI_option_A: 'Occlusion',
    AI_option_B: 'Aneurysm',
  })
  const files = Object.fromEntries([1, 2, 5, 6].map(n => [`data/images/${20000 + n}.jpg`, png]))
  const expected = [1, 5].flatMap(n =>
    [1, 2].map(of => ({
      question: `What is seen in ${n}?`,
      options: { A: 'Occlusion', B: 'Aneurysm' },
      answer: of === 1 ? 'A' : 'B',
      pair: String(10000 + n),
      group: String(10000 + n),
      parts: of === 1 ? 'Cerebral, Vascular' : 'Cerebral',
      image_path: `set/data/images/${20000 + n + of - 1}.jpg`,
    })),
  )
  const quoted = (value: unknown) =>
    `"${(Array.isArray(value) ? `['${value.join("', '")}']` : String(value)).replaceAll('"', '""')}"`

  test.each([
    ['pairs by id', 'data/dataset.json', { 10001: pair(1), 10005: pair(5) }],
    [
      'a table',
      'data/dataset.csv',
      [
        ['', 'id', ...Object.keys(pair(1))].join(','),
        ...[1, 5].map((n, i) => [i, 10000 + n, ...Object.values(pair(n))].map(quoted).join(',')),
      ].join('\n'),
    ],
  ])('of %s are two questions each, with different images and answers', async (_, file, content) => {
    const { samples, skipped, protocol, mapping } = await load({ ...files, [file]: content })
    expect([mapping?.document.name, protocol.id, skipped]).toEqual(['MediConfusion', 'mediconfusion', []])
    expect(samples.map(({ fields }) => fields)).toMatchObject(expected)
    expect(JSON.stringify(samples.map(({ fields: { withheld: _, ...fields } }) => fields))).not.toContain(
      'An occlusion',
    )
  })
})

test('MRareBench: a case before its question, every alias accepted, images of a list in the cell', async () => {
  const base64 = Buffer.from(png).toString('base64')
  const cells = (of: object) => Object.values(of).map(text => `"${String(text).replaceAll('"', '""')}"`)
  const row = {
    index: 7,
    image: JSON.stringify([base64, base64]),
    question: 'What is the diagnosis?',
    context: 'A man with bone pain.',
    answer: 'Erdheim-Chester disease',
    answer_aliases: JSON.stringify(['ECD', 'polyostotic sclerosing histiocytosis']),
    'image findings': '[{"markdown": "Sclerosis."}]',
  }
  const plain = { ...row, index: 8, image: '', answer_aliases: 'ECD; Erdheim’s' }
  const table = [Object.keys(row).join('\t'), ...[row, plain].map(of => cells(of).join('\t'))].join('\n')
  const { samples, protocol, skipped } = await load({ 'diagnosis/diagnosis_opened.tsv': table })
  expect([protocol.id, skipped]).toEqual(['mrarebench', []])
  expect(samples.map(({ fields }) => fields)).toMatchObject([
    {
      id: '7',
      kind: 'text',
      question: 'A man with bone pain.\nWhat is the diagnosis?',
      accepted: ['Erdheim-Chester disease', 'ECD', 'polyostotic sclerosing histiocytosis'],
    },
    { accepted: ['Erdheim-Chester disease', 'ECD', 'Erdheim’s'] },
  ])
  expect(samples.map(sample => listImages(sample).length)).toEqual([2, 0])
})

describe('PMC-VQA has three test sets', () => {
  const first = (n: number) =>
    [
      'Figure_path,Question,Answer,Choice A,Choice B,Choice C,Choice D,Answer_label',
      ...numbers(n).map(i => `p.jpg,What is ${n} ${i}?,c,A:a,B:b,C:c,D:d,C`),
    ].join('\n')
  const second = [
    'index,Figure_path,Caption,Question,Choice A,Choice B,Choice C,Choice D,Answer,split',
    ...numbers(3).map(i => `${i},p.jpg,A caption.,Which is ${i}?,A:a,B:b,C:c,D:d,A,test`),
  ].join('\n')
  const all = {
    'images/p.jpg': png,
    'test.csv': first(5),
    'test_clean.csv': first(2),
    'test_2.csv': second,
    'train.csv': first(7),
  }
  const of = async (contents: object, split?: string) => {
    const { samples, mapping } = await load({ ...contents }, split === undefined ? {} : { split })
    return [samples.length, mapping?.split, mapping?.document.name]
  }

  test('one is read at a time, and named', async () => {
    expect(await of(all)).toEqual([5, 'test', 'PMC-VQA'])
    expect(await of(all, 'test_clean')).toEqual([2, 'test_clean', 'PMC-VQA'])
    expect(await of(all, 'test_2')).toEqual([3, 'test_2', 'PMC-VQA'])
    expect(await of(all, 'train')).toEqual([7, 'train', 'PMC-VQA'])
  })

  test('the only one that is there is read', async () => {
    const { 'test.csv': _, 'test_2.csv': __, ...clean } = all
    expect(await of(clean)).toEqual([2, 'test_clean', 'PMC-VQA'])
    const { 'test_clean.csv': ___, 'test.csv': ____, ...newer } = all
    expect(await of(newer)).toEqual([3, 'test_2', 'PMC-VQA'])
  })
})
