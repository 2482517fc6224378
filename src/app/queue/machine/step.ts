import type {
  Preparation,
  QueueEffect,
  QueueState,
  ReadyRun,
  Request,
  Thrown,
  Waiting,
  Work,
} from './queue-state.ts'

/** A state and its effects; each rule below adds to both. */
export interface Step<R extends Request, Held> {
  readonly state: QueueState<R, Held>
  readonly effects: readonly QueueEffect<R, Held>[]
}

export const unchanged = <R extends Request, Held>(state: QueueState<R, Held>): Step<R, Held> => ({
  state,
  effects: [],
})

/** Answers presses. */
export const settled = <R extends Request, Held>(
  state: QueueState<R, Held>,
  presses: readonly number[],
  error: Thrown | null,
): Step<R, Held> => ({ state, effects: [{ do: 'settle', presses, error }] })

/** One step after another. */
export const and = <R extends Request, Held>(first: Step<R, Held>, second: Step<R, Held>): Step<R, Held> => ({
  state: second.state,
  effects: [...first.effects, ...second.effects],
})

/** Ends preparations. Their later reports are ignored, and what they hold is released. */
export function drop<R extends Request, Held>(
  state: QueueState<R, Held>,
  isDropped: (preparation: Preparation<R, Held>) => boolean,
  error: Thrown | null,
): Step<R, Held> {
  const dropped = state.preparations.filter(isDropped)
  return {
    state: { ...state, preparations: state.preparations.filter(known => !isDropped(known)) },
    effects: dropped.map(({ presses }) => ({ do: 'settle', presses, error })),
  }
}

/** Takes runs out of the line. */
export function forget<R extends Request, Held>(
  state: QueueState<R, Held>,
  isForgotten: (waiting: Waiting<Held>) => boolean,
): Step<R, Held> {
  const presses = state.line.filter(isForgotten).flatMap(({ from }) => from.presses)
  return {
    state: { ...state, line: state.line.filter(waiting => !isForgotten(waiting)) },
    effects: presses.length > 0 ? [{ do: 'settle', presses, error: null }] : [],
  }
}

/** Answers the presses that wait for the current work, once. If none waits, an error is shown. */
export function begun<R extends Request, Held>(
  state: QueueState<R, Held>,
  error: Thrown | null,
): Step<R, Held> {
  const { work } = state
  if (work === null) return unchanged(state)
  const { presses } = work.from
  const answered = { ...state, work: { ...work, from: { ...work.from, presses: [] } } }
  if (presses.length > 0) return settled(answered, presses, error)
  return { state: answered, effects: error ? [{ do: 'notify', error: error.thrown }] : [] }
}

type Asking<Held> = Work<Held> & { readonly phase: 'beginning' | 'running' }

export const isAsking = <Held>(work: Work<Held> | null): work is Asking<Held> =>
  work !== null && (work.phase === 'beginning' || work.phase === 'running')

export const isPartOf = <Held>(ready: ReadyRun<Held>, run: string): boolean =>
  ready.run === run || ready.parent === run

export const runsOf = <Held>(line: readonly Waiting<Held>[]): readonly ReadyRun<Held>[] =>
  line.map(({ ready }) => ready)
