/** A trial of the chosen model: what the page shows, and that its workers end with it. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SpeedTrials } from '../../../../src/app/run/speed-trials.ts'
import { AppStore, initialState } from '../../../../src/app/state/store.ts'
import { openModelFolder, summariseModel } from '../../../../src/data/sources/model-files.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import type { SpeedTrial } from '../../../../src/workers/contracts/run.ts'
import { Random } from '../../support/random.ts'
import { someRun } from '../../support/records.ts'
import { seeds } from '../../support/rounds.ts'
import { device, quiet } from '../folders/world.ts'
import { stubPage, ThreadsWorld } from './threads-world.ts'

beforeAll(stubPage)
afterAll(() => void vi.unstubAllGlobals())

const folder = await openModelFolder(nodeSource('public/models/phantom-vlm'))
const overview = await summariseModel(folder, 'files', { webgpu: null, streams: true }, 1)
const dataset = { ...someRun.dataset, protocol: someRun.settings.protocol, imagesAtOnce: 1 }
const measured: SpeedTrial = {
  tried: [{ span: 300, shared: 100 }],
  failed: 0,
  whole: { images: 2, questions: 4 },
  details: [],
}

function page() {
  const app = new AppStore(initialState({ ...device, cores: 1 }))
  const world = new ThreadsWorld()
  app.change({
    dataset: { status: 'ready', overview: dataset as never },
    model: { status: 'ready', overview },
    settings: { ...app.state.settings, device: 'wasm', dtype: 'fp32' },
  })
  const folders = { dataset: () => dataset, model: () => overview, needed: () => ({}) }
  const ahead = { claim: async () => null }
  return { app, world, trials: new SpeedTrials(app, world.threads, folders as never, ahead as never) }
}

test('a trial shows the measured speed and the questions of the whole run', async () => {
  const { app, world, trials } = page()
  world.trySpeed = async () => measured
  await trials.start()
  expect(app.state.trial).toMatchObject({
    ...{ status: 'done', what: { model: overview.name, dataset: dataset.name, dtype: 'fp32' } },
    ...{ whole: measured.whole, speed: { perImage: 100, perQuestion: 200, copies: 1 } },
  })
  expect([world.held.size, world.workers.size]).toEqual([0, 0])
})

test('a trial whose questions all failed, or whose model breaks, names the error', async () => {
  const { app, world, trials } = page()
  world.trySpeed = async () => ({ ...measured, tried: [], failed: 3 })
  await trials.start()
  expect(app.state.trial).toMatchObject({ error: { message: 'All of the first questions failed.' } })
  world.trySpeed = () => Promise.reject(new Error('The model is gone.'))
  await trials.start()
  expect(app.state.trial).toMatchObject({ status: 'failed', error: { code: 'internal' } })
  expect([world.held.size, world.workers.size]).toEqual([0, 0])
})

const orders = seeds(200)

test(`${orders.length} random orders of start and stop leave no worker, and the last one decides`, async () => {
  for (const seed of orders) {
    const random = new Random(seed)
    const { app, world, trials } = page()
    const ends: (() => void)[] = []
    world.trySpeed = () => new Promise(resolve => ends.push(() => resolve(measured)))
    let last: Promise<void> = Promise.resolve()
    for (let turn = 0; turn < 8; turn++) {
      const action = random.pick(['start', 'stop', 'answer'] as const)
      if (action === 'start') last = trials.start()
      else if (action === 'stop') last = trials.stop()
      else ends.pop()?.()
      if (random.next() < 0.6) await quiet()
      expect(world.held.size, `seed ${seed}`).toBeLessThanOrEqual(1)
    }
    await trials.stop()
    await last
    expect(['none', 'done'], `seed ${seed}`).toContain(app.state.trial.status)
    expect([world.held.size, world.workers.size], `seed ${seed}`).toEqual([0, 0])
  }
})
