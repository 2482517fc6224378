/** Layouts of further benchmarks, as ../shared/benchmark-formats.md tells their columns; by preset, and by guess. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@voxelwise/python'
import { type Cell, EmbeddedImage, type Table } from '@voxelwise/tables'
import { describe, expect, test } from 'vitest'
import type { LoadOptions } from '../../../../../src/data/formats/format.ts'
import { loadTables } from '../../../../../src/data/formats/mapped.ts'
import { foundTables, tableOf } from '../../../support/rows.ts'

const load = (tables: readonly Table[], files: readonly string[] = [], options: LoadOptions = {}) =>
  loadTables(foundTables(tables, files), 'set', options)

const ways: [string, LoadOptions][] = [
  ['preset', {}],
  ['guess', { presets: false }],
]

/** A file of test/golden/layouts: some rows of a benchmark, and what is read of them. */
interface Layout {
  readonly about: string
  readonly preset: string | null
  /** In a cell, `$image` is the reference of a picture in it. */
  readonly tables: readonly {
    readonly rows: readonly JsonObject[]
    readonly file?: string
    readonly split?: string
  }[]
  readonly files: readonly string[]
  /** Fields of the samples; `image` is that of the sample, with the further ones. */
  readonly expected: readonly object[]
}

const folder = 'test/golden/layouts'
const layoutOf = (file: string): Layout => JSON.parse(readFileSync(join(folder, file), 'utf8'))

function cellOf(value: Json): Cell {
  if (isJsonArray(value)) return value.map(cellOf)
  if (!isJsonObject(value)) return value
  const { $image: reference } = value
  return typeof reference === 'string' ? new EmbeddedImage(reference) : cellsOf(value)
}

const cellsOf = (fields: JsonObject) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cellOf(value)]))

const tablesOf = ({ tables }: Layout): readonly Table[] =>
  tables.map(({ rows, ...more }) => tableOf(rows.map(cellsOf), more))

describe.each(readdirSync(folder).map(layoutOf))('$about', layout => {
  const { preset, files, expected } = layout
  test.each(ways)('by %s', async (way, options) => {
    const loaded = await load(tablesOf(layout), files, options)
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
      tablesOf(layoutOf('rexvqa.json')),
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
  const row = {
    index: '7',
    image: new EmbeddedImage('set/data.bin//0'),
    description: 'Some noise. Overall, usable.',
    modality: 'CT',
  }
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
