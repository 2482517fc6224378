import type { QueueEvent, QueueState, ReadyRun, Request, Work } from './queue-state.ts'
import { and, begun, drop, forget, isAsking, type Step, unchanged } from './step.ts'

export function end<R extends Request, Held>(
  state: QueueState<R, Held>,
  { outcome, error }: Extract<QueueEvent<R, Held>, { readonly type: 'ended' }>,
): Step<R, Held> {
  const { work } = state
  if (!isAsking(work)) return unchanged(state)
  const isOver = outcome === 'failed' || state.isStopping
  const race = isOver ? null : work.race
  const ended = begun({ ...state, work: { ...work, race, phase: 'finishing' } }, error)
  // What waited for a run that broke off can be continued by hand. Stop has emptied the line already.
  if (race !== null || state.isStopping || outcome === 'done') return ended
  return and(
    ended,
    forget(ended.state, () => true),
  )
}

export function putAway<R extends Request, Held>(state: QueueState<R, Held>): Step<R, Held> {
  const { work } = state
  if (work?.phase !== 'finishing') return unchanged(state)
  if (work.race === null) return over(unchanged(state))
  return ask(state, work.race, work.from)
}

function ask<R extends Request, Held>(
  state: QueueState<R, Held>,
  race: string,
  from: Work<Held>['from'],
): Step<R, Held> {
  return {
    state: { ...state, work: { phase: 'choosing', race, from } },
    effects: [{ do: 'choose', race }],
  }
}

export function choose<R extends Request, Held>(
  state: QueueState<R, Held>,
  ready: ReadyRun<Held> | null,
): Step<R, Held> {
  const { work } = state
  if (work?.phase !== 'choosing') return unchanged(state)
  // The race may have been stopped while it was asked.
  if (ready === null || state.isStopping) return over(begun(state, null))
  return start(state, ready, work.race, work.from)
}

function start<R extends Request, Held>(
  state: QueueState<R, Held>,
  ready: ReadyRun<Held>,
  race: string | null,
  from: Work<Held>['from'],
): Step<R, Held> {
  return {
    state: { ...state, isStopping: false, work: { phase: 'beginning', ready, race, from } },
    effects: [{ do: 'work', ready, press: from.presses[0] ?? null }],
  }
}

/** Stops the current work, and drops all earlier requests. */
export function stop<R extends Request, Held>(state: QueueState<R, Held>): Step<R, Held> {
  const dropped = drop(state, () => true, null)
  const { state: left, effects } = and(
    dropped,
    forget(dropped.state, () => true),
  )
  const { work } = left
  if (work?.phase === 'finishing') return { state: { ...left, work: { ...work, race: null } }, effects }
  return {
    state: { ...left, isStopping: work !== null },
    effects: isAsking(work) ? [...effects, { do: 'stop work' }] : effects,
  }
}

export function beginNext<R extends Request, Held>(state: QueueState<R, Held>): Step<R, Held> {
  const [first, ...others] = state.line
  if (state.work !== null || !first) return unchanged(state)
  const rest = { ...state, line: others }
  return first.kind === 'race'
    ? ask({ ...rest, isStopping: false }, first.race, first.from)
    : start(rest, first.ready, null, first.from)
}

export const over = <R extends Request, Held>({ state, effects }: Step<R, Held>): Step<R, Held> => ({
  state: { ...state, work: null, isStopping: false },
  effects,
})
