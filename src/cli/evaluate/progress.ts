import { stageOf } from '../../app/state/stage.ts'
import type { LiveRun, RunSummary } from '../../app/state/state.ts'
import { serverWords } from '../../engine/model/served.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import { wilson } from '../../engine/statistics/wilson.ts'
import { expectedWords, gainWords, liveGain, unaskedOf } from '../../ui/text/estimates.ts'
import { processor } from '../../ui/text/format.ts'

/** Whether it failed or was stopped, or it and its passes are done. */
export function hasEnded(live: LiveRun, waiting: number): boolean {
  const stage = stageOf(live)
  return stage === 'failed' || stage === 'stopped' || (stage === 'done' && waiting === 0)
}

/** Tells progress on standard error: what is loading, then a line every few seconds. */
export function progressLine(): (live: LiveRun, waiting: number) => void {
  let activity = ''
  let run = ''
  let next = 0
  return (live, waiting) => {
    if (live.run.id !== run && live.run.probe) {
      const more = waiting > 0 ? `; ${waiting} more to follow` : ''
      console.error(`Extra pass: ${probeName(live.run.probe).toLowerCase()}${more}`)
    }
    if (live.run.id !== run) next = 0
    run = live.run.id
    if (live.phase === 'loading' && live.activity !== activity) {
      activity = live.activity
      console.error(activity)
    }
    // Not the time of day, which may be set back.
    const now = performance.now()
    if (live.phase !== 'running' || now < next) return
    next = now + 5000
    const rate = live.rate === null ? '' : `, ${live.rate.toFixed(1)}/s`
    const left = live.secondsLeft === null ? '' : `, ${Math.ceil(live.secondsLeft)} s left`
    const told = [gainWorthTelling(live), expectedWords(live.expected)].filter(text => text !== '')
    const known = told.length === 0 ? '' : `; ${told.join(' ')}`
    const right = live.run.judging ? `ratings read: ${live.correct} of ${live.answered}` : accuracy(live)
    console.error(`${live.answered + live.failed} / ${live.total}${rate}${left}; ${right}${known}`)
  }
}

interface Shown extends Pick<LiveRun, 'run' | 'correct' | 'answered' | 'failed'> {
  readonly whole?: LiveRun['whole']
}

/** Of a part of the data set with what is known of all of it; where that is not told, without an interval. */
export function accuracy({ run, correct, answered, failed, whole }: Shown): string {
  if (answered === 0) return 'no answer yet'
  const percent = (share: number): string => (100 * share).toFixed(1)
  const told = `accuracy ${percent(correct / answered)} % (n = ${answered}`
  const asked = answered + failed
  if (!whole && unaskedOf(run, asked) !== null) return `${told})`
  const part = whole && asked < whole.of ? whole : null
  const { low, high } = part ?? wilson(correct, answered)
  const what = part?.isDrawn === false ? 'still possible' : '95 % interval'
  const of = part ? ` for all ${part.of}` : ''
  return `${told}, ${what} ${percent(low)} to ${percent(high)}${of})`
}

/** What an earlier run's verdicts, or published figures, were worth; nothing where there were none. */
function gainWorthTelling(live: LiveRun): string {
  const gain = liveGain(live)
  return gain ? gainWords(gain) : ''
}

/** The last line of a run that ended before all was asked. */
export function stoppedWords(live: LiveRun, otherwise: string): string {
  const gain = gainWorthTelling(live)
  const why = live.reached ?? otherwise
  const figures = `An estimate, ${live.answered + live.failed} of ${live.total}: ${accuracy(live)}`
  return `${why} ${figures}${gain === '' ? '' : `. ${gain}`}`
}

/** The last line of a run that came to its end. */
export function summary(ended: RunSummary | LiveRun): string {
  const { settings, environment } = ended.run
  const { server } = ended.run.model
  const where = environment.adapter ?? processor(environment)
  const how = server ? serverWords(server) : `${settings.device} (${where}), ${settings.dtype}`
  const failed = ended.failed > 0 ? `; ${ended.failed} failed and are in no figure (see run.json)` : ''
  const of = unaskedOf(ended.run, ended.answered + ended.failed)
  const part = of === null ? '' : `; an estimate from a part of ${of} questions`
  const gain = 'whole' in ended ? gainWorthTelling(ended) : ''
  return `Done on ${how}: ${accuracy(ended)}${failed}${part}${gain === '' ? '' : `. ${gain}`}`
}
