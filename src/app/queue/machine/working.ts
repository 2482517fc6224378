import type { QueueEvent, QueueState } from './queue-state.ts'
import { and, begun, drop, forget, isAsking, type Step, sameState } from './step.ts'

export function end(
  state: QueueState,
  { outcome, error }: Extract<QueueEvent, { readonly type: 'ended' }>,
): Step {
  const { work } = state
  if (!isAsking(work)) return sameState(state)
  const ended = begun({ ...state, work: { ...work, phase: 'finishing' } }, error)
  // What waited for a run that broke off can be continued by hand. Stop has emptied the line already.
  if (state.isStopping || outcome === 'done') return ended
  return and(
    ended,
    forget(ended.state, () => true),
  )
}

export const putAway = (state: QueueState): Step =>
  sameState(state.work?.phase === 'finishing' ? { ...state, work: null, isStopping: false } : state)

/** Stops the current work, and drops all earlier requests. */
export function stop(state: QueueState): Step {
  const dropped = drop(state, () => true, null)
  const { state: left, effects } = and(
    dropped,
    forget(dropped.state, () => true),
  )
  return isAsking(left.work)
    ? { state: { ...left, isStopping: true }, effects: [...effects, { do: 'stop work' }] }
    : { state: left, effects }
}

export function beginNext(state: QueueState): Step {
  const [first, ...line] = state.line
  if (state.work !== null || !first) return sameState(state)
  const { ready, from } = first
  return {
    state: { ...state, line, isStopping: false, work: { phase: 'beginning', ready, from } },
    effects: [{ do: 'work', ready, press: from.presses[0] ?? null }],
  }
}
