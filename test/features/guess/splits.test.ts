import { describe, expect, test } from 'vitest'
import type { LoadOptions } from '../../../src/data/formats/format.ts'
import { loadTables } from '../../../src/data/formats/mapped.ts'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { memorySource } from '../../unit/support/memory-source.ts'
import { foundTables, makeTable } from '../../unit/support/rows.ts'

const row = (id: string, split?: string, answer = 'A') => ({
  id,
  question: 'Which?',
  options: ['x', 'y'],
  answer,
  ...(split !== undefined && { split }),
})
const listIds = async (tables: Parameters<typeof foundTables>[0], options: LoadOptions = {}) => {
  const { samples, mapping } = await loadTables(foundTables(tables), 'set', options)
  return [samples.map(({ fields }) => fields.id).join(' '), mapping?.split]
}

describe.each([
  [
    'files',
    (parts: readonly (readonly [string, string, string?])[]) =>
      parts.map(([split, id, answer]) => makeTable([row(id, undefined, answer)], { name: id, split })),
  ],
  [
    'a column',
    (parts: readonly (readonly [string, string, string?])[]) => [
      makeTable(parts.map(([split, id, answer]) => row(id, split, answer))),
    ],
  ],
])('splits given by %s', (_, told) => {
  test('test, else validation, else all', async () => {
    expect(
      await listIds(
        told([
          ['train', 'a'],
          ['val', 'b'],
          ['test', 'c'],
        ]),
      ),
    ).toEqual(['c', 'test'])
    expect(
      await listIds(
        told([
          ['train', 'a'],
          ['val', 'b'],
        ]),
      ),
    ).toEqual(['b', 'validation'])
    expect(
      await listIds(
        told([
          ['train', 'a'],
          ['train', 'b'],
        ]),
      ),
    ).toEqual(['a b', null])
  })

  test('the requested split, in any spelling; a missing one is refused by name', async () => {
    const all = told([
      ['train', 'a'],
      ['val', 'b'],
      ['test', 'c'],
    ])
    expect(await listIds(all, { split: 'train' })).toEqual(['a', 'train'])
    expect(await listIds(all, { split: 'Validation' })).toEqual(['b', 'validation'])
    await expect(listIds(all, { split: 'hidden' })).rejects.toMatchObject({
      info: { code: 'split-unknown', subject: 'set: hidden' },
    })
  })

  test('a test split without answers is skipped', async () => {
    expect(
      await listIds(
        told([
          ['test', 'a', '?'],
          ['validation', 'b'],
        ]),
      ),
    ).toEqual(['b', 'validation'])
  })
})

test('a test.json of another layout is read as a table, and its errors are its own', async () => {
  const rows = [{ qid: 1, question: 'Is it so?', answer: 'Yes' }]
  const source = memorySource('set', { 'test.json': rows })
  expect(await loadDataset(source, {})).toMatchObject({ format: 'mapped', skipped: [] })
  await expect(loadDataset(source, { split: 'hidden' })).rejects.toMatchObject({
    info: { code: 'split-unknown' },
  })
  const nothing = memorySource('set', { 'test.json': [{ name: 'x' }] })
  await expect(loadDataset(nothing, {})).rejects.toMatchObject({ info: { code: 'no-mapping' } })
  const own = memorySource('set', { 'test.json': [{ gt_answer: 'x' }] })
  expect(await loadDataset(own, {})).toMatchObject({ format: 'medrcube', samples: [] })
})
