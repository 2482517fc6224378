/** The queue with its real sessions, on threads that answer at once: what is held, asked and stored in any order of presses. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RunQueue } from '../../../../src/app/queue/queue.ts'
import type { QueueDeps } from '../../../../src/app/queue/queue-deps.ts'
import { continueRequest } from '../../../../src/app/queue/requests.ts'
import { AppStore, initialState } from '../../../../src/app/state/store.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { releaseProxy } from '../../../../src/workers/shared/comlink.ts'
import { Random } from '../../support/random.ts'
import { someRun } from '../../support/records.ts'
import { seeds } from '../../support/rounds.ts'
import { device, quiet } from '../folders/world.ts'
import { stubPage, ThreadsWorld } from '../run/threads-world.ts'

beforeAll(stubPage)
afterAll(() => void vi.unstubAllGlobals())

const tally = { answered: 0, failed: 0, correct: 0 }

function page() {
  const app = new AppStore(initialState(device))
  const runs = new Map(['a', 'b', 'c'].map(id => [id, { ...someRun, id, name: id, state: 'paused' } as Run]))
  const counter = {
    recount: async () => ({ counted: null, figures: null, prior: null }),
    addVerdicts: async () => null,
    [releaseProxy]: () => {},
  }
  const world = new ThreadsWorld({
    reconcile: async () => {},
    countRecords: async () => counter,
    noteWritten: async () => {},
  })
  const store = {
    runs: async () => [...runs.values()].map(run => ({ run, tally })),
    run: async (id: string) => {
      const run = runs.get(id)
      if (run) return run
      throw new Error(`There is no run ${id}.`)
    },
    hold: async () => {},
    changeRun: async (id: string, change: (run: Run) => Run) => {
      const changed = change(runs.get(id) ?? someRun)
      if (runs.has(id)) runs.set(id, changed)
      return changed
    },
    deleteRun: async (id: string) => void runs.delete(id),
  }
  const needed = { dataset: { name: 'd', number: 1 }, model: { name: 'm', number: 1 } }
  const deps = {
    app,
    threads: world.threads,
    store: Promise.resolve(store),
    folders: { bringBackFor: async () => ({ needed, model: {} }) },
    ahead: { claim: async () => null },
    deviceTests: { expect: async () => null },
    makeRoom: async () => {},
  } as unknown as QueueDeps
  return { app, runs, world, queue: new RunQueue(deps) }
}

/** Everything that was pressed has ended, and nothing is at work. */
async function settled({ world, app }: ReturnType<typeof page>): Promise<void> {
  for (let turn = 0; turn < 400; turn++) {
    await quiet()
    const phase = app.state.live?.phase
    if (world.held.size === 0 && phase !== 'loading' && phase !== 'running') return
  }
}

test('a run that is continued is shown, asked to its end, and leaves nothing held', async () => {
  const one = page()
  await one.queue.ask(continueRequest(one.runs.get('a') as Run))
  expect(one.app.state.live?.run.id).toBe('a')
  await settled(one)
  expect(one.app.state.live?.phase).toBe('done')
  expect(one.runs.get('a')?.state).toBe('done')
  expect([one.world.held.size, one.world.workers.size]).toEqual([0, 0])
})

test('another run is refused by name while one is at work, and it cannot be deleted', async () => {
  const one = page()
  let end = (): void => {}
  one.world.ask = () => new Promise(resolve => (end = resolve))
  await one.queue.ask(continueRequest(one.runs.get('a') as Run))
  const refused = { info: { code: 'run-locked', subject: 'a' } }
  await expect(one.queue.ask(continueRequest(one.runs.get('b') as Run))).rejects.toMatchObject(refused)
  await expect(one.queue.delete('a')).rejects.toMatchObject(refused)
  while (one.world.asking === 0) await quiet()
  end()
  await settled(one)
  await one.queue.delete('a')
  expect([...one.runs.keys()]).toEqual(['b', 'c'])
  expect(one.app.state.live).toBeNull()
})

const orders = seeds(200)

test(`in ${orders.length} random orders of continue, stop and delete every press is answered, one run is asked at a time, and all is released`, async () => {
  for (const seed of orders) {
    const random = new Random(seed)
    const one = page()
    const ends: (() => void)[] = []
    one.world.ask = () => new Promise(resolve => (random.next() < 0.5 ? resolve() : ends.push(resolve)))
    const pressed: Promise<unknown>[] = []
    const deleted = new Set<string>()
    for (let turn = 0; turn < 12; turn++) {
      const id = random.pick(['a', 'b', 'c'])
      const run = one.runs.get(id)
      const action = random.pick(['continue', 'continue', 'stop', 'delete', 'end'] as const)
      if (action === 'continue' && run) pressed.push(one.queue.ask(continueRequest(run)).catch(() => {}))
      else if (action === 'stop') one.queue.stop()
      else if (action === 'delete')
        pressed.push(
          one.queue.delete(id).then(
            () => deleted.add(id),
            () => {},
          ),
        )
      else ends.pop()?.()
      for (let wait = random.below(6); wait > 0; wait--) await quiet()
    }
    one.queue.stop()
    for (let wait = 0; wait < 40; wait++) {
      await quiet()
      for (const end of ends.splice(0)) end()
    }
    await settled(one)
    await Promise.all(pressed)
    expect(one.world.mostAsking, `seed ${seed}: at one time`).toBeLessThanOrEqual(1)
    expect([one.world.held.size, one.world.workers.size], `seed ${seed}: released`).toEqual([0, 0])
    expect([...one.runs.keys()], `seed ${seed}: stored`).toEqual(
      ['a', 'b', 'c'].filter(id => !deleted.has(id)),
    )
    expect(one.app.state.notices, `seed ${seed}: notices`).toEqual([])
  }
})
