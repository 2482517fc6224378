import { findStage } from '../../app/state/stage.ts'
import type { AppState, LiveRun, RunSummary } from '../../app/state/state.ts'
import { isTooFew } from '../../engine/analysis/shares.ts'
import { percentFigure } from '../../engine/base/counted.ts'
import { serverWords } from '../../engine/model/served.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import { dtypeWords } from '../../engine/protocol/mixed-precision.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import {
  expectedPrecisionWords,
  gainWords,
  liveGain,
  selectionInRun,
  wholeSize,
} from '../../ui/text/estimates.ts'
import { processor } from '../../ui/text/format.ts'
import type { Io } from '../base/command.ts'

/** Whether it failed or was stopped, or it and its passes are done. */
export function hasEnded(live: LiveRun, waiting: number): boolean {
  const stage = findStage(live)
  return stage === 'failed' || stage === 'stopped' || (stage === 'done' && waiting === 0)
}

/** Prints what is loading, then a line every few seconds. */
export function progressLine(note: Io['stderr']): (live: LiveRun) => void {
  let activity = ''
  let run = ''
  let next = 0
  return live => {
    if (live.run.id !== run) next = 0
    run = live.run.id
    if (live.phase === 'loading' && live.activity !== '' && live.activity !== activity) {
      activity = live.activity
      note(activity)
    }
    // Not the time of day, which may be set back.
    const now = performance.now()
    if (live.phase !== 'running' || now < next) return
    next = now + 5000
    const rate = live.rate === null ? '' : `, ${live.rate.toFixed(1)}/s`
    const left = live.secondsLeft === null ? '' : `, ${Math.ceil(live.secondsLeft)} s left`
    const more = [gainText(live), expectedPrecisionWords(live.expected)].filter(text => text !== '')
    const estimate = more.length === 0 ? '' : `; ${more.join(' ')}`
    const right = live.run.judging ? `ratings read: ${live.correct} of ${live.answered}` : accuracy(live)
    note(`${live.answered + live.failed} / ${live.total}${rate}${left}; ${right}${estimate}`)
  }
}

/** What is printed when an extra pass begins. @param left passes after it */
export const passLine = (probe: Probe, left: number): string =>
  `Extra pass: ${probeName(probe).toLowerCase()}${left > 0 ? `; ${left} more to follow` : ''}`

type Passes = Pick<AppState, 'live' | 'waiting' | 'runs'>

/** Prints each extra pass once, without those `before`. A short one may begin and end between two looks. */
export function passPrinter(note: Io['stderr'], before: readonly string[]): (state: Passes) => void {
  const shown = new Set(before)
  return ({ live, waiting, runs }) => {
    if (!live) return
    const whole = live.run.parent ?? live.run.id
    // The list has the last one first.
    const begun = [...(runs ?? [])].reverse().flatMap(({ run }) => {
      const hasBegun = run.id === live.run.id || run.state === 'done'
      return run.parent === whole && run.probe && hasBegun && !shown.has(run.id) ? [run] : []
    })
    for (const [at, { id, probe }] of begun.entries()) {
      shown.add(id)
      const left = waiting.length + begun.length - 1 - at
      if (probe) note(passLine(probe, left))
    }
  }
}

interface Shown extends Pick<LiveRun, 'run' | 'correct' | 'answered' | 'failed'> {
  readonly whole?: LiveRun['whole']
}

/** For a part of the data set, with the interval for all of it; without one where none is known yet. */
export function accuracy({ correct, answered, failed, whole }: Shown): string {
  if (answered === 0) return 'no answer yet'
  const figure = `accuracy ${percentFigure(correct / answered)} % (n = ${answered}`
  if (!whole || answered + failed >= whole.of) return `${figure})`
  const { low, high, isDrawn, of } = whole
  if (isTooFew({ part: whole, low, high })) return `${figure}, too few answers for an interval)`
  const what = isDrawn ? '95 % interval' : 'still possible'
  return `${figure}, ${what} ${percentFigure(low)} to ${percentFigure(high)} for all ${of})`
}

/** How much an earlier run or published figures narrow the interval; empty where they do not. */
function gainText(live: LiveRun): string {
  const gain = liveGain(live)
  return gain ? gainWords(gain) : ''
}

export function stoppedWords(live: LiveRun, otherwise: string): string {
  const gain = gainText(live)
  const why = live.reached ?? otherwise
  const figures = `An estimate, ${live.answered + live.failed} of ${live.total}: ${accuracy(live)}`
  return `${why} ${figures}${gain === '' ? '' : `. ${gain}`}`
}

export function summary(ended: RunSummary | LiveRun): string {
  const { settings, environment } = ended.run
  const { server } = ended.run.model
  const where = environment.adapter ?? processor(environment)
  const how = server ? serverWords(server) : `${settings.device} (${where}), ${dtypeWords(settings.dtype)}`
  const failed =
    ended.failed > 0
      ? `; ${ended.failed} failed and ${ended.failed === 1 ? 'is' : 'are'} not counted (see run.json)`
      : ''
  const questions = wholeSize(ended.run, ended.answered + ended.failed)
  const selection = selectionInRun(ended.run)
  const only = selection === null ? '' : `; only ${selection}`
  const part = questions === null ? '' : `; an estimate from a part of ${questions} questions`
  const gain = 'whole' in ended ? gainText(ended) : ''
  return `Done on ${how}: ${accuracy(ended)}${failed}${only}${part}${gain === '' ? '' : `. ${gain}`}`
}
