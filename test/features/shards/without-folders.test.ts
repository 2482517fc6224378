import { expect, test } from 'vitest'
import { withoutFolders, withoutValues } from '../../../src/features/shards/cli/without-folders.ts'

test.each([
  ['/home/anna/sets/VQA-RAD', '…/VQA-RAD'],
  ['/home/anna/sets/VQA-RAD/', '…/VQA-RAD'],
  ['--out=/mnt/share/run 1', '--out=…/run 1'],
  ['C:\\Users\\anna\\set', '…/set'],
  ['\\\\server\\share\\set', '…/set'],
  ['~/set', '…/set'],
  ['file:///home/anna/set', '…/set'],
  ['sets/VQA-RAD', 'sets/VQA-RAD'],
  ['../set', '../set'],
  ['demo', 'demo'],
  ['--shard', '--shard'],
  ['1/4', '1/4'],
  ['--shard=1/4', '--shard=1/4'],
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
])('a shard keeps %s as %s', (word, kept) => {
  expect(withoutFolders(['--dataset', word])).toEqual(['--dataset', kept])
})

test('a shard of a private data set keeps which options were given, and no value of one', () => {
  const argv = [
    '--dataset',
    'SMITH_JOHN',
    '--private',
    '--out=SMITH/run',
    '--where',
    'ward=SMITH',
    '--limit',
    '7',
  ]
  expect(withoutValues(argv)).toEqual([
    '--dataset',
    '…',
    '--private',
    '--out=…',
    '--where',
    '…',
    '--limit',
    '…',
  ])
})
