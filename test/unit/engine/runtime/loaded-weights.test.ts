import { expect, test } from 'vitest'
import { reportWeights } from '../../../../src/engine/runtime/loaded-weights.ts'
import type { RunEvent } from '../../../../src/engine/runtime/run-events.ts'
import { someRun } from '../../support/records.ts'

const loaded = { weights: async () => 'a'.repeat(64) }
const runWith = (weights: string) => ({ ...someRun, model: { ...someRun.model, weights } })

test('the digest of the weights is reported for a run without one, and for one that has the same', async () => {
  const events: RunEvent[] = []
  const emit = (event: RunEvent): void => void events.push(event)
  await reportWeights(loaded, someRun, emit)
  expect(await reportWeights(loaded, runWith('a'.repeat(64)), emit)).toBe('a'.repeat(64))
  const event = { type: 'weights', digest: 'a'.repeat(64) }
  expect(events).toEqual([event, event])
})

test('a run is not continued with other weights, and nothing is reported', async () => {
  const events: RunEvent[] = []
  const other = reportWeights(loaded, runWith('b'.repeat(64)), event => events.push(event))
  await expect(other).rejects.toMatchObject({
    info: {
      code: 'fingerprint-mismatch',
      subject: someRun.model.name,
      message: 'The weights of this model have changed since the run began.',
    },
  })
  expect(events).toEqual([])
})
