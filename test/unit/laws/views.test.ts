/** A law over the views of results: every section can be mounted on any run, on the page and in the report. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Controller } from '../../../src/app/controller/commands.ts'
import { gatherFacts } from '../../../src/app/controller/gather-facts.ts'
import { officialLevels } from '../../../src/app/controller/levels.ts'
import type { Compared, ReportFacts } from '../../../src/app/controller/report-facts.ts'
import { nobodyWaits } from '../../../src/app/controller/waiter.ts'
import { allProbes } from '../../../src/engine/probes/passes.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import { findProtocol } from '../../../src/engine/protocol/protocols/registry.ts'
import { axes } from '../../../src/engine/protocol/sample.ts'
import * as comparison from '../../../src/ui/compare/sections.tsx'
import { Paper, paperWidth } from '../../../src/ui/hooks/paper.ts'
import { ControllerContext } from '../../../src/ui/hooks/use-app.ts'
import { runViews } from '../../../src/ui/results/sections.tsx'
import { featureComparisons } from '../../../src/ui/seams.ts'
import { Sections, type ShownBy, type View } from '../../../src/ui/shared/sections.tsx'
import { type LawRun, makeLawRun, storeWith } from '../support/law-store.ts'
import { comparisonHtml, reportHtml } from '../support/reports.ts'
import { drawSome } from '../support/rounds.ts'
import { blankImage } from '../support/some-probes.ts'

/** One of each kind, whatever its strength. */
const probes = allProbes.filter((probe, i) => allProbes.findIndex(({ kind }) => kind === probe.kind) === i)

const direct = findProtocol({ id: 'direct', version: 2 })
const all = Number.POSITIVE_INFINITY
const laws: Readonly<Record<string, LawRun>> = {
  empty: makeLawRun(direct, {}, 0, []),
  partial: makeLawRun(direct, { scoring: 'choices', order: 'balanced', seed: 3 }, 12, []),
  full: makeLawRun(direct, { scoring: 'choices' }, all, probes),
  'in words': makeLawRun(direct, {}, all, []),
  'of MedRCube': makeLawRun(medrcube, {}, all, [blankImage]),
}
const names = Object.keys(laws)

async function gatherLawFacts(law: LawRun): Promise<ReportFacts> {
  const { store, rows, fact } = await storeWith([law])
  const { id } = law.run
  const { rows: own, overview } = await rows.one(id)
  return gatherFacts(
    { store, fact, id, levels: officialLevels, rows: own, overview },
    new Map(),
    [],
    nobodyWaits,
  )
}

async function compareLawRuns(chosen: readonly LawRun[]): Promise<Compared> {
  const named = chosen.map((law, at) => {
    const run = { ...law.run, id: `run${at}` }
    return { ...law, run, passes: [], records: law.records.map(record => ({ ...record, run: run.id })) }
  })
  const { fact } = await storeWith(named)
  const ids = named.map(({ run }) => run.id)
  return {
    runs: named.map(({ run }) => run),
    comparison: await fact('comparison', { runs: ids, levels: {} }),
    windows: named.slice(1).map(() => null),
    seconds: named.map(() => 1),
  }
}

/** On the page it reads the state of the app, which tests in a browser have. */
const needsPage: readonly string[] = ['cube']

/** On paper, and on the page with the address without a choice, and with one that all views know. */
const choices: readonly ShownBy[] = [
  null,
  new URLSearchParams(),
  ...drawSome(axes, 4).map(by => new URLSearchParams({ by })),
]

/** What a missing figure looks like, with the text before it. */
const missing = (html: string): readonly string[] =>
  [...html.matchAll(/.{0,100}\b(?:NaN|undefined|Infinity|\[object)\b/gs)].map(([text]) => text)

/** Charts take their width from paper: there is no page to measure, and nobody to press anything. */
function expectMounted<Facts>(view: View<Facts>, facts: Facts): void {
  for (const chosen of needsPage.includes(view.id) ? [null] : choices) {
    const sections = createElement(Sections<Facts>, { of: view, facts, chosen })
    const html = renderToStaticMarkup(
      createElement(
        ControllerContext,
        { value: {} as Controller },
        createElement(Paper, { value: paperWidth }, sections),
      ),
    )
    expect(missing(html), `${view.id} ${chosen}`).toEqual([])
  }
}

describe.each(names)('a run: %s', name => {
  let facts: ReportFacts
  beforeAll(async () => {
    const law = laws[name]
    if (law) facts = await gatherLawFacts(law)
  }, 60_000)

  test.each(runViews.map(view => [view.id, view] as const))('%s', (_, view) => {
    expectMounted(view, facts)
  })

  test('the report', () => {
    expect(missing(reportHtml(facts, ''))).toEqual([])
  })
})

describe.each([
  ['partial', 'full'],
  ['full', 'in words'],
  ['empty', 'full'],
  ['full', 'empty'],
  ['empty', 'empty'],
] as const)('%s against %s', (first, second) => {
  test('every section, and the report', async () => {
    const compared = await compareLawRuns([first, second].flatMap(name => laws[name] ?? []))
    const facts = { compared, levels: officialLevels, added: new Map() }
    const views = [...Object.values(comparison), ...featureComparisons.map(({ view }) => view)]
    for (const view of views) expectMounted(view as View<typeof facts>, facts)
    expect(missing(comparisonHtml(facts, ''))).toEqual([])
  })
})

test('without chosen runs, there are the published models', () => {
  for (const view of [comparison.published, ...featureComparisons.map(one => one.view)])
    expectMounted(view, { compared: null, levels: officialLevels })
})
