/** Which sample a worker had in hand when it broke off. */
import { afterEach, expect, test, vi } from 'vitest'
import { Heartbeat } from '../../../../src/workers/shared/heartbeat.ts'

afterEach(() => vi.unstubAllGlobals())

test('what one thread takes in hand, the other knows', () => {
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

test('a page without shared memory knows what it is told itself', () => {
  vi.stubGlobal('SharedArrayBuffer', undefined)
  const page = new Heartbeat()
  expect(page.memory).toBeNull()
  page.take(3, 'model')
  page.take(3, 'model')
  expect([page.index, page.taken]).toEqual([3, 1])
})
