/** Which sample a worker had in hand when it broke off. */
import { afterEach, expect, test, vi } from 'vitest'
import { Heartbeat } from '../../../../src/engine/runtime/heartbeat.ts'

afterEach(() => vi.unstubAllGlobals())

test('one thread sees the sample that another works on', () => {
  const page = new Heartbeat()
  expect(page.index).toBeNull()
  const worker = new Heartbeat(page.memory)
  worker.take(7, 'preparation')
  worker.take(0, 'preparation')
  worker.take(0, 'model')
  expect([page.index, page.stage, page.taken]).toEqual([0, 'model', 3])
  worker.putDown()
  expect([page.index, page.stage, page.taken]).toEqual([0, 'nothing', 3])
})

test('without shared memory a page only knows its own reports', () => {
  vi.stubGlobal('SharedArrayBuffer', undefined)
  const page = new Heartbeat()
  expect(page.memory).toBeNull()
  page.take(3, 'model')
  page.take(3, 'model')
  expect([page.index, page.taken]).toEqual([3, 1])
})
