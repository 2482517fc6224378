import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AppState } from '../../../../src/app/state/state.ts'
import { AppStore } from '../../../../src/app/state/store.ts'
import { collectAfterLargeSteps, GarbageCollection } from '../../../../src/app/threads/garbage-collection.ts'

/** A browser that measures memory as it is told to. */
function measuring(measure: () => Promise<unknown>): GarbageCollection {
  vi.stubGlobal(
    'performance',
    Object.assign(Object.create(performance), { measureUserAgentSpecificMemory: measure }),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return new GarbageCollection()
}

/** Counts how often a collection was requested. A test ends each. */
function requests() {
  const answers: (() => void)[] = []
  const garbage = measuring(() => new Promise<void>(resolve => answers.push(resolve)))
  const answer = async (): Promise<void> => {
    answers.at(-1)?.()
    await new Promise(resolve => setTimeout(resolve))
  }
  return { garbage, answer, times: () => answers.length }
}

describe('garbage', () => {
  test('is collected after large work only', () => {
    const { garbage, times } = requests()
    garbage.after(1560)
    expect(times()).toBe(0)
    garbage.after(20_000)
    expect(times()).toBe(1)
  })

  test('runs once more for any number of requests in the meantime', async () => {
    const { garbage, answer, times } = requests()
    for (let i = 0; i < 5; i++) garbage.after(100_000)
    expect(times()).toBe(1)
    await answer()
    expect(times()).toBe(2)
    await answer()
    expect(times()).toBe(2)
    garbage.after(100_000)
    expect(times()).toBe(3)
  })

  test('is collected during work, and once after it', async () => {
    const { garbage, answer, times } = requests()
    let end: (of: string) => void = () => {}
    const work = garbage.during(
      100_000,
      new Promise<string>(resolve => {
        end = resolve
      }),
    )
    for (let i = 1; i < 4; i++) {
      expect(times()).toBe(i)
      await answer()
    }
    end('done')
    expect(await work).toBe('done')
    await answer()
    expect(times()).toBe(5)
    await answer()
    expect(times()).toBe(5)
  })

  test('does not run again if the browser does not support it', async () => {
    let times = 0
    const garbage = measuring(async () => {
      times++
      throw new DOMException('Not isolated.', 'SecurityError')
    })
    expect(await garbage.during(100_000, Promise.resolve('done'))).toBe('done')
    garbage.after(100_000)
    expect(times).toBe(1)
  })
})

test('garbage is collected when a large data set was read, and when a large run begins and ends', () => {
  const counts: number[] = []
  const app = new AppStore({ dataset: { status: 'none' }, live: null } as AppState)
  collectAfterLargeSteps(app, {
    after: (count: number) => counts.push(count),
  } as unknown as GarbageCollection)
  app.change({ dataset: { status: 'reading', name: 'many' } })
  expect(counts).toEqual([0])
  const ready = { status: 'ready', overview: { fingerprint: 'a', counts: { loaded: 700_000 } } }
  app.change({ dataset: ready } as Partial<AppState>)
  const live = (phase: string) =>
    app.change({ live: { run: { id: 'r' }, phase, total: 700_000 } } as Partial<AppState>)
  for (const phase of ['loading', 'running', 'running', 'done']) live(phase)
  expect(counts.slice(1)).toEqual([700_000, 700_000, 700_000, 700_000])
})
