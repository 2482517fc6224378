/** Layouts of further benchmarks, as ../shared/benchmark-formats.md tells their columns; by preset, and by guess. */
import { describe, expect, test } from 'vitest'
import type { LoadOptions } from '../../../../../src/data/formats/format.ts'
import { loadTables } from '../../../../../src/data/formats/mapped.ts'
import { EmbeddedImage, type Table } from '../../../../../src/data/formats/readers/rows.ts'
import { foundTables, tableOf } from '../../../support/rows.ts'

const image = (n: number) => new EmbeddedImage(`set/data.bin//${n}`)
const load = (tables: readonly Table[], files: readonly string[] = [], options: LoadOptions = {}) =>
  loadTables(foundTables(tables, files), 'set', options)

const ways: [string, LoadOptions][] = [
  ['preset', {}],
  ['guess', { presets: false }],
]

interface Layout {
  readonly preset: string | null
  readonly tables: readonly Table[]
  readonly files?: readonly string[]
  /** Fields of the samples; `image` is that of the sample, with the further ones. */
  readonly expected: readonly object[]
}

const worldRows = [
  {
    index: '1',
    image: image(1),
    question: 'Qual?',
    A: 'um',
    B: 'dois',
    C: 'três',
    D: 'quatro',
    answer: '',
    correct_option: 'B',
    split: 'brazil',
  },
  {
    index: '2',
    image: image(2),
    question: 'Onde?',
    A: 'um',
    B: 'dois',
    C: 'três',
    D: 'quatro',
    answer: '',
    correct_option: 'D',
    split: 'brazil',
  },
]

const layouts: Readonly<Record<string, Layout>> = {
  'WorldMedQA-V: the answer in a fallback column': {
    preset: 'WorldMedQA-V',
    tables: [tableOf(worldRows, { file: 'set/brazil_local_processed.tsv' })],
    expected: [
      { id: '1', kind: 'choice', answer: 'B', image: 'set/data.bin//1' },
      { id: '2', answer: 'D', image: 'set/data.bin//2' },
    ],
  },
  'MedQ-Bench: letters and places from 0': {
    preset: 'MedQ-Bench: questions with options',
    tables: [
      tableOf(
        [
          {
            index: '0',
            image: image(0),
            question: 'Is it sharp?',
            A: 'Yes',
            B: 'No',
            answer: '1',
            modality: 'CT',
            question_type: 'Yes-or-No',
          },
          {
            index: '1',
            image: image(1),
            question: 'Which?',
            A: 'noise',
            B: 'blur',
            C: 'none',
            answer: 'C',
            modality: 'MRI',
            question_type: 'What',
          },
          {
            index: '2',
            image: image(2),
            question: 'What?',
            A: 'noise',
            B: 'blur',
            C: 'none',
            answer: '0',
            modality: 'MRI',
            question_type: 'What',
          },
        ],
        { file: 'set/medqbench_QA_test.tsv' },
      ),
    ],
    expected: [{ id: '0', answer: 'B', modality: 'CT' }, { answer: 'C', task: 'What' }, { answer: 'A' }],
  },
  'MedXpertQA of GitHub: objects, a list of labels, choices in the question': {
    preset: 'MedXpertQA',
    tables: [
      tableOf(
        [
          {
            id: 'MM-1',
            question: 'Which organ?\nAnswer Choices: (A) Liver (B) Heart (C) Lung',
            options: [
              { letter: 'A', content: 'Liver' },
              { letter: 'B', content: 'Heart' },
              { letter: 'C', content: 'Lung' },
            ],
            label: ['B'],
            images: [{ image_path: 'MM-1-a.jpeg' }, { image_path: 'MM-1-b.jpeg' }],
            medical_task: 'Diagnosis',
            body_system: 'Cardiovascular',
            question_type: 'Reasoning',
          },
        ],
        { file: 'set/MM/test.jsonl' },
      ),
    ],
    files: ['MM/test.jsonl', 'images/MM-1-a.jpeg', 'images/MM-1-b.jpeg'],
    expected: [
      {
        id: 'MM-1',
        question: 'Which organ?',
        options: { A: 'Liver', B: 'Heart', C: 'Lung' },
        answer: 'B',
        image: ['set/images/MM-1-a.jpeg', 'set/images/MM-1-b.jpeg'],
        task: 'Diagnosis',
        modality: null,
        parts: 'Cardiovascular',
      },
    ],
  },
  'ReXVQA: rows by their ids, lettered options, leaks': {
    preset: 'ReXVQA',
    tables: [
      tableOf(
        ['q1', 'q2'].map((key, i) => ({
          $key: key,
          question: 'Is there an effusion?',
          options: ['A. Yes', 'B. No', 'C. Perhaps', 'D. On the left'],
          correct_answer: i === 0 ? 'A' : 'D',
          correct_answer_explanation: 'Since there is one.',
          task_name: 'Presence',
          category: 'Pleura',
          subcategory: 'Effusion',
          study_id: `s${i}`,
          ImagePath: [`../deid_png/p/${i}.png`],
          ImageModality: ['CR'],
          ImageViewPosition: ['AP'],
          Findings: 'An effusion.',
          Impression: 'Effusion.',
        })),
        { split: 'test', file: 'set/metadata/test_vqa_data.json' },
      ),
    ],
    files: ['deid_png/p/0.png', 'deid_png/p/1.png'],
    expected: [
      {
        id: 'q1',
        options: { A: 'Yes', B: 'No', C: 'Perhaps', D: 'On the left' },
        answer: 'A',
        image: 'set/deid_png/p/0.png',
        modality: 'CR',
        task: 'Presence',
      },
      { id: 'q2', answer: 'D', image: 'set/deid_png/p/1.png' },
    ],
  },
  'PathMMU: tables in objects, "B) …", ids per table, a tiny split': {
    preset: 'PathMMU',
    tables: [
      ...['PubMed', 'Atlas'].map(name =>
        tableOf(
          [
            {
              No: 1,
              img: 'a.png',
              question: 'Which stain?',
              options: ['A) H&E', 'B) PAS'],
              answer: 'B) PAS',
              explanation: 'Pink.',
              source_img: 'b.png',
            },
          ],
          { name, split: 'test', file: 'set/data.json' },
        ),
      ),
      tableOf(
        [
          {
            No: 7,
            img: 'a.png',
            question: 'Which?',
            options: ['A) x', 'B) y'],
            answer: 'A) x',
            explanation: '',
            source_img: 'b.png',
          },
        ],
        {
          name: 'PubMed/test_tiny',
          file: 'set/data.json',
        },
      ),
    ],
    files: ['images/a.png', 'images/b.png'],
    expected: [
      { id: '1', options: { A: 'H&E', B: 'PAS' }, answer: 'B', image: 'set/images/a.png', dataset: 'PubMed' },
      { id: '1#2', answer: 'B', dataset: 'Atlas' },
    ],
  },
  'OmniBrainBench: one path or several, a list of modalities': {
    preset: 'OmniBrainBench',
    tables: [
      tableOf([
        {
          question: 'Which?',
          options: ['a', 'b', 'c', 'd', 'e'],
          answer: 'E',
          image_path: 'x/1.png',
          modality_type: ['MRI'],
          task_label: 'T1',
          clinical_phase: 'P',
          source_file: 's',
        },
        {
          question: 'What?',
          options: ['a', 'b', 'c', 'd', 'e'],
          answer: 'A',
          image_path: ['x/1.png', 'x/2.png'],
          modality_type: ['CT', 'MRI'],
          task_label: 'T2',
          clinical_phase: 'P',
          source_file: 's',
        },
      ]),
      tableOf(
        [
          {
            question: 'Describe it.',
            answer: 'A mass.',
            image_path: 'x/2.png',
            modality_type: ['CT'],
            task_label: 'T2',
            clinical_phase: 'P',
            source_file: 't',
          },
        ],
        { name: 'open' },
      ),
    ],
    files: ['closed/x/1.png', 'closed/x/2.png'],
    expected: [
      { kind: 'choice', answer: 'E', image: 'set/closed/x/1.png', modality: 'MRI', task: 'T1' },
      { image: ['set/closed/x/1.png', 'set/closed/x/2.png'], modality: 'CT, MRI' },
      { kind: 'text', answer: 'A mass.', options: null, modality: 'CT' },
    ],
  },
  'TemMed-Bench: questions in an inner list, two visits, another ending': {
    preset: 'TemMed-Bench: questions on two visits',
    tables: [
      tableOf(
        [
          {
            image_path: 'p1/now.jpg',
            historical_image_path: 'p1/then.jpg',
            VQA_Final: [
              { VQA_question: 'Has it grown?', VQA_answer: 'Yes.' },
              { VQA_question: 'Is it gone?', VQA_answer: 'No' },
            ],
            condition_changes_report: 'It has grown.',
          },
        ],
        { file: 'set/TestSet_VQA.json' },
      ),
    ],
    files: ['images/p1/now.png', 'images/p1/then.png'],
    expected: [
      {
        kind: 'yes-no',
        question: 'Has it grown?',
        answer: 'Yes.',
        options: null,
        image: ['set/images/p1/then.png', 'set/images/p1/now.png'],
      },
      { kind: 'yes-no', answer: 'No' },
    ],
  },
  'CAMEL-Bench: nine options, Arabic letters': {
    preset: 'CAMEL-Bench, medical',
    tables: [
      tableOf(
        [
          {
            question: 'ما هذا؟',
            A: 'و',
            B: 'س',
            C: 'ص',
            D: 'ع',
            E: 'غ',
            F: 'ف',
            G: 'ق',
            H: 'ك',
            I: 'ل',
            answer: 'ط',
            image: image(0),
          },
          {
            question: 'أين؟',
            A: 'و',
            B: 'س',
            C: '',
            D: '',
            E: '',
            F: '',
            G: '',
            H: '',
            I: '',
            answer: 'ب',
            image: image(1),
          },
        ],
        { split: 'train', file: 'set/arabic_medicalmmt/train-00000.parquet' },
      ),
    ],
    expected: [{ answer: 'I' }, { answer: 'B', options: { A: 'و', B: 'س' } }],
  },
  'KokushiMD-10: several may be right, some rows have no image': {
    preset: 'KokushiMD-10',
    tables: [
      tableOf(
        [
          {
            index: '1',
            question: 'どれか。',
            options: ['a. ア', 'b. イ', 'c. ウ'],
            answer: 'b',
            points: 1,
            kinki: '',
            text_only: true,
            image: null,
          },
          {
            index: '2',
            question: '2つ選べ。',
            options: ['a. ア', 'b. イ', 'c. ウ'],
            answer: 'ac',
            points: 1,
            kinki: '',
            text_only: false,
            image: 'q2.png',
          },
        ],
        { file: 'set/JA.jsonl' },
      ),
    ],
    files: ['images/q2.png'],
    expected: [
      { kind: 'choice', answer: 'B', options: { A: 'ア', B: 'イ', C: 'ウ' }, image: null },
      { kind: 'several', answer: 'AC', answer_text: 'ac', image: 'set/images/q2.png' },
    ],
  },
}

describe.each(Object.entries(layouts))('%s', (_, { preset, tables, files = [], expected }) => {
  test.each(ways)('by %s', async (way, options) => {
    const loaded = await load(tables, files, options)
    if (way === 'preset') expect(loaded.mapping?.document.name).toBe(preset)
    expect(loaded.skipped).toEqual([])
    const read = loaded.samples.map(({ fields, image, furtherImages }) => ({
      ...fields,
      image: furtherImages ? [image, ...furtherImages] : image,
    }))
    expect(read).toMatchObject(expected)
    expect(read).toHaveLength(expected.length)
  })
})

test('columns that reveal the answer are stored separately with a sample, and never as a label', async () => {
  for (const [, options] of ways) {
    const { samples } = await load(
      layouts['ReXVQA: rows by their ids, lettered options, leaks']?.tables ?? [],
      ['deid_png/p/0.png', 'deid_png/p/1.png'],
      options,
    )
    const { withheld, ...fields } = samples[0]?.fields ?? {}
    expect(Object.keys(withheld ?? {}).sort()).toEqual([
      'Findings',
      'Impression',
      'correct_answer_explanation',
    ])
    expect(JSON.stringify(fields)).not.toMatch(/Since there|An effusion\./)
  }
})

test('DrVD-Bench: a joint question becomes one for each of its answers', async () => {
  const row = {
    image_paths: 'CT/1.jpg',
    joint_prompt: 'Answer with five letters. Modality: A. CT B. MRI …',
    modality: 'CT',
    modality_answer: 'A',
    organ_answer: 'B. Liver',
    lesion_answer: 'C',
    diagnosis_answer: 'D',
  }
  const tables = [tableOf([row], { file: 'set/joint_qa.jsonl' })]
  const loaded = await load(tables, ['CT/1.jpg'])
  expect(loaded.mapping?.document.name).toBe('DrVD-Bench')
  expect(loaded.skipped).toEqual([])
  expect(
    loaded.samples.map(({ fields, image }) => [fields.id, fields.task, fields.answer, fields.kind, image]),
  ).toEqual([
    ['0/1', 'Modality', 'A', 'text', 'set/CT/1.jpg'],
    ['0/2', 'Organ', 'B. Liver', 'text', 'set/CT/1.jpg'],
    ['0/3', 'Lesion', 'C', 'text', 'set/CT/1.jpg'],
    ['0/4', 'Diagnosis', 'D', 'text', 'set/CT/1.jpg'],
  ])
  expect(loaded.samples[1]?.fields.question).toMatch(/Give only the letter for the organ\.$/)
})

test('MedQ-Bench’s descriptions are answers in words; the benchmark’s own question is asked, else one of ours', async () => {
  const row = { index: '7', image: image(0), description: 'Some noise. Overall, usable.', modality: 'CT' }
  const read = async (cells: Readonly<Record<string, string | EmbeddedImage>>) => {
    const loaded = await load([tableOf([cells], { file: 'set/medqbench_description_test.tsv' })], [])
    expect(loaded.mapping?.document.name).toBe('MedQ-Bench: descriptions')
    expect(loaded.protocol).toEqual({ id: 'medq-bench', version: 2 })
    return loaded.samples[0]?.fields
  }
  const answered = { id: '7', kind: 'text', answer: 'Some noise. Overall, usable.', modality: 'CT' }
  expect(await read({ ...row, question: 'Describe it.' })).toMatchObject({
    ...answered,
    question: 'Describe it.',
  })
  expect(await read(row)).toMatchObject({
    ...answered,
    question: expect.stringMatching(/good, usable, or reject/),
  })
})

test('M3D-VQA: a volume is eight slices in order, a rule that a mapping can change; its report is withheld', async () => {
  const row = {
    'Image Path': 'M3D_Cap/ct_quizze/000005/Axial_C__portal_venous_phase.npy',
    Text: 'The liver is enlarged.',
    'Question Type': 3,
    Question: 'Which organ is enlarged?',
    'Choice A': 'Spleen',
    'Choice B': 'Liver',
    Answer: 'Liver',
    'Answer Choice': 'B',
  }
  const files = [row['Image Path']]
  const loaded = await load([tableOf([row], { file: 'set/M3D_VQA_test5k.csv' })], files)
  expect(loaded.mapping?.document.name).toBe('M3D-VQA')
  const [sample] = loaded.samples
  expect(sample?.fields).toMatchObject({ task: 'Organ', modality: 'CT', answer: 'B', kind: 'choice' })
  expect(sample && [sample.image, ...(sample.furtherImages ?? [])]).toEqual(
    Array.from({ length: 8 }, (_, i) => `set/${row['Image Path']}//frame=${i + 1}of8`),
  )
  expect(JSON.stringify(sample?.fields.withheld)).toContain('enlarged.')
})
