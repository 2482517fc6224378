/** What is long is compared or refused, soon. */
import { expect, test } from 'vitest'
import { ChatTemplateProgram } from '../../src/engine/model/template.ts'
import { rougeL } from '../../src/engine/protocol/text-metrics/rouge.ts'
import { processorTime } from '../unit/support/processor-time.ts'
import { Random } from '../unit/support/random.ts'

const words = (count: number, seed: number): string => {
  const random = new Random(seed)
  return Array.from({ length: count }, () => random.below(1000).toString(36)).join(' ')
}

test('rougeL compares 15,000 words with 15,000 without a table of all pairs', () => {
  const [said, right] = [words(15_000, 1), words(15_000, 2)].map(text => text.replaceAll(/\w\w/g, 'x'))
  const began = processorTime()
  const before = process.memoryUsage().arrayBuffers
  expect(rougeL(said ?? '', right ?? '').f1).toBeGreaterThan(0)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100e6)
  expect(processorTime() - began).toBeLessThan(10_000)
})

test('a chat template of nested loops ends in an error', { timeout: 60_000 }, () => {
  const source = '{% for i in range(90000) %}{% for j in range(90000) %}{% endfor %}{% endfor %}'
  const began = processorTime()
  expect(() => new ChatTemplateProgram(source).render({ messages: [] })).toThrow()
  expect(processorTime() - began).toBeLessThan(20_000)
})
