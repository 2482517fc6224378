import { messageOf } from '../../../engine/base/errors.ts'
import type { RunEvent } from '../../../engine/runtime/run-events.ts'
import { type Emit, nextCopy, stepOf, type Transition } from './copy.ts'
import { type CopyEvent, type CopyState, idleCopy, isCurrentAttempt } from './copy-state.ts'
import type { RunEffect, RunMachineEvent, SessionState } from './run-state.ts'

/** Open questions for which one more copy of the model is worth its loading. */
const minQuestionsPerCopy = 32

/** One run in progress: the next state after an event, and its effects, in this order. It ends with one `finish`. */
export function next(state: SessionState, event: RunMachineEvent): Transition<SessionState, RunEffect> {
  if (state.phase === 'ended') return { state, effects: [] }
  return stepOf(emit => ending(move(state, event, emit), emit))
}

function move(state: SessionState, event: RunMachineEvent, emit: Emit<RunEffect>): SessionState {
  const { at } = event
  switch (event.type) {
    case 'planned': {
      const times = { ...state.times, loadingSince: at }
      return withCopy({ ...state, hasAnswered: event.answered > 0, times }, at, emit)
    }
    case 'pause':
      if (state.phase !== 'running' || isEnding(state)) return state
      emit({ do: 'show', change: { phase: 'pausing' } })
      return toAll({ ...state, phase: 'pausing' }, { type: 'pause' }, at, emit)
    case 'resume':
      return resume(state, at, emit)
    case 'stop':
      return toAll({ ...state, isStopping: true }, { type: 'stop' }, at, emit)
    case 'tick':
      return event.readings.reduce<SessionState>(
        (so, reading, copy) => (reading ? toCopy(so, copy, { type: 'tick', ...reading }, at, emit) : so),
        { ...state, now: event.now },
      )
    case 'reported': {
      const copy = state.copies[event.copy]
      if (!copy || !isCurrentAttempt(copy, event.attempt)) return state
      const { attempt, event: reported } = event
      const moved = toCopy(state, event.copy, { type: 'reported', attempt, event: reported }, at, emit)
      return onReported(moved, reported, event.open, at, emit)
    }
    case 'finished': {
      const { copy, attempt, isWhole, claimants } = event
      return toCopy(state, copy, { type: 'finished', attempt, isWhole }, at, emit, claimants)
    }
    case 'broke':
      return toCopy(state, event.copy, event, at, emit)
    case 'recounted': {
      const counted = { ...state, hasAnswered: state.hasAnswered || event.answered > 0 }
      const shown = event.failure ? counted : onBroken(counted, at, emit)
      return toCopy(shown, event.copy, { type: 'recounted', failure: event.failure }, at, emit)
    }
    case 'noted': {
      const noted = { ...state, noting: state.noting - 1 }
      return event.failure ? fail(noted, event.failure.error, at, emit) : noted
    }
  }
}

function resume(state: SessionState, at: number, emit: Emit<RunEffect>): SessionState {
  if ((state.phase !== 'paused' && state.phase !== 'pausing') || isEnding(state)) return state
  emit({ do: 'restart clock' })
  const resumed = toAll({ ...state, times: endPause(state, at) }, { type: 'resume' }, at, emit)
  const phase = isAsking(resumed) ? 'running' : 'loading'
  emit({ do: 'show', change: { phase } })
  return { ...resumed, phase, times: { ...resumed.times, loadingSince: at } }
}

/** Sets one more copy of the model to work. */
function withCopy(state: SessionState, at: number, emit: Emit<RunEffect>): SessionState {
  const copy = state.copies.length
  const added = { ...state, copies: [...state.copies, idleCopy(copy, state.refused)] }
  const stopped = isEnding(state) ? toCopy(added, copy, { type: 'stop' }, at, emit) : added
  return toCopy(stopped, copy, { type: 'start' }, at, emit)
}

function toAll(state: SessionState, event: CopyEvent, at: number, emit: Emit<RunEffect>): SessionState {
  return state.copies.reduce<SessionState>((so, { copy }) => toCopy(so, copy, event, at, emit), state)
}

/** @param claimants copies that have taken something, where one has found nothing left to take */
function toCopy(
  state: SessionState,
  number: number,
  event: CopyEvent,
  at: number,
  emit: Emit<RunEffect>,
  claimants: readonly number[] = [],
): SessionState {
  const before = state.copies[number]
  if (!before) return state
  const { state: after, effects } = nextCopy(before, event, state)
  for (const effect of effects) emit(effect)
  if (after === before) return state
  const moved = { ...state, copies: state.copies.with(number, after) }
  if (after.phase.name === before.phase.name) return moved
  if (after.phase.name === 'ended')
    return endPausing(onEnded(moved, after, event, claimants, at, emit), at, emit)
  return after.phase.name === 'paused' ? endPausing(moved, at, emit) : moved
}

function onEnded(
  state: SessionState,
  { copy, phase, hasAsked }: CopyState,
  event: CopyEvent,
  claimants: readonly number[],
  at: number,
  emit: Emit<RunEffect>,
): SessionState {
  if (phase.name !== 'ended') return state
  if (phase.how === 'stopped') return { ...state, wasStopped: true }
  if (phase.how === 'failed')
    // One copy that could be loaded is enough.
    return copy > 0 && !hasAsked
      ? goOnWithout(state, copy, phase.error, emit)
      : fail(state, phase.error, at, emit)
  if (event.type === 'release') return state
  return state.copies.reduce<SessionState>((so, other) => {
    const release = { type: 'release', hasClaims: claimants.includes(other.copy) } as const
    return other.copy === copy ? so : toCopy(so, other.copy, release, at, emit)
  }, state)
}

function fail(state: SessionState, error: unknown, at: number, emit: Emit<RunEffect>): SessionState {
  return toAll({ ...state, failure: state.failure ?? { error } }, { type: 'stop' }, at, emit)
}

function goOnWithout(state: SessionState, copy: number, error: unknown, emit: Emit<RunEffect>): SessionState {
  const detail = messageOf(error)
  const activity = `A copy of the model could not be loaded (${detail}). The others continue.`
  emit({ do: 'show', change: { activity } })
  emit({ do: 'log', event: { copy, kind: 'fallback', text: activity } })
  emit({ do: 'note lost copy' })
  return { ...state, copiesWanted: state.copiesWanted - 1, noting: state.noting + 1 }
}

function onReported(
  state: SessionState,
  event: RunEvent,
  open: number,
  at: number,
  emit: Emit<RunEffect>,
): SessionState {
  switch (event.type) {
    case 'load':
      if (state.phase === 'loading') emit({ do: 'follow', event })
      return state
    case 'activity':
      return onLoaded(state, event.text, open, at, emit)
    case 'paused':
      return state
    case 'outcomes':
      emit({ do: 'follow', event })
      if (event.outcomes.every(({ verdict }) => verdict === 'failed')) return state
      return { ...state, hasAnswered: true }
    default:
      emit({ do: 'follow', event })
      return state
  }
}

function onLoaded(
  state: SessionState,
  activity: string,
  open: number,
  at: number,
  emit: Emit<RunEffect>,
): SessionState {
  emit({ do: 'restart clock' })
  emit({ do: 'show', change: { activity } })
  if (state.phase !== 'loading') return state
  const { loaded, loadingSince } = state.times
  emit({ do: 'show', change: { phase: 'running' } })
  let running: SessionState = {
    ...state,
    phase: 'running',
    times: { ...state.times, loaded: loaded + at - loadingSince },
  }
  // Nothing is loaded for one more parallel request to a server.
  const worth = running.run.model.server ? open : Math.ceil(open / minQuestionsPerCopy)
  const most = Math.min(running.copiesWanted, running.maxCopies, worth)
  while (running.copies.length < most) running = withCopy(running, at, emit)
  return running
}

/** A worker broke, and the stored records have been counted again. */
function onBroken(state: SessionState, at: number, emit: Emit<RunEffect>): SessionState {
  const wasLast = state.phase === 'running' && !isAsking(state)
  const activity = 'The model broke off: starting it afresh'
  emit({ do: 'show', change: { activity, ...(wasLast && { phase: 'loading' as const }) } })
  if (!wasLast) return endPausing(state, at, emit)
  return { ...state, phase: 'loading', times: { ...state.times, loadingSince: at } }
}

const isAsking = ({ copies }: SessionState): boolean => copies.some(({ phase }) => phase.name === 'asking')

const isEnding = ({ isStopping, failure }: SessionState): boolean => isStopping || failure !== null

/** It is paused when nobody asks any more, unless there is nothing left to ask. */
function endPausing(state: SessionState, at: number, emit: Emit<RunEffect>): SessionState {
  if (state.phase !== 'pausing' || isAsking(state)) return state
  if (state.copies.every(({ phase }) => phase.name === 'ended')) return state
  emit({ do: 'show', change: { phase: 'paused', rate: null, secondsLeft: null } })
  return { ...state, phase: 'paused', times: { ...state.times, pausedAt: at } }
}

const endPause = ({ times }: SessionState, at: number): SessionState['times'] => ({
  ...times,
  pausedAt: null,
  paused: times.paused + (times.pausedAt === null ? 0 : at - times.pausedAt),
})

function ending(state: SessionState, emit: Emit<RunEffect>): SessionState {
  const { copies, noting, wasStopped, failure } = state
  if (copies.length === 0 || noting > 0 || copies.some(({ phase }) => phase.name !== 'ended')) return state
  emit({ do: 'finish', wasStopped, failure })
  return { ...state, phase: 'ended' }
}
