/** Files that resemble those of another format are tables like any others. */
import { expect, test } from 'vitest'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { memorySource } from '../../unit/support/memory-source.ts'

test('a test.json of tables whose images are not there lacks the images, not the fields of MedRCube', async () => {
  const rows = [1, 2].map(i => ({ qid: i, img: `p${i}.jpg`, question: 'Which?', answer: 'the left one' }))
  const { format, skipped } = await loadDataset(memorySource('set', { 'part/test.json': rows }), {})
  expect(format).toBe('mapped')
  expect(skipped.map(({ reason, subject }) => [reason, subject])).toEqual([
    ['missing_image', 'p1.jpg'],
    ['missing_image', 'p2.jpg'],
  ])
})

test('files of questions beside none of CXReasonBench’s cases are tables', async () => {
  const { samples } = await loadDataset(
    memorySource('set', { 'qa/a/b/c/d/test.json': [{ question: 'What is it?', answer: 'lung' }] }),
    {},
  )
  expect(samples).toHaveLength(1)
})
