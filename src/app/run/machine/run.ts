import { errorMessage } from '../../../engine/base/errors.ts'
import type { RunEvent } from '../../../engine/runtime/run-events.ts'
import { nextCopy } from './copy.ts'
import { type CopyEvent, type CopyState, idleCopy, isCurrentAttempt } from './copy-state.ts'
import type { RunEffect, RunMachineEvent, SessionState } from './run-state.ts'

/** Open questions for which one more copy of the model is worth its loading. */
const minQuestionsPerCopy = 32

interface Step {
  readonly at: number
  readonly emit: (effect: RunEffect) => void
  /** Copies that have taken something, where one has found nothing left to take. */
  readonly claimants: readonly number[]
}

/** One run in progress: the next state after an event, and its effects, in this order. It ends with one `finish`. */
export function nextOfRun(
  state: SessionState,
  event: RunMachineEvent,
): { readonly state: SessionState; readonly effects: readonly RunEffect[] } {
  if (state.phase === 'ended') return { state, effects: [] }
  const effects: RunEffect[] = []
  const emit = (effect: RunEffect): void => void effects.push(effect)
  const claimants = event.type === 'finished' ? event.claimants : []
  return { state: ending(move(state, event, { at: event.at, emit, claimants }), emit), effects }
}

function move(state: SessionState, event: RunMachineEvent, step: Step): SessionState {
  switch (event.type) {
    case 'planned': {
      const times = { ...state.times, loadingSince: step.at }
      return withCopy({ ...state, hasAnswered: event.answered > 0, times }, step)
    }
    case 'pause':
      if (state.phase !== 'running' || isEnding(state)) return state
      step.emit({ do: 'show', change: { phase: 'pausing' } })
      return toAll({ ...state, phase: 'pausing' }, { type: 'pause' }, step)
    case 'resume':
      return resume(state, step)
    case 'stop':
      return toAll({ ...state, isStopping: true }, { type: 'stop' }, step)
    case 'tick':
      return event.readings.reduce<SessionState>(
        (so, reading, copy) => (reading ? toCopy(so, copy, { type: 'tick', ...reading }, step) : so),
        { ...state, now: event.now },
      )
    case 'reported': {
      const copy = state.copies[event.copy]
      if (!copy || !isCurrentAttempt(copy, event.attempt)) return state
      const { attempt, event: reported } = event
      const moved = toCopy(state, event.copy, { type: 'reported', attempt, event: reported }, step)
      return onReported(moved, reported, event.open, step)
    }
    case 'finished': {
      const { copy, attempt, isWhole } = event
      return toCopy(state, copy, { type: 'finished', attempt, isWhole }, step)
    }
    case 'broke':
      return toCopy(state, event.copy, event, step)
    case 'recounted': {
      const counted = { ...state, hasAnswered: state.hasAnswered || event.answered > 0 }
      const shown = event.failure ? counted : onBroken(counted, step)
      return toCopy(shown, event.copy, { type: 'recounted', failure: event.failure }, step)
    }
    case 'noted': {
      const noted = { ...state, noting: state.noting - 1 }
      return event.failure ? fail(noted, event.failure.error, step) : noted
    }
  }
}

function resume(state: SessionState, step: Step): SessionState {
  if ((state.phase !== 'paused' && state.phase !== 'pausing') || isEnding(state)) return state
  const { at, emit } = step
  emit({ do: 'restart clock' })
  const resumed = toAll({ ...state, times: endPause(state, at) }, { type: 'resume' }, step)
  const phase = isAsking(resumed) ? 'running' : 'loading'
  emit({ do: 'show', change: { phase } })
  return { ...resumed, phase, times: { ...resumed.times, loadingSince: at } }
}

/** Sets one more copy of the model to work. */
function withCopy(state: SessionState, step: Step): SessionState {
  const copy = state.copies.length
  const added = { ...state, copies: [...state.copies, idleCopy(copy, state.refused)] }
  const stopped = isEnding(state) ? toCopy(added, copy, { type: 'stop' }, step) : added
  return toCopy(stopped, copy, { type: 'start' }, step)
}

function toAll(state: SessionState, event: CopyEvent, step: Step): SessionState {
  return state.copies.reduce<SessionState>((so, { copy }) => toCopy(so, copy, event, step), state)
}

function toCopy(state: SessionState, number: number, event: CopyEvent, step: Step): SessionState {
  const before = state.copies[number]
  if (!before) return state
  const after = nextCopy(before, event, { ...state, emit: step.emit })
  if (after === before) return state
  const moved = { ...state, copies: state.copies.with(number, after) }
  if (after.phase.name === before.phase.name) return moved
  if (after.phase.name === 'ended') return endPausing(onEnded(moved, after, event, step), step)
  return after.phase.name === 'paused' ? endPausing(moved, step) : moved
}

function onEnded(
  state: SessionState,
  { copy, phase, hasAsked }: CopyState,
  event: CopyEvent,
  step: Step,
): SessionState {
  if (phase.name !== 'ended') return state
  if (phase.how === 'stopped') return { ...state, wasStopped: true }
  if (phase.how === 'failed')
    // One copy that could be loaded is enough.
    return copy > 0 && !hasAsked
      ? goOnWithout(state, copy, phase.error, step)
      : fail(state, phase.error, step)
  if (event.type === 'release') return state
  return state.copies.reduce<SessionState>((so, other) => {
    const release = { type: 'release', hasClaims: step.claimants.includes(other.copy) } as const
    return other.copy === copy ? so : toCopy(so, other.copy, release, step)
  }, state)
}

function fail(state: SessionState, error: unknown, step: Step): SessionState {
  return toAll({ ...state, failure: state.failure ?? { error } }, { type: 'stop' }, step)
}

function goOnWithout(state: SessionState, copy: number, error: unknown, { emit }: Step): SessionState {
  const detail = errorMessage(error)
  const activity = `A copy of the model could not be loaded (${detail}). The others continue.`
  emit({ do: 'show', change: { activity } })
  emit({ do: 'log', event: { copy, kind: 'fallback', text: activity } })
  emit({ do: 'note lost copy' })
  return { ...state, copiesWanted: state.copiesWanted - 1, noting: state.noting + 1 }
}

function onReported(state: SessionState, event: RunEvent, open: number, step: Step): SessionState {
  switch (event.type) {
    case 'load':
      if (state.phase === 'loading') step.emit({ do: 'follow', event })
      return state
    case 'activity':
      return onLoaded(state, event.text, open, step)
    case 'paused':
      return state
    case 'outcomes':
      step.emit({ do: 'follow', event })
      if (event.outcomes.every(({ verdict }) => verdict === 'failed')) return state
      return { ...state, hasAnswered: true }
    default:
      step.emit({ do: 'follow', event })
      return state
  }
}

function onLoaded(state: SessionState, activity: string, open: number, step: Step): SessionState {
  const { at, emit } = step
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
  while (running.copies.length < most) running = withCopy(running, step)
  return running
}

/** A worker broke, and the stored records have been counted again. */
function onBroken(state: SessionState, step: Step): SessionState {
  const wasLast = state.phase === 'running' && !isAsking(state)
  const activity = 'The model broke off: starting it afresh'
  step.emit({ do: 'show', change: { activity, ...(wasLast && { phase: 'loading' as const }) } })
  if (!wasLast) return endPausing(state, step)
  return { ...state, phase: 'loading', times: { ...state.times, loadingSince: step.at } }
}

const isAsking = ({ copies }: SessionState): boolean => copies.some(({ phase }) => phase.name === 'asking')

const isEnding = ({ isStopping, failure }: SessionState): boolean => isStopping || failure !== null

/** It is paused when nobody asks any more, unless there is nothing left to ask. */
function endPausing(state: SessionState, step: Step): SessionState {
  if (state.phase !== 'pausing' || isAsking(state)) return state
  if (state.copies.every(({ phase }) => phase.name === 'ended')) return state
  step.emit({ do: 'show', change: { phase: 'paused', rate: null, secondsLeft: null } })
  return { ...state, phase: 'paused', times: { ...state.times, pausedAt: step.at } }
}

const endPause = ({ times }: SessionState, at: number): SessionState['times'] => ({
  ...times,
  pausedAt: null,
  paused: times.paused + (times.pausedAt === null ? 0 : at - times.pausedAt),
})

function ending(state: SessionState, emit: Step['emit']): SessionState {
  const { copies, noting, wasStopped, failure } = state
  if (copies.length === 0 || noting > 0 || copies.some(({ phase }) => phase.name !== 'ended')) return state
  emit({ do: 'finish', wasStopped, failure })
  return { ...state, phase: 'ended' }
}
