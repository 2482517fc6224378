/** A model that is loaded before Run, in whatever order things are chosen, claimed and dropped. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadingAhead } from '../../../../src/app/run/loading-ahead.ts'
import type { WorkerPool } from '../../../../src/app/run/worker-pool.ts'
import type { AppState } from '../../../../src/app/state/state.ts'
import { AppStore, initialState } from '../../../../src/app/state/store.ts'
import { openModelFolder, summariseModel } from '../../../../src/data/sources/model-files.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import { Random } from '../../support/random.ts'
import { someRun } from '../../support/records.ts'
import { seeds } from '../../support/rounds.ts'
import { device } from '../folders/world.ts'
import { ThreadsWorld } from './threads-world.ts'

const folder = await openModelFolder(nodeSource('public/models/phantom-vlm'))
const overview = await summariseModel(folder, 'files', { webgpu: null, streams: true }, 1)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { deviceMemory: 8 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function page() {
  const app = new AppStore(initialState(device))
  const world = new ThreadsWorld()
  const numbers = { dataset: 0, model: 0 }
  const needed = () => ({
    dataset: { name: 'd', number: numbers.dataset },
    model: { name: 'm', number: numbers.model },
  })
  const ahead = new LoadingAhead(app, world.threads, { needed } as never)
  const choose = (role: 'dataset' | 'model'): void => {
    numbers[role]++
    const chosen = role === 'model' ? { ...overview } : { imagesAtOnce: 1 }
    app.change({ [role]: { status: 'ready', overview: chosen } })
  }
  const claim = (dtype: string) => {
    const run = { settings: { ...someRun.settings, device: 'wasm', dtype }, environment: { threads: 1 } }
    return ahead.claim(run as never, needed())
  }
  app.change({ settings: { ...app.state.settings, device: 'wasm', dtype: 'fp32' } })
  return { app, ahead, world, choose, claim }
}

const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('half a second after the last choice the model is loaded, and Run gets it', async () => {
  const { ahead, world, choose, claim } = page()
  ahead.wake()
  choose('dataset')
  choose('model')
  await passed(400)
  choose('dataset')
  await passed(400)
  expect(world.loaded).toEqual([])
  await passed(200)
  expect(world.loaded).toMatchObject([{ device: 'wasm', dtype: 'fp32', threads: 1 }])
  const pool = await claim('fp32')
  expect(pool).not.toBeNull()
  expect(world.held.size).toBe(1)
  pool?.close()
  expect([world.held.size, world.workers.size]).toEqual([0, 0])
})

test('nothing is loaded before anything was chosen in this visit, and a broken model is dropped silently', async () => {
  const { app, ahead, world, choose, claim } = page()
  choose('dataset')
  choose('model')
  await passed(1000)
  expect(world.held.size).toBe(0)
  world.isBroken = true
  ahead.wake()
  choose('model')
  await passed(1000)
  expect([world.held.size, world.workers.size, app.state.notices.length]).toEqual([0, 0, 0])
  expect(await claim('fp32')).toBeNull()
})

const orders = seeds(300)

test(`in ${orders.length} random orders one model at most is held, Run gets only its own, and all else is released`, async () => {
  for (const seed of orders) {
    const random = new Random(seed)
    const { app, ahead, world, choose, claim } = page()
    const claimed: WorkerPool[] = []
    ahead.wake()
    for (let turn = 0; turn < 20; turn++) {
      const action = random.pick([
        'dataset',
        'model',
        'wait',
        'long',
        'live',
        'end',
        'claim',
        'broken',
      ] as const)
      if (action === 'dataset' || action === 'model') choose(action)
      else if (action === 'wait') await passed(random.below(700))
      else if (action === 'long') await passed(11 * 60_000)
      else if (action === 'live')
        app.change({ live: { phase: 'running', run: { ...someRun, state: 'running' } } as AppState['live'] })
      else if (action === 'end') app.change({ live: null })
      else if (action === 'broken') world.isBroken = !world.isBroken
      else {
        const dtype = random.pick(['fp32', 'q8'])
        const pool = await claim(dtype)
        if (pool) claimed.push(pool)
        expect(pool === null || dtype === 'fp32', `seed ${seed}: another precision`).toBe(true)
      }
      await passed(0)
      expect(world.held.size, `seed ${seed}: held`).toBeLessThanOrEqual(claimed.length + 1)
    }
    await passed(11 * 60_000)
    expect(world.held.size, `seed ${seed}: released`).toBe(claimed.length)
    for (const pool of claimed) pool.close()
    expect([world.held.size, world.workers.size], `seed ${seed}`).toEqual([0, 0])
  }
})
