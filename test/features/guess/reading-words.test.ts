/** What a summary says of the tables of a data set before a run. */
import type { Cell, Table } from '@voxelwise/tables'
import { expect, test } from 'vitest'
import { loadTables } from '../../../src/data/formats/mapped.ts'
import { columnLines, doubtLines, tableLines } from '../../../src/data/formats/mapping/reading-words.ts'
import { foundTables, makeTable } from '../../unit/support/rows.ts'

const questions = (count: number, more: (i: number) => Readonly<Record<string, Cell>> = () => ({})) =>
  Array.from({ length: count }, (_, i) => ({
    qid: `q${i}`,
    question: `Which is ${i}?`,
    answer: `words ${i}`,
    ...more(i),
  }))

const reading = async (tables: readonly Table[], files: readonly string[] = []) => {
  const { mapping } = await loadTables(foundTables(tables, files), 'set', {})
  if (!mapping) throw new Error('Tables have a mapping.')
  return mapping
}

test('each table by its file, its split and the number of its questions', async () => {
  const report = await reading([
    makeTable(questions(3), { name: 'test', split: 'test' }),
    makeTable(questions(4), { name: 'more' }),
    makeTable(questions(5), { name: 'train', split: 'train' }),
    makeTable([{ head: 'x', tail: 'y' }], { name: 'graph' }),
  ])
  expect(tableLines(report)).toEqual([
    'test.json: test, 3 questions',
    'more.json: unknown split, 4 questions, also asked',
    'train.json: train, not asked',
    'graph.json: no questions found, not read',
  ])
  expect(doubtLines(report)).toEqual([
    '4 questions of 1 table without a known split are asked along with the split test.',
    '3 questions of 2 files are asked twice, with the same image and answer.',
  ])
})

test('rows that a column counts to another split', async () => {
  const report = await reading([makeTable(questions(6, i => ({ split: i % 3 ? 'train' : 'test' })))])
  expect(tableLines(report)).toEqual(['data.json: test, 2 questions, 4 rows of other splits'])
  expect(doubtLines(report)).toEqual([])
})

test('which columns are used, what for, and which are not', async () => {
  const report = await reading([
    makeTable(
      questions(3, i => ({ image: `p${i}.png`, explanation: 'because', meta: { url: 'http://a/b' } })),
    ),
  ])
  expect(columnLines(report)[0]).toMatch(/^question: question; answer: answer; images: image; id: qid; /)
  expect(columnLines(report)[0]).toContain('withheld: explanation')
})

test('how many questions have no image, although a column seems to name one', async () => {
  const report = await reading(
    [makeTable(questions(4, i => ({ picture: i < 3 ? `p${i}.png` : '' })))],
    ['p0.png', 'p1.png', 'p2.png'],
  )
  expect(doubtLines(report)).toEqual([
    '1 of 4 questions have no image, but the column picture seems to name images.',
  ])
})
