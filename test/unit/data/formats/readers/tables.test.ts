import { expect, test } from 'vitest'
import { cardSplits, splitOfPath } from '../../../../../src/data/formats/readers/split-names.ts'
import { listTables } from '../../../../../src/data/formats/readers/tables.ts'
import { memorySource } from '../../../support/memory-source.ts'

test.each([
  ['data/test-00000-of-00002.parquet', 'test'],
  ['GMAI-MMBench_VAL.tsv', 'validation'],
  ['MM/dev.jsonl', 'dev'],
  ['medqbench_QA_dev.tsv', 'dev'],
  ['train/test.csv', 'test'],
  ['default/train/0000.parquet', 'train'],
  ['contest/latest.json', null],
  ['valley.csv', null],
])('the split of %s is %s', (path, split) => {
  expect(splitOfPath(path)).toBe(split)
})

test('a card names splits, whatever the files are called', () => {
  const card = `---
license: mit
configs:
- config_name: default
  data_files:
  - split: test
    path: "data/part-*"
  - split: train
    path:
    - data/a.csv
    - ./more/**/b*.csv
- config_name: other
  data_files: x.csv
tags:
- split: none
---
- split: text
`
  const splits = cardSplits(card)
  const findSplit = (path: string) => splits.find(({ holds }) => holds(path))?.split
  expect(findSplit('data/part-1.parquet')).toBe('test')
  expect(findSplit('data/a.csv')).toBe('train')
  expect(findSplit('more/x/y/b2.csv')).toBe('train')
  expect(findSplit('x.csv')).toBeUndefined()
  expect(cardSplits('no card')).toEqual([])
})

test('tables are in order of their paths, a file per row is one table, and unreadable files are reported', async () => {
  const source = memorySource('set', {
    'README.md': '---\nconfigs:\n- data_files:\n  - split: test\n    path: z.csv\n---\n',
    'z.csv': 'a,b\n1,2\n',
    'b/one.json': { question: 'q1' },
    'b/two.json': { question: 'q2' },
    'a.tsv': '',
    'state.json': { _split: 'x' },
    '.hidden/test.csv': 'a\n1\n',
  })
  const { tables, badFiles } = await listTables({ source, files: await source.list() }, undefined)
  expect(tables.map(({ name, split, columns }) => [name, split, columns])).toEqual([
    ['b', null, ['question']],
    ['z', 'test', ['a', 'b']],
  ])
  expect(badFiles.map(({ file, error }) => [file, error.code])).toEqual([['set/a.tsv', 'bad-table']])
  const rows = []
  for await (const row of tables[0]?.rows() ?? []) rows.push([row.file, row.cells.question])
  expect(rows).toEqual([
    ['set/b/one.json', 'q1'],
    ['set/b/two.json', 'q2'],
  ])
})
