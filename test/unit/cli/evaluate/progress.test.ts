/** What `evaluate` says of a run on standard error. */
import { expect, test } from 'vitest'
import { RunProgress } from '../../../../src/app/run/live-progress.ts'
import type { LiveRun } from '../../../../src/app/state/state.ts'
import { stoppedWords, summary } from '../../../../src/cli/evaluate/progress.ts'
import { untilTheEnd } from '../../../../src/engine/protocol/settings.ts'
import { someRun } from '../../support/records.ts'

const counts = { ...someRun.dataset.counts, total: 1560, loaded: 1560 }
const run = { ...someRun, total: 1560, dataset: { ...someRun.dataset, counts } }

/** A run of which 312 of 1,560 questions are answered, and the interval was narrowed by what was known beforehand. */
const live: LiveRun = {
  ...new RunProgress(
    run,
    async () => new Blob(),
    () => {},
  ).live,
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
