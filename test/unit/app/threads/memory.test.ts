import { describe, expect, test } from 'vitest'
import type { AppState } from '../../../../src/app/state/state.ts'
import { AppStore } from '../../../../src/app/state/store.ts'
import { Collecting, collectBeside } from '../../../../src/app/threads/memory.ts'

/** Counts how often a browser was asked, and answers when it is told to. */
function asking() {
  const answers: (() => void)[] = []
  const collecting = new Collecting(() => new Promise<void>(resolve => answers.push(resolve)))
  const answer = async (): Promise<void> => {
    answers.at(-1)?.()
    await new Promise(resolve => setTimeout(resolve))
  }
  return { collecting, answer, times: () => answers.length }
}

describe('collecting', () => {
  test('is for what leaves much behind', () => {
    const { collecting, times } = asking()
    collecting.after(1560)
    expect(times()).toBe(0)
    collecting.after(20_000)
    expect(times()).toBe(1)
  })

  test('is asked for once more where something came in between, however often', async () => {
    const { collecting, answer, times } = asking()
    for (let i = 0; i < 5; i++) collecting.after(100_000)
    expect(times()).toBe(1)
    await answer()
    expect(times()).toBe(2)
    await answer()
    expect(times()).toBe(2)
    collecting.after(100_000)
    expect(times()).toBe(3)
  })

  test('is asked for as long as work goes on, and when it is done', async () => {
    const { collecting, answer, times } = asking()
    let end: (of: string) => void = () => {}
    const work = collecting.during(
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

  test('is not asked for again where the browser cannot', async () => {
    let times = 0
    const collecting = new Collecting(async () => {
      times++
      throw new DOMException('Not isolated.', 'SecurityError')
    })
    expect(await collecting.during(100_000, Promise.resolve('done'))).toBe('done')
    collecting.after(100_000)
    expect(times).toBe(1)
  })
})

test('a large data set is followed by it once it was read, a large run at its beginning and its end', () => {
  const counts: number[] = []
  const app = new AppStore({ dataset: { status: 'none' }, live: null } as AppState)
  collectBeside(app, { after: (count: number) => counts.push(count) } as unknown as Collecting)
  app.change({ dataset: { status: 'reading', name: 'many' } })
  expect(counts).toEqual([0])
  const ready = { status: 'ready', overview: { fingerprint: 'a', counts: { loaded: 700_000 } } }
  app.change({ dataset: ready } as Partial<AppState>)
  const live = (phase: string) =>
    app.change({ live: { run: { id: 'r' }, phase, total: 700_000 } } as Partial<AppState>)
  for (const phase of ['loading', 'running', 'running', 'done']) live(phase)
  expect(counts.slice(1)).toEqual([700_000, 700_000, 700_000, 700_000])
})
