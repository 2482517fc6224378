import type { WorkerPool } from '../../run/worker-pool.ts'
import { runInTheWay } from '../refusals.ts'
import { advance, line, press, storeNext } from './preparing.ts'
import type { Deletion, QueueEvent, QueueState, Waiting } from './queue-state.ts'
import {
  and,
  begun,
  drop,
  forget,
  isAsking,
  isPartOf,
  readyRuns,
  type Step,
  sameState,
  settled,
} from './step.ts'
import { beginNext, end, putAway, stop } from './working.ts'

/**
 * The queue before the run: idle → preparing (hold, check, store) → running → finishing. Pure: events from buttons,
 * workers and the store go in, effects come out. Everything held and no longer needed is released exactly once.
 */
export function nextOfQueue(state: QueueState, event: QueueEvent): Step {
  const after = proceed(apply(state, event))
  const stillHeld = new Set(heldBy(after.state))
  const known = new Set([...heldBy(state), ...heldIn(event)])
  const released = [...known].filter(held => !stillHeld.has(held))
  return {
    state: after.state,
    effects: [...after.effects, ...released.map(held => ({ do: 'release', held }) as const)],
  }
}

function heldBy({ preparations, work, line }: QueueState): readonly WorkerPool[] {
  const prepared = preparations.flatMap(({ held }) => (held === null ? [] : [held]))
  const atWork = work ? [work.ready.held] : []
  return [...prepared, ...atWork, ...readyRuns(line).map(({ held }) => held)]
}

const heldIn = (event: QueueEvent): readonly WorkerPool[] => (event.type === 'held' ? [event.held] : [])

function apply(state: QueueState, event: QueueEvent): Step {
  switch (event.type) {
    case 'pressed':
      return press(state, event.press, event.request)
    case 'held':
      return advance(state, event.preparation, { step: 'checking', held: event.held })
    case 'checked':
      return advance(state, event.preparation, { step: 'checked' })
    case 'stored':
      return line(state, event)
    case 'refused':
      return drop(state, ({ id }) => id === event.preparation, { thrown: event.error })
    case 'shown':
      return isAsking(state.work)
        ? begun({ ...state, work: { ...state.work, phase: 'running' } }, null)
        : sameState(state)
    case 'ended':
      return end(state, event)
    case 'put away':
      return putAway(state)
    case 'stop':
      return stop(state)
    case 'delete':
      return startDeleting(state, event.press, event.run)
    case 'deleted': {
      const deletions = state.deletions.filter(({ press }) => press !== event.press)
      return settled({ ...state, deletions }, [event.press], event.error)
    }
  }
}

/** Begins what can begin now: one request is stored at a time, one run is at work at a time. */
function proceed(step: Step): Step {
  const stored = and(step, storeNext(step.state))
  const deleted = and(stored, deleteNext(stored.state))
  return and(deleted, beginNext(deleted.state))
}

function startDeleting(state: QueueState, id: number, run: string): Step {
  const { work } = state
  if (isAsking(work) && isPartOf(work.ready, run))
    return settled(state, [id], { thrown: runInTheWay(work.ready.name) })
  return sameState({ ...state, deletions: [...state.deletions, { press: id, run, step: 'waiting' }] })
}

function deleteNext(state: QueueState): Step {
  const { work } = state
  const canBegin = (run: string): boolean =>
    !(work && isPartOf(work.ready, run)) &&
    !state.preparations.some(({ request, step }) => step === 'storing' && request.about === run)
  return state.deletions
    .filter(({ step, run }) => step === 'waiting' && canBegin(run))
    .reduce<Step>((before, deletion) => {
      const { run, press } = deletion
      const dropped = drop(before.state, ({ request }) => request.about === run, null)
      const isGone = ({ ready }: Waiting): boolean => isPartOf(ready, run)
      const left = and(dropped, forget(dropped.state, isGone))
      const begins = (known: Deletion): Deletion =>
        known === deletion ? { ...known, step: 'deleting' } : known
      return {
        state: { ...left.state, deletions: left.state.deletions.map(begins) },
        effects: [...before.effects, ...left.effects, { do: 'delete', press, run }],
      }
    }, sameState(state))
}
