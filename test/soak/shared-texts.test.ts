import { expect, test } from 'vitest'
import { loadDataset } from '../../src/data/formats/registry.ts'
import { memorySource } from '../unit/support/memory-source.ts'
import { workbookBytes } from '../unit/support/workbook-bytes.ts'

test('a workbook of more than four million shared texts is refused by name', async () => {
  const bytes = workbookBytes({ strings: '<si/>'.repeat(4_000_001) })
  await expect(loadDataset(memorySource('set', { 'test.xlsx': bytes }))).rejects.toThrow(
    'more than 4000000 shared texts',
  )
})
