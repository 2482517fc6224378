/** What the picture of an audit, its heading and its examples say. */
import { expect, test } from 'vitest'
import type { LiveRun, RunSummary } from '../../../src/app/state/state.ts'
import type { Probe } from '../../../src/engine/protocol/probe.ts'
import { swapExamples } from '../../../src/features/audit/engine/examples.ts'
import type { AuditItem } from '../../../src/features/audit/engine/items.ts'
import type { AuditFigure } from '../../../src/features/audit/engine/slice-figures.ts'
import { behaviourTable, plottedConditions } from '../../../src/features/audit/engine/use-plot.ts'
import type { ImageUse } from '../../../src/features/audit/engine/verdict.ts'
import { verdictHeading } from '../../../src/features/audit/text/audit-words.ts'
import { progressWords } from '../../../src/features/audit/text/progress-words.ts'
import { auditProgress, isUnderWay } from '../../../src/features/audit/ui/audit-progress.tsx'
import { estimate } from '../../unit/support/estimates.ts'
import { someRun } from '../../unit/support/records.ts'

const verdicts = (overall: ImageUse, ...tasks: ImageUse[]) =>
  ({ overall: { verdict: overall }, tasks: tasks.map(verdict => ({ verdict })) }) as never

test('the heading is the verdict of most tasks, then the others, and unclear ones last', () => {
  expect(verdictHeading(verdicts('uses', 'uses', 'unknown', 'uses', 'ignores'))).toBe(
    'Uses the image: 2 of 4 tasks; 1 ignore it; 1 unclear',
  )
  expect(verdictHeading(verdicts('ignores', 'unknown'))).toBe(
    'Ignores the image (all questions together; no task is clear)',
  )
})

test('conditions stand by what is expected: evidence there, evidence gone, another answer’s image', () => {
  const asked = ['original', 'opposite-label', 'blank-image', 'same-label', 'no-options', 'wrong-image']
  const conditions = asked.map(condition => ({ condition, accuracy: estimate(40, 20, 0.25) }))
  const plotted = plottedConditions({ conditions } as never)
  expect(plotted.map(({ condition, evidence }) => `${evidence} ${condition}`)).toEqual([
    ...['kept original', 'kept same-label', 'lost blank-image', 'lost wrong-image', 'turned opposite-label'],
  ])
})

test('the two times two is whole or absent', () => {
  const figures = ['worst', 'ideal', 'fragile', 'dangerous'].map(metric => ({ metric }) as AuditFigure)
  expect(behaviourTable(figures)?.map(({ metric }) => metric)).toEqual([
    ...['ideal', 'dangerous', 'fragile', 'worst'],
  ])
  expect(behaviourTable(figures.slice(1))).toBeNull()
})

test('examples are right on their own image: one kept answer, one changed, at most three', () => {
  const item = (index: number, isRight: boolean, parsed: string, condition = 'opposite-label') =>
    ({
      index,
      original: { parsed: 'A', isRight },
      replies: new Map([[condition, { parsed, isRight: false }]]),
      fitsWrongImage: index === 7,
    }) as unknown as AuditItem
  const items = [
    item(0, false, 'B'),
    item(1, true, 'A'),
    item(2, true, 'A'),
    item(3, true, ''),
    item(4, true, 'A'),
    item(5, true, 'B'),
  ]
  expect(swapExamples(items).map(({ index }) => index)).toEqual([1, 5, 2])
  expect(swapExamples([])).toEqual([])
  // A right answer that fits the wrong image too shows nothing.
  const wrong = [item(7, true, 'A', 'wrong-image'), item(8, true, 'A', 'wrong-image')]
  expect(swapExamples(wrong)).toEqual([{ index: 8, condition: 'wrong-image' }])
})

test('the time of all passes is told once it is known', () => {
  expect(progressWords({ done: 3, of: 9, seconds: null })).toBe('3 of 9 passes done.')
  expect(progressWords({ done: 3, of: 9, seconds: 240 })).toBe(
    '3 of 9 passes done, about 4 min left in total.',
  )
})

const passInState = (id: string, state: RunSummary['run']['state'], probe: Probe = { kind: 'blank-image' }) =>
  ({ run: { ...someRun, id, state, parent: 'run', probe } }) as RunSummary

const liveRun = (id: string, phase: LiveRun['phase'], parent = 'run') =>
  ({ phase, run: { ...someRun, id, parent }, rate: null, secondsLeft: null }) as LiveRun

test('an audit is in progress while a pass of its run is asked, and while the next one waits', () => {
  const runs = [passInState('first', 'done'), passInState('second', 'running')]
  const at = (phase: LiveRun['phase'], waiting: readonly string[], parent = 'run') =>
    auditProgress('run', { live: liveRun('first', phase, parent), waiting, runs })
  expect(at('running', ['second'])).toMatchObject({ done: 0, of: 2 })
  expect(at('done', ['second'])).toMatchObject({ done: 1, of: 2 })
  expect(at('done', [])).toBeNull()
  expect(at('running', ['second'], 'another')).toBeNull()
  expect(auditProgress('run', { live: null, waiting: ['second'], runs })).toBeNull()
})

test('an audit is not started again while one of its passes is asked or waits', () => {
  const runs = [passInState('blank', 'running'), passInState('text', 'running', { kind: 'text-only' })]
  const planned: readonly Probe[] = [{ kind: 'blank-image' }]
  const at = (id: string, phase: LiveRun['phase'], waiting: readonly string[]) =>
    isUnderWay('run', planned, { live: liveRun(id, phase), waiting, runs })
  expect(at('blank', 'running', [])).toBe(true)
  expect(at('text', 'running', ['blank'])).toBe(true)
  expect(at('text', 'running', [])).toBe(false)
  expect(at('blank', 'failed', [])).toBe(false)
  expect(isUnderWay('run', planned, { live: null, waiting: [], runs })).toBe(false)
})
