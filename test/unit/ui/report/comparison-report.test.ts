/** The report of a comparison as one HTML file. */
import { expect, test } from 'vitest'
import { compareRuns } from '../../../../src/engine/analysis/comparison.ts'
import type { ResultRow } from '../../../../src/engine/analysis/result-row.ts'
import { windowDependence } from '../../../../src/engine/analysis/window-dependence.ts'
import { compareRows } from '../../../../src/ui/compare/differences/compare-rows.ts'
import { points, pointsInterval, pValue } from '../../../../src/ui/text/format.ts'
import { comparedFacts, comparedRows } from '../../support/compared-facts.ts'
import { nothingFurther, someRun } from '../../support/records.ts'
import { comparisonHtml, findAddresses, findLinks, hostile, reportStyles } from '../../support/reports.ts'

test('hostile text stays text: no script, no element and no attribute of its own', () => {
  const change = {
    name: hostile,
    model: { ...someRun.model, name: hostile },
    dataset: { ...someRun.dataset, name: hostile },
    environment: { ...someRun.environment, userAgent: hostile, adapter: hostile },
  }
  const html = comparisonHtml(comparedFacts([2, 3], change, hostile), reportStyles)
  expect(html).toContain('&lt;script&gt;alert(1)')
  expect(html).not.toMatch(/<(script|img|iframe|object|embed|base|form)\b/i)
  expect(html).not.toMatch(/<[^>]*\son\w+=["']?alert/i)
  expect(html.match(/<title>[^<]*<\/title><style>/g)).toHaveLength(1)
})

test('nothing is loaded: links are the only addresses, and charts contain none', () => {
  const html = comparisonHtml(comparedFacts([2, 3, 4, 5]), reportStyles)
  expect(html).toContain('default-src &#x27;none&#x27;')
  expect(html).not.toMatch(/\s(src|srcset|data|poster|xlink:href)=|<link\b|@import|url\(|<button|href="#\//i)
  expect(findAddresses(html)).toEqual(findLinks(html))
  for (const address of ['https://arxiv.org/abs/2604.13756', 'https://doi.org/10.1007/BF02295996'])
    expect(findLinks(html)).toContain(address)
})

test('unfinished runs are always marked, in the text and in every chart of theirs', () => {
  const facts = comparedFacts([2, 3, 4, 5])
  const words = 'run 2 asked 24 of 60'
  const counts = { ...someRun.dataset.counts, total: 60, loaded: 60 }
  const runs = facts.compared.runs.map((run, at) =>
    at === 1 ? { ...run, dataset: { ...run.dataset, counts } } : run,
  )
  const html = comparisonHtml({ ...facts, compared: { ...facts.compared, runs } }, '')
  expect(html).toContain(`Not every run asked all questions (${words})`)
  const charts = html.match(/<svg class="plot" role="img".*?<\/svg>/g) ?? []
  const isPublished = (chart: string): boolean => chart.includes('Published, not measured here')
  for (const chart of charts)
    expect(
      chart
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/ +/g, ' ')
        .includes(`An estimate from a part of the questions: ${words}`),
    ).toBe(!isPublished(chart))
  const whole = comparisonHtml(facts, '')
  for (const text of ['Not every run', 'An estimate']) expect(whole).not.toContain(text)
})

test('the differences are those of the rows, with both p-values', () => {
  const facts = comparedFacts([2, 3])
  const [against] = facts.compared.comparison.againstBaseline
  if (!against) throw new Error('Nothing was compared.')
  const { difference, low, high, p, adjusted, table } = against.overall
  const html = comparisonHtml(facts, '')
  const cell = (text: string) => `<td class="number">${text}</td>`
  expect(html).toContain(
    `${cell(`<strong>${points(difference)}</strong>`)}${cell(pointsInterval(low, high))}${cell(`${table.onlyFirst}`)}${cell(`${table.onlySecond}`)}${cell(pValue(p))}${cell(pValue(adjusted))}`,
  )
  expect(html).toContain(
    [table.bothRight, table.onlyFirst, table.onlySecond, table.bothWrong].map(n => cell(`${n}`)).join(''),
  )
  for (const part of [
    'Difference in accuracy by task',
    'Difference in accuracy by voxel',
    'Verdicts against the baseline, by task',
    'exact sign-flip test over',
    '95% MOVER interval',
  ])
    expect(html).toContain(part)
})

test('published models are shown as printed', () => {
  const html = comparisonHtml(comparedFacts([2, 3]), '')
  for (const text of ['42.06 *', 'Lingshu-32B']) expect(html).toContain(text)
})

test('settings and machines are side by side, with their differences marked', () => {
  const { compared, levels } = comparedFacts([2, 3])
  const runs = compared.runs.map((run, at) => ({
    ...run,
    settings: { ...run.settings, dtype: at === 0 ? ('q4' as const) : ('q8' as const) },
  }))
  const html = comparisonHtml({ compared: { ...compared, runs }, levels, added: new Map() }, '')
  expect(html).toContain('<th scope="row"><strong>Precision</strong></th><td>q4</td><td>q8</td>')
  expect(html).toContain('<th scope="row">Device</th><td>WASM</td><td>WASM</td>')
  expect(html).toContain('Runs 1, 2: evaluated with Voxelwise')
})

test('letters that another model’s precision changed bound nothing beside a measured difference', () => {
  const { compared, levels } = comparedFacts([2, 3])
  const runs = compared.runs.map((run, at) => ({
    ...run,
    settings: { ...run.settings, dtype: at === 0 ? ('fp32' as const) : ('q4' as const) },
  }))
  const rowIn = (html: string) => html.match(/<th scope="row">Precision<\/th>.*?<\/tr>/)?.[0] ?? ''
  const measured = comparisonHtml({ compared: { ...compared, runs }, levels, added: new Map() }, '')
  expect(rowIn(measured)).toContain('<td>fp32</td><td>q4</td><td class="number">not known</td>')
  // Without a shared sample nothing is measured, and the bound is all there is.
  const apart = comparedRows(3).map(row => ({ ...row, id: `other ${row.id}` }))
  const comparison = compareRuns([comparedRows(2), apart], {}, nothingFurther)
  expect(
    rowIn(comparisonHtml({ compared: { ...compared, runs, comparison }, levels, added: new Map() }, '')),
  ).toContain('68 points')
})

test('a copy is named and counts once', () => {
  const words = 'Runs 1 and 3 gave the same answers, as read, to all 24 shared questions.'
  const html = comparisonHtml(comparedFacts([2, 3, 2]), '')
  expect(html).toContain(`${words} They count as one run in adjusted p-values, groups and correlations.`)
  expect(html).not.toContain('Runs that share a letter are not found different')
  expect(comparisonHtml(comparedFacts([2, 3, 4]), '')).not.toContain('the same answers, as read')
})

test('where p and the interval disagree, p decides, and the page says so', () => {
  const { compared, levels } = comparedFacts([2, 3])
  const [against] = compared.comparison.againstBaseline
  if (!against) throw new Error('no comparison')
  const htmlWith = (low: number, adjusted: number) => {
    const change = { difference: 0.2, low, high: 0.3, adjusted }
    const slices = { ...against.slices, task: against.slices.task.map(slice => ({ ...slice, ...change })) }
    const comparison = { ...compared.comparison, againstBaseline: [{ ...against, slices }] }
    const html = comparisonHtml({ compared: { ...compared, comparison }, levels, added: new Map() }, '')
    const [plot = ''] =
      html.match(/<svg class="plot" role="img" aria-label="Difference in accuracy by task".*?<\/svg>/) ?? []
    return { html, isHollow: plot.includes('fill:var(--paper);stroke:var(--scale-above)') }
  }
  const words =
    'In 2 lines, p and the interval disagree on whether there is a difference. The adjusted p decides.'
  const [only, neither] = [htmlWith(0.1, 0.06), htmlWith(-0.1, 0.04)]
  expect(only.html).toContain(words)
  expect(only.isHollow).toBe(true)
  expect(neither.html).toContain(words)
  expect(neither.isHollow).toBe(false)
  for (const [low, adjusted] of [
    [0.1, 0.04],
    [-0.1, 0.06],
  ] as const)
    expect(htmlWith(low, adjusted).html).not.toContain(words)
})

test('a single run, and runs without a sample in common, have a report too', () => {
  expect(comparisonHtml(comparedFacts([2]), '')).toContain('Run 1')
  const { compared, levels } = comparedFacts([2, 3])
  const apart = { ...compared, comparison: compareRuns([comparedRows(2), []], {}, nothingFurther) }
  expect(comparisonHtml({ compared: apart, levels, added: new Map() }, '')).toContain(
    'no answered sample in common',
  )
})

test('a difference without a split is one line for every run except the baseline', () => {
  const { compared } = comparedFacts([2, 3, 4])
  const rows = compareRows(compared, 'overall')
  expect(rows.map(({ label, number, run }) => [label, number, run])).toEqual([
    ['All samples', 2, 'r3'],
    ['All samples', 3, 'r4'],
  ])
  expect(rows.map(({ adjusted }) => adjusted)).toEqual(
    compared.comparison.againstBaseline.map(({ overall }) => overall.adjusted),
  )
})

test('two runs that differ in their window only show how much each voxel depends on it', () => {
  const { compared, levels } = comparedFacts([2, 3])
  const runs = compared.runs.map((run, at) => ({
    ...run,
    settings: { ...run.settings, ...(at === 1 && { window: 'preset:brain' }) },
  }))
  const [first, second] = [comparedRows(2), comparedRows(3)]
  const read = (rows: readonly ResultRow[]) => new Map(rows.map(({ index, verdict }) => [index, verdict]))
  const windows = [windowDependence(first, second, [read(first), read(second)])]
  const html = comparisonHtml({ compared: { ...compared, runs, windows }, levels, added: new Map() }, '')
  expect(html).toContain('The window as a probe')
  expect(html).toContain('CT brain: centre 40, width 80 HU')
  expect(html).toContain('How much run 2 depends on the window')
  expect(comparisonHtml({ compared, levels, added: new Map() }, '')).not.toContain('The window as a probe')
})
