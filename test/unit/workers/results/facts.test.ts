import { expect, test } from 'vitest'
import { facts } from '../../../../src/workers/results/facts/registry.ts'

test('every figure says what it is made of', () => {
  const needs = new Set(Object.values(facts).map(fact => fact.needs))
  expect([...needs].sort()).toEqual(['beside', 'records', 'rows', 'runs'])
})
