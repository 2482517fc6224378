/** Text tables with any separator, with or without a header, in the encodings that programs write. */
import { expect, test } from 'vitest'
import { tableLines } from '../../../../../src/data/formats/mapping/reading-words.ts'
import { loadDataset } from '../../../../../src/data/formats/registry.ts'
import { mappingWith } from '../../../support/mapping-with.ts'
import { memorySource } from '../../../support/memory-source.ts'

const read = (files: Readonly<Record<string, unknown>>) =>
  loadDataset(memorySource('set', files), { mapping: mappingWith() })
const answers = async (name: string, text: string | Uint8Array) =>
  (await read({ [name]: text })).samples.map(({ fields }) => `${fields.question} ${fields.answer}`)

const table = (sign: string) =>
  [
    ['qid', 'question', 'answer'],
    ['1', 'Is it, or not?', 'the left; one'],
    ['2', 'Which?', 'the right'],
  ]
    .map(row => row.join(sign))
    .join('\n')

test.each([
  ['a.txt', '|'],
  ['a.psv', '|'],
  ['a.txt', '\t'],
  ['a.txt', '~'],
  ['a.txt', '^'],
  ['a.csv', '|'],
])('%s whose cells are parted by %j', async (name, sign) => {
  expect(await answers(name, table(sign))).toEqual(['Is it, or not? the left; one', 'Which? the right'])
})

test('text that is no table is no data set', async () => {
  const files = {
    'README.txt': 'a|b\nc|d',
    'notes.txt': 'First, this.\nThen something else; and more.',
    'a.json': '[{"question":"Which?","answer":"one"}]',
  }
  const { mapping } = await read(files)
  expect(mapping?.tables.map(({ file }) => file)).toEqual(['set/a.json'])
})

const western = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

test('Windows-1252 is read, and the summary tells so', async () => {
  const text = 'question,answer\nO que é “isso”?,sim ou não é claro\n'
  const bytes = western(text.replace('“', '\x93').replace('”', '\x94'))
  const { samples, mapping } = await read({ 'a.csv': bytes })
  expect(samples[0]?.fields).toMatchObject({ question: 'O que é “isso”?', answer: 'sim ou não é claro' })
  expect(mapping && tableLines(mapping)).toEqual(['a.csv: 1 question, read as Windows-1252'])
})

test('a text file for each image is no table', async () => {
  const reports = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`reports/${i}.txt`, table('|')]))
  const { mapping } = await read({ ...reports, 'a.json': '[{"question":"Which?","answer":"one"}]' })
  expect(mapping?.tables.map(({ file }) => file)).toEqual(['set/a.json'])
})
