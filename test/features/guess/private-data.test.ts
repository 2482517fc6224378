/** A guessed mapping of a private data set. */
import { nodeCodec } from '@voxelwise/pixels/node'
import { expect, test } from 'vitest'
import { datasetInfo } from '../../../src/data/formats/dataset-overview.ts'
import { summariseDataset } from '../../../src/data/formats/summarise-dataset.ts'
import { openQuestions } from '../../../src/data/questions/open-questions.ts'
import { canaries } from '../../unit/support/dicom-bytes.ts'
import { joinedPrivateTables, privateTable } from '../../unit/support/private-tables.ts'

test.each([
  ['one table', privateTable],
  ['two tables', joinedPrivateTables],
])('of %s: a run holds no name of a file or an unused column', async (_, source) => {
  const { loaded } = await openQuestions(source(), { isPrivate: true }, nodeCodec)
  expect(loaded.mapping?.origin).toBe('guess')
  const { samples, skipped, findings, badFiles } = loaded
  const held = [datasetInfo(summariseDataset(loaded, 'files')), samples, skipped, findings, badFiles]
  expect(JSON.stringify(held)).not.toMatch(canaries)
})
