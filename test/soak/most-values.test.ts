/** Counts that a small file makes as large as it likes, where the limit is in the millions. */
import { expect, test } from 'vitest'
import { loadDataset } from '../../src/data/formats/registry.ts'
import { memorySource } from '../unit/support/memory-source.ts'
import { readResults } from '../unit/support/results.ts'
import { workbookBytes } from '../unit/support/workbook-bytes.ts'

test('a workbook of more than four million shared texts is refused by name', async () => {
  const bytes = workbookBytes({ strings: '<si/>'.repeat(4_000_001) })
  await expect(loadDataset(memorySource('set', { 'test.xlsx': bytes }), {})).rejects.toThrow(
    'more than 4000000 shared texts',
  )
})

test('a record of results.json with too many values is refused as too large', async () => {
  const info = { code: 'file-too-large', subject: 'results.json[1]' }
  await expect(readResults(`[{}, {"a": [${'0,'.repeat(4_000_000)}0]}]`)).rejects.toMatchObject({ info })
})
