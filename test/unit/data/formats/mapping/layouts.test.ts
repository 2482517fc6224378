/** Layouts of further benchmarks, as ../shared/benchmark-formats.md tells their columns; by preset. */

import { EmbeddedImage, type Table } from '@voxelwise/tables'
import { expect, test } from 'vitest'
import { loadTables } from '../../../../../src/data/formats/mapped.ts'
import { layouts, readAs, revealing, revealingColumns } from '../../../support/layouts.ts'
import { foundTables, makeTable } from '../../../support/rows.ts'

const load = (tables: readonly Table[], files: readonly string[]) =>
  loadTables(foundTables(tables, files), 'set', {})

test.each(layouts)('$about', async layout => {
  const { name, skipped, read } = await readAs(layout, {})
  expect(name).toBe(layout.preset)
  expect(skipped).toEqual([])
  expect(read).toMatchObject(layout.expected)
  expect(read).toHaveLength(layout.expected.length)
})

test('columns that reveal the answer are stored separately with a sample, and never as a label', async () => {
  const { withheld, others } = await revealingColumns({})
  expect(withheld).toEqual(revealing)
  expect(others).not.toMatch(/Since there|An effusion\./)
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
  const tables = [makeTable([row], { file: 'set/joint_qa.jsonl' })]
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
  const row = {
    index: '7',
    image: new EmbeddedImage('set/data.bin//0'),
    description: 'Some noise. Overall, usable.',
    modality: 'CT',
  }
  const read = async (cells: Readonly<Record<string, string | EmbeddedImage>>) => {
    const loaded = await load([makeTable([cells], { file: 'set/medqbench_description_test.tsv' })], [])
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
  const loaded = await load([makeTable([row], { file: 'set/M3D_VQA_test5k.csv' })], files)
  expect(loaded.mapping?.document.name).toBe('M3D-VQA')
  const [sample] = loaded.samples
  expect(sample?.fields).toMatchObject({ task: 'Organ', modality: 'CT', answer: 'B', kind: 'choice' })
  expect(sample && [sample.image, ...(sample.furtherImages ?? [])]).toEqual(
    Array.from({ length: 8 }, (_, i) => `set/${row['Image Path']}//frame=${i + 1}of8`),
  )
  expect(JSON.stringify(sample?.fields.withheld)).toContain('enlarged.')
})
