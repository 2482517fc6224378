import { type ErrorInfo, errorInfo, VoxelwiseError } from '../../../engine/base/errors.ts'
import type { RunEvent } from '../../../engine/runtime/run-events.ts'
import { afterAnswer, broke, withAttempts } from '../breakages.ts'
import { overdue } from '../overdue.ts'
import { graceTime } from '../watch-clock.ts'
import {
  type ClockReadings,
  type CopyContext,
  type CopyEvent,
  type CopyState,
  hasWorker,
  isCurrentAttempt,
} from './copy-state.ts'
import { armed, disarmed, looked } from './watch.ts'

type Broke = Extract<CopyEvent, { readonly type: 'broke' }>

/**
 * One copy of the model at work on a run: it starts its worker, starts a fresh one where that breaks, and ends it where it
 * does not heed. Nothing follows its end.
 */
export function nextCopy(state: CopyState, event: CopyEvent, context: CopyContext): CopyState {
  if (state.phase.name === 'ended') return state
  switch (event.type) {
    case 'start':
      return start(state, context)
    case 'pause':
    case 'resume':
    case 'stop':
      return wish(state, event.type, context)
    case 'release':
      return release(state, event.hasClaims, context)
    case 'reported':
      return isCurrentAttempt(state, event.attempt) ? reported(state, event.event, context) : state
    case 'finished':
      if (!isCurrentAttempt(state, event.attempt)) return state
      return { ...state, phase: { name: 'ended', how: event.isWhole ? 'done' : 'stopped' } }
    case 'broke':
      return isCurrentAttempt(state, event.attempt) ? onBroken(state, event, context) : state
    case 'recounted':
      if (state.phase.name !== 'restarting') return state
      return event.failure ? failed(state, event.failure.error) : start(state, context)
    case 'tick':
      return tick(state, event, context)
  }
}

function start(state: CopyState, { run, emit }: CopyContext): CopyState {
  if (state.wish === 'stop') return { ...state, phase: { name: 'ended', how: 'stopped' } }
  const { copy, givenUp, refused } = state
  const attempt = state.attempt + 1
  const careful = state.breakages.errors.size > 0
  emit({ do: 'start worker', copy, attempt, careful, givenUp, refused, isPaused: state.wish === 'pause' })
  const text =
    attempt > 1
      ? 'A fresh worker loads the model.'
      : run.model.server
        ? 'Opening the way to the server.'
        : 'Loading the model.'
  emit({ do: 'log', event: { copy, kind: attempt === 1 ? 'load' : 'restart', text } })
  const watch = disarmed(state.watch, 0)
  return { ...state, attempt, asked: null, watch, phase: { name: 'loading' } }
}

/** Pause and stop: before the next step of the model; a stop while it loads, immediately. A stop is final. */
function wish(state: CopyState, pressed: 'pause' | 'resume' | 'stop', context: CopyContext): CopyState {
  const { now, run, emit } = context
  if (state.wish === 'stop') return state
  const wished = { ...state, wish: pressed === 'resume' ? ('go on' as const) : pressed, wishedAt: now }
  const { phase, copy } = wished
  if (phase.name === 'paused' && !phase.hasWorker)
    return pressed === 'pause' ? wished : start(wished, context)
  if (!hasWorker(wished)) return wished
  if (pressed === 'stop' && phase.name === 'loading') {
    emit({ do: 'end worker', copy })
    return { ...wished, phase: { name: 'ended', how: 'stopped' } }
  }
  emit({ do: 'send', copy, command: pressed })
  if (pressed !== 'resume' || phase.name === 'loading') return wished
  const watch = armed(wished.watch, now, 1000 * run.settings.timeout)
  return { ...wished, phase: { name: 'asking' }, watch }
}

/**
 * If another copy found no questions left, one that has claimed none need not load. Only this copy asks what it has
 * claimed, which may be before the page learns that the model is loaded.
 */
function release(state: CopyState, hasClaims: boolean, { emit }: CopyContext): CopyState {
  if (state.hasAsked || hasClaims || !hasWorker(state)) return state
  emit({ do: 'end worker', copy: state.copy })
  return { ...state, phase: { name: 'ended', how: 'done' } }
}

function reported(state: CopyState, event: RunEvent, { now, run, emit }: CopyContext): CopyState {
  switch (event.type) {
    case 'activity': {
      const { copy } = state
      const text = run.model.server ? 'The server is asked.' : 'The model is loaded.'
      emit({ do: 'log', event: { copy, kind: 'load', text } })
      if (event.text !== '') emit({ do: 'log', event: { copy, kind: 'fallback', text: event.text } })
      const watch = armed(state.watch, now, 1000 * run.settings.timeout)
      // It had not begun to obey before.
      return { ...state, phase: { name: 'asking' }, hasAsked: true, watch, wishedAt: now }
    }
    case 'asking':
      return { ...state, asked: event.sample }
    case 'outcomes':
      if (event.outcomes.every(({ verdict }) => verdict === 'failed')) return state
      return { ...state, breakages: afterAnswer(state.breakages) }
    case 'paused':
      // It may have been resumed in the meantime.
      if (state.wish !== 'pause') return state
      return { ...asPaused(state, true), watch: disarmed(state.watch, state.watch.taken) }
    default:
      return state
  }
}

/** Finds out whether the sample in hand takes too long, or the worker does not heed. */
function tick(state: CopyState, { hand, preparing }: ClockReadings, context: CopyContext): CopyState {
  if (!hasWorker(state)) return state
  const { now, run, emit } = context
  const isPaused = state.phase.name === 'paused'
  const timeout = 1000 * run.settings.timeout
  const watch = isPaused ? disarmed(state.watch, hand.taken) : looked(state.watch, hand.taken, now, timeout)
  const seen = { ...state, watch }
  const isTold = state.wish === 'stop' || (state.wish === 'pause' && state.phase.name === 'asking')
  if (isTold && now - state.wishedAt >= graceTime(watch.longest, timeout)) return unheeded(seen, context)
  if (now < watch.deadline) return seen
  const error = new VoxelwiseError(overdue(run, hand, preparing, state.asked))
  emit({ do: 'log', event: { copy: state.copy, kind: 'timeout', text: error.info.message } })
  return onBroken(seen, { error, index: hand.index, hasClaims: false }, context)
}

/** It did not pause or stop when asked to. */
function unheeded(state: CopyState, { emit }: CopyContext): CopyState {
  const { copy, wish } = state
  emit({ do: 'end worker', copy })
  const text = `The worker did not ${wish} in time and was ended.`
  emit({ do: 'log', event: { copy, kind: 'grace', text } })
  if (wish === 'stop') return { ...state, phase: { name: 'ended', how: 'stopped' } }
  return asPaused(state, false)
}

function onBroken(
  state: CopyState,
  { error, index, hasClaims }: Omit<Broke, 'type' | 'attempt'>,
  { hasAnswered, emit }: CopyContext,
): CopyState {
  const { copy } = state
  emit({ do: 'end worker', copy })
  const info = sampleError(error, index)
  const before = index === null ? undefined : state.breakages.errors.get(index)
  const { verdict, breakages } = broke(state.breakages, index, info, hasAnswered)
  const kind = ['device-unavailable', 'device-failed'].includes(info.code) ? 'device' : 'broke'
  emit({ do: 'log', event: { copy, kind, text: `${info.message} (${info.subject})` } })
  // The others cannot continue without a copy that has claimed questions: only that copy would ask them.
  const known = { ...state, breakages, hasAsked: state.hasAsked || hasClaims || index !== null }
  if (verdict === 'end the run' || index === null) return failed(known, error)
  emit({ do: 'recount', copy })
  const restarting = { ...known, phase: { name: 'restarting' } as const }
  if (verdict === 'ask again') {
    emit({ do: 'log', event: { copy, kind: 'retry', text: `Sample ${index} is asked again.` } })
    return restarting
  }
  const given = { index, error: before ? withAttempts(before, info, copy) : info }
  // No other question of an image that cannot be prepared is tried either.
  const isRefused = info.code === 'image-unreadable'
  const text = isRefused
    ? `The image of sample ${index} is not opened again.`
    : `Sample ${index} is given up.`
  emit({ do: 'log', event: { copy, kind: isRefused ? 'refused' : 'given-up', text } })
  return isRefused
    ? { ...restarting, refused: [...state.refused, given] }
    : { ...restarting, givenUp: [...state.givenUp, given] }
}

const asPaused = (state: CopyState, hasWorker: boolean): CopyState => ({
  ...state,
  phase: { name: 'paused', hasWorker },
})

const failed = (state: CopyState, error: unknown): CopyState => ({
  ...state,
  phase: { name: 'ended', how: 'failed', error },
})

function sampleError(error: unknown, index: number | null): ErrorInfo {
  return errorInfo(error, {
    code: 'inference-failed',
    subject: `sample ${index}`,
    message: 'The model failed on this sample.',
    remedy: 'Try another precision or device.',
  })
}
