import { expect, test } from 'vitest'
import { nextOfQueue } from '../../../../../src/app/queue/machine/next.ts'
import {
  idleQueue,
  type QueueEffect,
  type QueueEvent,
  type QueueState,
} from '../../../../../src/app/queue/machine/queue-state.ts'
import type { QueueRequest } from '../../../../../src/app/queue/requests.ts'
import type { WorkerPool } from '../../../../../src/app/run/worker-pool.ts'

/** What the machine reads of a request. */
const request = (name: string, mayWait = false): QueueRequest =>
  ({ key: name, name, about: name, mayWait }) as unknown as QueueRequest

/** The machine only passes on what is held. */
const held = (name: string): WorkerPool => name as unknown as WorkerPool

const queued = (run: string, parent: string | null = null) => ({
  run,
  name: run,
  parent,
  origin: parent ?? run,
})

/** A queue with everything that it was told to do. */
class Told {
  state: QueueState = idleQueue
  effects: readonly QueueEffect[] = []

  send(...events: readonly QueueEvent[]): this {
    for (const event of events) {
      const { state, effects } = nextOfQueue(this.state, event)
      this.state = state
      this.effects = effects
    }
    return this
  }

  /** Presses and prepares a request until its runs are stored. */
  prepared(press: number, asked: QueueRequest, ...runs: readonly ReturnType<typeof queued>[]): this {
    return this.send(
      { type: 'pressed', press, request: asked },
      { type: 'held', preparation: press, held: held(`folders ${press}`) },
      { type: 'checked', preparation: press },
      { type: 'stored', preparation: press, runs },
    )
  }
}

test('a request is held, then checked, then stored, then asked', () => {
  const told = new Told()
  const a = request('a')
  told.send({ type: 'pressed', press: 1, request: a })
  expect(told.effects).toEqual([{ do: 'hold', preparation: 1, request: a }])
  told.send({ type: 'held', preparation: 1, held: held('folders') })
  expect(told.effects).toEqual([{ do: 'check', preparation: 1, request: a, held: held('folders') }])
  told.send({ type: 'checked', preparation: 1 })
  expect(told.effects).toEqual([{ do: 'store', preparation: 1, request: a, held: held('folders') }])
  told.send({ type: 'stored', preparation: 1, runs: [queued('a')] })
  expect(told.effects).toMatchObject([{ do: 'work', ready: { run: 'a', held: held('folders') }, press: 1 }])
  told.send({ type: 'shown' })
  expect(told.effects).toEqual([{ do: 'settle', presses: [1], error: null }])
})

test('while one run is prepared, the same press joins it, another is refused, and each gets its own answer', () => {
  const told = new Told().send({ type: 'pressed', press: 1, request: request('a') })
  told.send({ type: 'pressed', press: 2, request: request('a') })
  expect(told.effects).toEqual([])
  told.send({ type: 'pressed', press: 3, request: request('b') })
  expect(told.effects).toMatchObject([
    { do: 'settle', presses: [3], error: { thrown: { info: { code: 'run-locked', subject: 'a' } } } },
  ])
  told.send({ type: 'refused', preparation: 1, error: 'a is gone' })
  expect(told.effects).toEqual([{ do: 'settle', presses: [1, 2], error: { thrown: 'a is gone' } }])
})

test('passes wait for the current run and use its folders, so that its model is loaded once', () => {
  const told = new Told().prepared(1, request('a'), queued('a')).send({ type: 'shown' })
  told.send({ type: 'pressed', press: 2, request: request('a', true) })
  expect(told.effects).toMatchObject([{ do: 'check', preparation: 2, held: held('folders 1') }])
  told.send({ type: 'checked', preparation: 2 }, { type: 'stored', preparation: 2, runs: [queued('p', 'a')] })
  expect(told.effects).toEqual([{ do: 'settle', presses: [2], error: null }])
  told.send({ type: 'ended', outcome: 'done', error: null }, { type: 'put away' })
  expect(told.effects).toMatchObject([{ do: 'work', ready: { run: 'p', held: held('folders 1') } }])
  told.send({ type: 'shown' }, { type: 'ended', outcome: 'done', error: null }, { type: 'put away' })
  expect(told.effects).toEqual([{ do: 'release', held: held('folders 1') }])
})

test('requests waiting for a failed run are left for the user to continue', () => {
  const told = new Told().prepared(1, request('a'), queued('a'), queued('p', 'a')).send({ type: 'shown' })
  told.send({ type: 'ended', outcome: 'failed', error: null }, { type: 'put away' })
  expect(told.state).toEqual(idleQueue)
})

test('Stop ends the current work and drops prepared requests', () => {
  const told = new Told().prepared(1, request('a'), queued('a')).send({ type: 'shown' })
  told.send({ type: 'pressed', press: 2, request: request('b', true) }, { type: 'stop' })
  expect(told.effects).toEqual([{ do: 'settle', presses: [2], error: null }, { do: 'stop work' }])
  // It was on its way.
  told.send({ type: 'held', preparation: 2, held: held('late') })
  expect(told.effects).toEqual([{ do: 'release', held: held('late') }])
})

test('a run at work is not deleted, one that is prepared is not asked any more', () => {
  const told = new Told().prepared(1, request('a'), queued('a')).send({ type: 'shown' })
  told.send({ type: 'delete', press: 2, run: 'a' })
  expect(told.effects).toMatchObject([
    { do: 'settle', presses: [2], error: { thrown: { info: { subject: 'a' } } } },
  ])
  told.send(
    { type: 'pressed', press: 3, request: request('b', true) },
    { type: 'delete', press: 4, run: 'b' },
  )
  expect(told.effects).toEqual([
    { do: 'settle', presses: [3], error: null },
    { do: 'delete', press: 4, run: 'b' },
  ])
})
