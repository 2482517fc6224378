/** What `evaluate` says of a run on standard error. */
import { expect, test } from 'vitest'
import { RunProgress } from '../../../../src/app/run/live-progress.ts'
import type { LiveRun } from '../../../../src/app/state/state.ts'
import { passPrinter, stoppedWords, summary } from '../../../../src/cli/evaluate/progress.ts'
import type { Probe } from '../../../../src/engine/protocol/probe.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { untilTheEnd } from '../../../../src/engine/protocol/settings.ts'
import { someRun } from '../../support/records.ts'

const counts = { ...someRun.dataset.counts, total: 1560, loaded: 1560 }
const run = { ...someRun, total: 1560, dataset: { ...someRun.dataset, counts } }

/** A run of which 312 of 1,560 questions are answered, and the interval was narrowed by what was known beforehand. */
const live: LiveRun = {
  ...new RunProgress(run, {} as never, 0).live,
  ...{ phase: 'done', answered: 312, correct: 240, rate: 20, secondsLeft: 62.4 },
  whole: { of: 1560, isDrawn: true, low: 0.72, high: 0.8 },
  unaided: { low: 0.7, high: 0.81 },
}
const stopped =
  'Stopped. An estimate, 312 of 1560: accuracy 76.9 % (n = 312, 95 % interval 72.0 to 80.0 for all 1560)'

test('a stopped run is printed as an estimate, with prior knowledge as on the page', () => {
  expect(stoppedWords(live, 'Stopped.')).toBe(
    `${stopped}. Interval: ±4.0 points with published results of other models, ±5.5 without.`,
  )
  const against = { ...run, settings: { ...run.settings, until: { ...untilTheEnd, against: 'earlier' } } }
  expect(stoppedWords({ ...live, run: against, reached: 'Stopped automatically.' }, 'Stopped.')).toContain(
    'Stopped automatically. An estimate, 312 of 1560',
  )
  expect(stoppedWords({ ...live, run: against }, 'Stopped.')).toContain(
    'Interval: ±4.0 points with the earlier run’s answers, ±5.5 without.',
  )
  expect(stoppedWords({ ...live, unaided: null }, 'Stopped.')).toBe(stopped)
})

test('an interval of more than 20 points on either side is not printed', () => {
  const whole = { of: 1560, isDrawn: true, low: 0.5, high: 0.91 }
  expect(stoppedWords({ ...live, whole, unaided: null }, 'Stopped.')).toContain(
    '(n = 312, too few answers for an interval)',
  )
})

test('so is a limited one; a complete run has no estimates', () => {
  const limited = { ...live, run: { ...run, total: 312 }, total: 312 }
  expect(summary(limited)).toMatch(
    /an estimate from a part of 1560 questions\. Interval: .* with published results/,
  )
  const whole = { ...live, answered: 1560, correct: 1200 }
  expect(summary(whole)).toMatch(/accuracy 76\.9 % \(n = 1560\)$/)
})

test('each pass is printed once, even if it ended between two looks at the page', () => {
  const probed = (id: string, probe: Probe, state: Run['state']) => ({ id, probe, state })
  const lines: string[] = []
  const show = passPrinter(line => lines.push(line), ['before'])
  const look = (now: string, waiting: number, ...passes: readonly ReturnType<typeof probed>[]) => {
    const runs = passes.map(pass => ({ run: { ...run, ...pass, parent: run.id } })).reverse() as never
    const current = { ...live, run: now === run.id ? run : { ...run, id: now, parent: run.id } }
    show({ live: current, waiting: Array.from({ length: waiting }) as never, runs })
  }
  const earlier = probed('before', { kind: 'text-only' }, 'done')
  const noise: Probe = { kind: 'corruption', corruption: 'noise', strength: 4, seed: 1 }
  look(
    run.id,
    2,
    earlier,
    probed('blank', { kind: 'blank-image' }, 'running'),
    probed('noise', noise, 'running'),
  )
  expect(lines).toEqual([])
  look(
    'noise',
    0,
    earlier,
    probed('blank', { kind: 'blank-image' }, 'done'),
    probed('noise', noise, 'running'),
  )
  look('noise', 0, earlier, probed('blank', { kind: 'blank-image' }, 'done'), probed('noise', noise, 'done'))
  expect(lines).toEqual(['Extra pass: blank image; 1 more to follow', 'Extra pass: noise, strength 4'])
})
