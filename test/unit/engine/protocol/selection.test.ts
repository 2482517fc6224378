import { describe, expect, test } from 'vitest'
import { askedQuestions } from '../../../../src/engine/protocol/order.ts'
import { openGroups } from '../../../../src/engine/protocol/plan.ts'
import type { Sample } from '../../../../src/engine/protocol/sample.ts'
import {
  choicesText,
  readChoices,
  type Selection,
  selected,
  selectionText,
  toggled,
  typedChoices,
} from '../../../../src/engine/protocol/selection.ts'

const sample = (index: number, fields: Sample['fields'], image = `${index >> 1}.png`): Sample => ({
  index,
  image,
  file: 'test.json',
  fields: { id: String(index), ...fields },
})
const samples = Array.from({ length: 20 }, (_, i) =>
  sample(i, {
    modality: i < 12 ? 'CT' : 'MRI',
    parts: i % 4 < 2 ? 'Brain' : 'Chest',
    ...(i % 5 > 0 && { sex: i % 2 ? 'F' : '' }),
  }),
)
const indices = (selection: Selection) => selected(samples, selection).map(({ index }) => index)
const where = (text: string): Selection => ({ where: readChoices(text) ?? [], ids: null })

describe('a list of fields and values', () => {
  test('has alternatives for one field, and commas in values', () => {
    expect(readChoices('modality=CT,region=Brain,modality=MRI')).toEqual([
      { field: 'modality', values: ['CT', 'MRI'] },
      { field: 'parts', values: ['Brain'] },
    ])
    expect(readChoices('question=Left, right, or none?,sex=')).toEqual([
      { field: 'question', values: ['Left, right, or none?'] },
      { field: 'sex', values: [null] },
    ])
    for (const text of ['', 'CT', '=CT', 'modality=CT,']) {
      const read = readChoices(text)
      if (text === 'modality=CT,') expect(read).toEqual([{ field: 'modality', values: ['CT,'] }])
      else expect(read).toBeNull()
    }
    const text = 'modality=CT,modality=MRI,sex='
    expect(choicesText(readChoices(text) ?? [])).toBe(text)
  })

  test('chooses samples in their order; a missing value is empty, null or absent', () => {
    expect(indices(where('modality=MRI,region=Brain'))).toEqual([12, 13, 16, 17])
    expect(indices(where('sex='))).toEqual([0, 2, 4, 5, 6, 8, 10, 12, 14, 15, 16, 18])
    expect(indices(where('sex=F,modality=MRI'))).toEqual([13, 17, 19])
    expect(indices(where('sex=X'))).toEqual([])
    expect(selected(samples, undefined)).toBe(samples)
  })
})

test('ids choose too, and both together', () => {
  expect(indices({ where: [], ids: ['3', '1', 'unknown'] })).toEqual([1, 3])
  const both = { ...where('region=Brain'), ids: ['3', '1'] }
  expect(indices(both)).toEqual([1])
  expect(selectionText(both)).toBe('parts=Brain, 2 listed ids')
})

test.each(['balanced', 'dataset'] as const)(
  'a run in %s order asks the selection, up to its limit',
  order => {
    const only = where('modality=MRI')
    const asked = askedQuestions(samples, { order, seed: 3, limit: null, only })
    expect(asked.samples.map(({ index }) => index)).toEqual([12, 13, 14, 15, 16, 17, 18, 19])
    expect(asked.groups.flatMap(group => group.samples).toSorted((a, b) => a - b)).toEqual([
      12, 13, 14, 15, 16, 17, 18, 19,
    ])
    for (const { images, samples: own } of asked.groups) expect(images).toEqual([samples[own[0] ?? 0]?.image])
    const open = openGroups(asked.groups, new Set([12, 13]))
    expect(open.flatMap(group => group.open)).toHaveLength(6)
    expect(askedQuestions(samples, { order, seed: 3, limit: 3, only }).samples).toHaveLength(3)
  },
)

describe('what a person types', () => {
  const known = {
    task: ['View Recognition', 'Nodule, or mass'],
    modality: ['CT', 'MRI'],
    parts: ['Brain', 'Chest', 'CT'],
  }
  const types = (typed: string) => typedChoices(typed, known)

  test('needs no field where one field has the value, and no case', () => {
    expect(types('mri, brain,CHEST')).toEqual([
      { field: 'modality', values: ['MRI'] },
      { field: 'parts', values: ['Brain', 'Chest'] },
    ])
    expect(types('nodule, or mass')).toEqual([{ field: 'task', values: ['Nodule, or mass'] }])
    expect(types('Modality=ct,REGION=brain,sex=F')).toEqual([
      { field: 'modality', values: ['CT'] },
      { field: 'parts', values: ['Brain'] },
      { field: 'sex', values: ['F'] },
    ])
  })

  test('is not read where a value is unknown, or of two fields', () => {
    for (const typed of ['CT', 'PET', 'mri, PET', 'mri,', '=', '__proto__']) expect(types(typed)).toBeNull()
  })

  test('is toggled by a press on a value', () => {
    const brain = toggled(null, 'parts', 'Brain')
    expect(brain).toEqual({ where: [{ field: 'parts', values: ['Brain'] }], ids: null })
    expect(toggled(brain, 'parts', 'Chest')?.where).toEqual([{ field: 'parts', values: ['Brain', 'Chest'] }])
    expect(toggled(brain, 'parts', 'Brain')).toBeNull()
    expect(toggled({ where: brain?.where ?? [], ids: ['1'] }, 'parts', 'Brain')).toEqual({
      where: [],
      ids: ['1'],
    })
  })
})
