import { expect, test } from 'vitest'
import { chains } from '../../../src/features/chains/worker/chains-fact.ts'
import { row } from '../../unit/support/judged-rows.ts'

const rows = ['Organ Recognition', 'Disease Diagnosis'].map((task, index) => ({
  ...row({ task, image: 'a.png' }),
  index,
  kind: 'choice' as const,
  options: 4,
  confidence: null,
}))

test('the columns of chains move to another thread, whatever else stands beside them', async () => {
  const value = await chains.of({ rows } as never, { run: 'r', levels: {} }, {} as never)
  const transfer = chains.transfers?.(value) ?? []
  expect(transfer.length).toBeGreaterThan(5)
  expect(structuredClone(value, { transfer }).labels).toEqual(value.labels)
  expect(value.table.samples).toHaveLength(0)
})
