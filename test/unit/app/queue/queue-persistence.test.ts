import { afterEach, expect, test, vi } from 'vitest'
import { askForOwnData } from '../../../../src/app/queue/queue.ts'
import type { AppStore } from '../../../../src/app/state/store.ts'
import { someRun } from '../../support/records.ts'

afterEach(() => vi.unstubAllGlobals())

const own = { dataset: { ...someRun.dataset, source: 'directory' as const } }
const demo = { dataset: { ...someRun.dataset, source: 'bundled' as const } }

function browser(answer: boolean, known: PermissionState) {
  const persist = vi.fn(async () => answer)
  vi.stubGlobal('navigator', {
    storage: { persist },
    permissions: { query: async () => ({ state: known }) },
  })
  const state = { persistence: 'unasked' }
  const app = { state, change: (part: object) => Object.assign(state, part) } as unknown as AppStore
  return { persist, app }
}

test('the browser is asked once, when the first run on own data begins, and its answer is stored', async () => {
  const { persist, app } = browser(false, 'prompt')
  await askForOwnData(app, demo)
  expect(persist).not.toHaveBeenCalled()
  expect(app.state.persistence).toBe('unasked')
  await askForOwnData(app, own)
  expect(app.state.persistence).toBe('refused')
  await askForOwnData(app, own)
  expect(persist).toHaveBeenCalledTimes(1)
})

test('for the demo it is asked only if it would agree without asking the user', async () => {
  const { persist, app } = browser(true, 'granted')
  await askForOwnData(app, demo)
  expect(persist).toHaveBeenCalledTimes(1)
  expect(app.state.persistence).toBe('granted')
})
