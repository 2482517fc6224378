import type {
  Preparation,
  QueuedRun,
  QueueEffect,
  QueueState,
  ReadyRun,
  Thrown,
  Waiting,
  Work,
} from './queue-state.ts'

/** A state and its effects; each rule below adds to both. */
export interface Step {
  readonly state: QueueState
  readonly effects: readonly QueueEffect[]
}

export const sameState = (state: QueueState): Step => ({
  state,
  effects: [],
})

/** Answers presses. */
export const settled = (state: QueueState, presses: readonly number[], error: Thrown | null): Step => ({
  state,
  effects: [{ do: 'settle', presses, error }],
})

/** One step after another. */
export const and = (first: Step, second: Step): Step => ({
  state: second.state,
  effects: [...first.effects, ...second.effects],
})

/** Ends preparations. Their later reports are ignored, and what they hold is released. */
export function drop(
  state: QueueState,
  isDropped: (preparation: Preparation) => boolean,
  error: Thrown | null,
): Step {
  const dropped = state.preparations.filter(isDropped)
  return {
    state: { ...state, preparations: state.preparations.filter(known => !isDropped(known)) },
    effects: dropped.map(({ presses }) => ({ do: 'settle', presses, error })),
  }
}

/** Takes runs out of the line. */
export function forget(state: QueueState, isForgotten: (waiting: Waiting) => boolean): Step {
  const presses = state.line.filter(isForgotten).flatMap(({ from }) => from.presses)
  return {
    state: { ...state, line: state.line.filter(waiting => !isForgotten(waiting)) },
    effects: presses.length > 0 ? [{ do: 'settle', presses, error: null }] : [],
  }
}

/** Answers the presses that wait for the current work, once. If none waits, an error is shown. */
export function begun(state: QueueState, error: Thrown | null): Step {
  const { work } = state
  if (work === null) return sameState(state)
  const { presses } = work.from
  const answered = { ...state, work: { ...work, from: { ...work.from, presses: [] } } }
  if (presses.length > 0) return settled(answered, presses, error)
  return { state: answered, effects: error ? [{ do: 'notify', error: error.thrown }] : [] }
}

type Asking = Work & { readonly phase: 'beginning' | 'running' }

export const isAsking = (work: Work | null): work is Asking =>
  work !== null && (work.phase === 'beginning' || work.phase === 'running')

export const isPartOf = (queued: QueuedRun, run: string): boolean =>
  queued.run === run || queued.parent === run

export const readyRuns = (line: readonly Waiting[]): readonly ReadyRun[] => line.map(({ ready }) => ready)
