import { describe, expect, test } from 'vitest'
import { reportWeights, withWeights } from '../../../../src/engine/runtime/loaded-weights.ts'
import type { RunEvent } from '../../../../src/engine/runtime/run-events.ts'
import { someRun } from '../../support/records.ts'

const digest = (letter: string): string => letter.repeat(64)
const [files, graphs, all] = [digest('a'), digest('b'), digest('c')] as const
const runWith = (weights: string, written?: readonly string[]) => ({
  ...someRun,
  model: { ...someRun.model, weights },
  environment: { ...someRun.environment, ...(written && { graphs: written }) },
})

/** What is reported as a run goes on with these weights. */
async function reported(run: typeof someRun, loaded: { files: string; graphs: string | null; all: string }) {
  const events: RunEvent[] = []
  const found = await reportWeights({ weights: async () => loaded }, run, event => events.push(event)).catch(
    error => error,
  )
  return { found, events }
}

const exported = { files, graphs: null, all: files }
const checkpoint = { files, graphs, all }

test('the digest of the weights is reported for a run without one, and for one that has the same', async () => {
  const events = [{ type: 'weights', files, graphs: null }]
  expect(await reported(someRun, exported)).toEqual({ found: exported, events })
  expect(await reported(runWith(files), exported)).toEqual({ found: exported, events })
})

test('a run is not continued with other weights, and nothing is reported', async () => {
  const { found, events } = await reported(runWith(digest('d')), exported)
  expect(found).toMatchObject({
    info: {
      code: 'fingerprint-mismatch',
      subject: someRun.model.name,
      message: 'The weights of this model have changed since the run began.',
    },
  })
  expect(events).toEqual([])
})

describe('of a checkpoint', () => {
  const events = [{ type: 'weights', files, graphs }]

  test('a run goes on with other graphs of the same weights, and names both', async () => {
    const earlier = runWith(files, [digest('e')])
    expect(await reported(earlier, checkpoint)).toEqual({ found: checkpoint, events })
    expect(withWeights(earlier, checkpoint).environment.graphs).toEqual([digest('e'), graphs])
  })

  test('a run is not continued with other weights', async () => {
    const { found } = await reported(runWith(digest('d'), [graphs]), checkpoint)
    expect(found.info.message).toBe('The weights of this model have changed since the run began.')
  })

  test('an older run goes on where its one digest of weights and graphs is the same, and has two from then on', async () => {
    const older = runWith(all)
    expect(await reported(older, checkpoint)).toEqual({ found: checkpoint, events })
    const noted = withWeights(older, checkpoint)
    expect(noted).toEqual(runWith(files, [graphs]))
    expect((await reported(noted, checkpoint)).events).toEqual(events)
    expect(withWeights(noted, checkpoint)).toBe(noted)
  })

  test('an older run is refused where its one digest is another, since weights or graphs may differ', async () => {
    const { found } = await reported(runWith(digest('d')), checkpoint)
    expect(found.info).toMatchObject({
      code: 'fingerprint-mismatch',
      message: expect.stringContaining('either may have changed') as string,
    })
  })
})
