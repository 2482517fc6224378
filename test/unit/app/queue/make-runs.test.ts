import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeRuns } from '../../../../src/app/queue/make-runs.ts'
import type { QueueDeps } from '../../../../src/app/queue/queue-deps.ts'
import type { QueueRequest, StartRequest } from '../../../../src/app/queue/requests.ts'
import { newAgain } from '../../../../src/app/run/new-run.ts'
import type { WorkerPool } from '../../../../src/app/run/worker-pool.ts'
import type { Store } from '../../../../src/data/store/store.ts'
import { serverOverview } from '../../../../src/engine/model/served.ts'
import type { Probe } from '../../../../src/engine/protocol/probe.ts'
import { firstProtocol } from '../../../../src/engine/protocol/protocol-reference.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { someRun } from '../../support/records.ts'
import { serverInfo } from '../../support/server-info.ts'

// Node 20 has none.
beforeAll(() => void vi.stubGlobal('navigator', { userAgent: 'test' }))
afterAll(() => void vi.unstubAllGlobals())

const device = {
  webgpu: { status: 'unavailable', reason: 'none' },
  cores: 2,
  native: null,
  isolated: true,
  directoryPicker: false,
} as const
const request = {
  kind: 'start',
  ...{
    settings: { ...someRun.settings, device: 'server', dtype: 'server' },
    device,
    probes: [],
    earlier: null,
  },
  dataset: { ...someRun.dataset, protocol: firstProtocol },
  model: serverOverview(serverInfo),
} as unknown as StartRequest

/** Starts a run where one step fails. @returns the ids of the runs that are left in the list */
async function leftAfter(fails: 'keepLoad' | 'countAsked' | null): Promise<readonly string[]> {
  const runs = new Map<string, Run>()
  const step = (name: string) => async () => {
    if (name === fails) throw new Error('The disk is full.')
    return []
  }
  const store = {
    putRun: async (run: Run) => void runs.set(run.id, run),
    deleteRun: async (id: string) => void runs.delete(id),
    runs: async () => [],
    folders: { regions: async () => [] },
  } as unknown as Store
  const folders = {
    keepLoad: step('keepLoad'),
    countAsked: step('countAsked'),
    modelFingerprint: async () => '',
  }
  const deps = {
    deviceTests: { expect: async () => null },
    app: { state: { runs: [] } },
    store: Promise.resolve(store),
    folders: { keepFor: step('keepFor') },
  }
  const pool = { folders, overview: request.model } as unknown as WorkerPool
  const making = makeRuns(deps as unknown as QueueDeps, request, pool, () => false)
  if (fails) await expect(making).rejects.toThrow('The disk is full.')
  else await making
  return [...runs.keys()]
}

test('a new pass of noise keeps the moments of the data set, and an earlier one those that it has', async () => {
  const moments = { means: [90, 80, 70], deviations: [30, 20, 10] }
  const noise: Probe = { kind: 'noise-image', seed: 1 }
  const runs = new Map<string, Run>()
  let measured = 0
  const store = {
    putRun: async (run: Run) => void runs.set(run.id, run),
    runs: async () => [...runs.values()].map(run => ({ run })),
    done: async () => [],
    folders: { regions: async () => [] },
  }
  const folders = {
    countAsked: async (probes: readonly Probe[]) => probes.map(() => 3),
    pixelMoments: async () => {
      measured++
      return moments
    },
  }
  const deps = { deviceTests: { expect: async () => null }, store: Promise.resolve(store) }
  const asked = { kind: 'passes', run: someRun, probes: [{ kind: 'blank-image' }, noise], device, part: null }
  const pool = { folders, overview: request.model } as unknown as WorkerPool
  const make = () =>
    makeRuns(deps as unknown as QueueDeps, asked as unknown as QueueRequest, pool, () => false)
  const first = await make()
  expect([...runs.values()].map(({ probe }) => probe)).toEqual([
    { kind: 'blank-image' },
    { ...noise, moments },
  ])
  expect(await make()).toEqual(first)
  expect(measured).toBe(1)
})

test('a pass on a part is stored with the rest of its questions, and is not made twice', async () => {
  const runs = new Map<string, Run>()
  const answered = [4, 7]
  let counted: unknown[] = []
  const store = {
    putRun: async (run: Run) => void runs.set(run.id, run),
    changeRun: async (id: string, change: (run: Run) => Run) => {
      const changed = change(runs.get(id) as Run)
      runs.set(id, changed)
      return changed
    },
    runs: async () => [...runs.values()].map(run => ({ run })),
    done: async () => answered,
    folders: { regions: async () => [] },
  }
  const folders = {
    countAsked: async (probes: readonly Probe[], { limit }: Run['settings'], done: unknown[]) => {
      counted = done
      return probes.map(() => limit ?? 9)
    },
  }
  const deps = { deviceTests: { expect: async () => null }, store: Promise.resolve(store) }
  const pool = { folders, overview: request.model } as unknown as WorkerPool
  const make = (limit: number | null) => {
    const part = limit === null ? null : { order: 'balanced', limit }
    const asked = { kind: 'passes', run: someRun, probes: [{ kind: 'blank-image' }], device, part }
    return makeRuns(deps as unknown as QueueDeps, asked as unknown as QueueRequest, pool, () => false)
  }
  const [part] = await make(2)
  const id = part?.run ?? ''
  runs.set(id, { ...(runs.get(id) as Run), state: 'done' })
  expect(await make(2)).toEqual([])
  expect((await make(null)).map(({ run }) => run)).toEqual([id])
  expect(counted).toEqual([answered])
  expect(runs.get(id)).toMatchObject({ state: 'paused', total: 9, settings: someRun.settings })
  runs.set(id, { ...(runs.get(id) as Run), state: 'done' })
  expect(await make(null)).toEqual([])
  expect(runs.size).toBe(1)
})

test('a run that repeats another with more tokens keeps what was chosen, and is no part of its imports', () => {
  const earlier = { ...someRun, imported: someRun.created, settings: { ...someRun.settings, limit: 3 } }
  const { environment } = someRun
  const { imported: _, ...kept } = earlier
  const again = newAgain(earlier, 2, environment)
  expect(again).toEqual({
    ...kept,
    id: again.id,
    name: 'A run, up to 256 tokens',
    created: again.created,
    state: 'paused',
    settings: { ...earlier.settings, maxNewTokens: 256 },
    timings: { load: 0, asking: 0 },
    again: { of: earlier.id, cut: 2 },
  })
})

test('a run whose preparation fails at any step is removed from the list', async () => {
  expect(await leftAfter(null)).toHaveLength(1)
  expect(await leftAfter('keepLoad')).toEqual([])
  expect(await leftAfter('countAsked')).toEqual([])
})
