/** Runs per finding in the report of a comparison, its figures as JSON, and groups of ties. */

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { compareRuns } from '../../../src/engine/analysis/comparison.ts'
import type { Figure } from '../../../src/engine/analysis/figures.ts'
import { diagnosedRuns } from '../../../src/features/diagnostics/app/diagnosed-runs.ts'
import { comparisonFiguresText } from '../../../src/features/diagnostics/engine/comparison-list.ts'
import { type DiagnosedRuns, findingTies } from '../../../src/features/diagnostics/engine/finding-ties.ts'
import { byTheRule } from '../../../src/features/diagnostics/engine/findings.ts'
import {
  type AnsweredItem,
  diagnosticDifferences,
} from '../../../src/features/diagnostics/engine/run-differences.ts'
import type { StatedMargin } from '../../../src/features/diagnostics/engine/stated-margins.ts'
import { diagnosedRunsView } from '../../../src/features/diagnostics/ui/diagnosed-runs-view.tsx'
import { TestedThresholdTable } from '../../../src/features/diagnostics/ui/difference-tables.tsx'
import { FindingTiesTable } from '../../../src/features/diagnostics/ui/finding-ties-table.tsx'
import { keptMargins } from '../../../src/features/diagnostics/ui/stated-margins.tsx'
import { Paper } from '../../../src/ui/hooks/paper.ts'
import { Sections } from '../../../src/ui/shared/sections.tsx'
import { nothingFurther, someRun } from '../../unit/support/records.ts'
import { comparisonHtml } from '../../unit/support/reports.ts'
import { changedAnswers } from './chest-answers.ts'

const first = changedAnswers()
/** Every fifth answer turned round; and every answer. */
const worse = changedAnswers((yes, at) => (at % 5 === 0 ? 1 - yes : yes))
const worst = changedAnswers(yes => 1 - yes)

function makeFacts(runs: readonly (readonly AnsweredItem[])[], stated: readonly StatedMargin[] = []) {
  const [baseline = [], ...others] = runs
  const found: DiagnosedRuns = {
    against: others.map(other => diagnosticDifferences(baseline, other, 1, byTheRule)),
    ties: findingTies(runs, byTheRule),
  }
  return {
    compared: {
      runs: runs.map((_, at) => ({ ...someRun, id: `r${at}`, name: `Run ${at + 1}` })),
      comparison: compareRuns(
        runs.map(items => items.map(({ row }) => row)),
        {},
        nothingFurther,
      ),
      windows: [],
      seconds: [],
    },
    levels: { high: null, ignore: null, low: null },
    added: new Map<string, unknown>([
      [diagnosedRuns.name, found],
      [keptMargins.name, stated],
    ]),
    found,
  }
}

const margin: StatedMargin = {
  ...{ runs: ['r0', 'r1'], finding: 'Is there a nodule?', figure: 'auroc', claim: 'non-inferiority' },
  ...{ margin: 0.9, stated: '2026-01-02T03:04:05.678Z' },
}

test('the report of a comparison has differences per finding and the margins that were stated of its runs', () => {
  const html = comparisonHtml(makeFacts([first, worse], [margin, { ...margin, runs: ['r0', 'other'] }]), '')
  for (const text of [
    ...['Per finding, margins', 'Claims with a margin', 'AUROC of Is there a nodule?', 'Non-inferiority'],
    ...['>shown<', 'Differences per finding', 'Differences at each run’s own threshold'],
    'Differences of AUROC per finding have N. A. Obuchowski’s (1997) covariance',
  ])
    expect(html).toContain(text)
  expect(html.match(/>Non-inferiority</g)).toHaveLength(1)
  expect(html).not.toContain('Groups of ties per finding')
})

test('without margins or findings there is no such section', () => {
  const printed = (facts: ReturnType<typeof makeFacts>) =>
    renderToStaticMarkup(
      createElement(Paper, { value: 860 }, Sections({ of: diagnosedRunsView.view, facts })),
    )
  expect(printed(makeFacts([first, worse]))).not.toContain('Claims with a margin')
  expect(printed(makeFacts([first.slice(0, 8), worse.slice(0, 8)]))).toBe('')
})

test('three runs have groups of ties in each figure of each finding, and a copy makes no third run', () => {
  const ties = findingTies([first, worse, worst], byTheRule)
  expect(ties.map(({ finding, figure }) => [finding, figure])).toEqual(
    ['Is there a nodule?', 'Is there an effusion?'].flatMap(finding =>
      ['auroc', 'sensitivity', 'specificity'].map(figure => [finding, figure]),
    ),
  )
  for (const { values, letters, pairs } of ties) {
    expect(pairs).toBe(3)
    expect(values[0]?.value).toBeGreaterThan(values[2]?.value ?? 1)
    // The worst run is found different from the first in all of them.
    expect([...(letters[0] ?? '')].some(letter => letters[2]?.includes(letter))).toBe(false)
  }
  expect(findingTies([first, worse, first], byTheRule)).toEqual([])
  const html = comparisonHtml(makeFacts([first, worse, worst]), '')
  expect(html).toContain('Runs per finding, with groups of ties')
  expect(html).toMatch(/<sup>a<\/sup>/)
  expect(html).toContain('Runs are found different in 6 of 6 lines, which come first.')
})

test('the figures of a comparison have n, clusters, interval and method, and a claim its verdict', () => {
  const { found } = makeFacts([first, worse])
  const list: readonly Figure[] = JSON.parse(comparisonFiguresText(['r0', 'r1'], found, [margin]))
  const pair = { run: 'r1', baseline: 'r0' }
  const area = list.find(({ figure }) => figure === 'difference-auroc')
  expect(area).toMatchObject({
    ...{ slice: { finding: 'Is there a nodule?', ...pair }, n: 60, clusters: 60, unit: 'image' },
    ...{ method: 'obuchowski', low: expect.any(Number), high: expect.any(Number) },
  })
  expect(list[0]).toMatchObject({ figure: 'difference-accuracy', slice: pair, n: 120, method: 'taylor' })
  expect(list.some(({ figure }) => figure === 'difference-sensitivity-at-own-thresholds')).toBe(true)
  expect(list.at(-1)).toMatchObject({ figure: 'non-inferiority-auroc', verdict: 'shown' })
  expect(list.at(-1)?.slice).toMatchObject({ margin: 0.9 })
})

test('the positive answer that the user named holds in differences and in groups of ties', () => {
  const choice = { toLabel: null, positive: 'No' }
  const { findings } = diagnosticDifferences(first, worse, 1, choice)
  const byRule = diagnosticDifferences(first, worse, 1, byTheRule).findings
  expect(findings.map(({ positive }) => positive)).toEqual(['No', 'No'])
  expect(findings[0]?.figures.sensitivity).toEqual(byRule[0]?.figures.specificity)
  expect(findingTies([first, worse, worst], choice)[0]).toMatchObject({ positive: 'No', figure: 'auroc' })
})

test('a threshold that calls nothing positive is said in words', () => {
  const { findings, ...rest } = diagnosticDifferences(first, worse, 1, byTheRule)
  const never = findings.map(one => ({
    ...one,
    tested: one.tested && { ...one.tested, thresholds: [0.25, Number.POSITIVE_INFINITY] as const },
  }))
  const html = renderToStaticMarkup(TestedThresholdTable({ differences: { ...rest, findings: never } }))
  expect(html).toContain('Sensitivity (positive from 0.250 on; never)')
  expect(html).not.toContain('∞')
})

test('of many lines ten are shown, those in which runs differ first; the page has a button for all, the report says where all are', () => {
  const [line] = findingTies([first, worse, worst], byTheRule)
  if (!line) throw new Error('no ties')
  const ties = Array.from({ length: 12 }, (_, i) => ({
    ...{ ...line, finding: `finding ${i}` },
    letters: i === 11 ? ['a', 'ab', 'b'] : ['a', 'a', 'a'],
  }))
  const runs = ['r0', 'r1', 'r2'].map(id => ({ id, name: id }))
  const html = renderToStaticMarkup(createElement(FindingTiesTable, { ties, runs }))
  expect(html).toContain('Runs are found different in 1 of 12 lines, which come first.')
  expect(html).toContain('Show all 12 lines')
  expect(html.indexOf('finding 11')).toBeLessThan(html.indexOf('finding 0<'))
  expect(html).not.toContain('finding 9<')
  const table = createElement(FindingTiesTable, { ties, runs })
  const paper = renderToStaticMarkup(createElement(Paper, { value: 860 }, table))
  expect(paper).not.toContain('finding 9<')
  expect(paper).toContain(
    'The first 10 of 12 lines. All are in voxelwise-finding-ties.csv, which Compare saves under “Per finding, margins”.',
  )
})
