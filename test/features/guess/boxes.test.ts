import { expect, test } from 'vitest'
import { loadDataset } from '../../../src/data/formats/registry.ts'
import { memorySource } from '../../unit/support/memory-source.ts'

const load = (files: Readonly<Record<string, unknown>>) => loadDataset(memorySource('set', files), {})

test('an answer is a box where every answer is one', async () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({
    id: `q${i}`,
    question: `Where is it in film ${i}?`,
    answer: [i, 2 * i, i + 10, 2 * i + 20],
  }))
  const { samples } = await load({ 'test.json': rows })
  expect(samples[3]?.fields).toMatchObject({ kind: 'box', answer: '[[3, 6, 13, 26]]' })
  const [first, ...others] = rows
  const mixed = await load({ 'test.json': [{ ...first, answer: 'nowhere' }, ...others] })
  expect(mixed.samples[0]?.fields.kind).toBe('text')
})
