/** Splits in columns of any name. */
import { expect, test } from 'vitest'
import { loadTables } from '../../../src/data/formats/mapped.ts'
import { splitOfPath } from '../../../src/data/formats/readers/split-names.ts'
import { foundTables, makeTable } from '../../unit/support/rows.ts'

const asked = async (rows: readonly Readonly<Record<string, string>>[], split: string | null = null) => {
  const table = makeTable(
    rows.map((row, i) => ({ question: `Question ${i}?`, answer: `words ${i}`, ...row })),
    { split },
  )
  const { samples, mapping } = await loadTables(foundTables([table]), 'set', {})
  return [samples.map(({ fields }) => fields.id).join(' '), mapping?.split]
}

const alternating = (name: string, values: readonly string[]) =>
  Array.from({ length: 12 }, (_, i) => ({ [name]: values[i % values.length] ?? '' }))

test('a column of any name whose every value is a split tells the split', async () => {
  expect(await asked(alternating('used_for', ['training', 'Test', 'val']))).toEqual(['1 4 7 10', 'test'])
})

test('a split written before the labels of a column marks its rows, whatever label stands behind it', async () => {
  const rows = alternating('wording', ['short', 'test_short', 'test_long'])
  expect(await asked(rows)).toEqual(['1 2 4 5 7 8 10 11', 'test'])
})

test('a label that begins like a split and never stands without it is a label', async () => {
  expect(await asked(alternating('asks_for', ['Test result', 'Diagnosis', 'Treatment']))).toEqual([
    '0 1 2 3 4 5 6 7 8 9 10 11',
    null,
  ])
})

test('the name of a file comes before what a column may mean', async () => {
  const rows = alternating('wording', ['short', 'test_short'])
  expect((await asked(rows, 'test'))[0]).toBe('0 1 2 3 4 5 6 7 8 9 10 11')
})

test('files of one data set, of which one has a name with the word run together', async () => {
  const table = (name: string, split: string | null) =>
    makeTable([{ id: name, question: 'Which?', answer: 'the left one' }], { name, split })
  const named = ['trainset', 'testset', 'validate'].map(name => table(name, splitOfPath(`${name}.json`)))
  const { samples } = await loadTables(foundTables(named), 'set', {})
  expect(samples.map(({ fields }) => fields.id)).toEqual(['testset'])
})
