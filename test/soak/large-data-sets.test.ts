/** Data sets of the largest size. */
import { expect, test } from 'vitest'
import { loadDataset } from '../../src/data/formats/registry.ts'
import { medrcubeItem as good } from '../unit/support/medrcube-item.ts'
import { memorySource } from '../unit/support/memory-source.ts'

test('all test.json files of a folder share the limit of one', async () => {
  const sample = { id: 'x', question: '?', option_A: 'a', gt_answer: 'a' }
  const heavy = `[{"more":[${'1,'.repeat(2_100_000)}1]}]`
  const set = memorySource('set', { 'a/test.json': [sample], 'b/test.json': heavy, 'c/test.json': heavy })
  const { samples, badFiles } = await loadDataset(set, {})
  expect(samples).toHaveLength(1)
  expect(badFiles.map(({ file, error }) => [file, error.code])).toEqual([
    ['set/c/test.json', 'file-too-large'],
  ])
})

test('450,000 samples as MedRCube’s are within that', async () => {
  const sample = {
    id: 'x',
    question: '?',
    option_A: 'a',
    gt_answer: 'a',
    task: 't',
    modality: 'm',
    parts: 'p',
  }
  const many = `[${Array.from({ length: 90_000 }, () => JSON.stringify(sample)).join(',')}]`
  const files = ['a', 'b', 'c', 'd', 'e'].map(name => [`${name}/test.json`, many])
  const { samples, badFiles } = await loadDataset(memorySource('set', Object.fromEntries(files)), {})
  expect([samples.length, badFiles.length]).toEqual([450_000, 0])
})

test('100,000 samples load', async () => {
  const items = Array.from({ length: 100_000 }, (_, i) => ({
    ...good,
    id: `X_${i}`,
    image_path: `pictures/${i % 30_000}.png`,
    question: `Which of the following is shown in image ${i}, taken of an adult patient?`,
  }))
  const files = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`X/pictures/${i}.png`, '']))
  const source = memorySource('data', { 'X/test.json': items, ...files })
  expect((await loadDataset(source, {})).samples).toHaveLength(100_000)
})
