/** A law over the views of results: every section can be mounted on any run, on the page and in the report. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { gatherFacts } from '../../../src/app/controller/gather-facts.ts'
import { officialLevels } from '../../../src/app/controller/levels.ts'
import type { Compared, ReportFacts } from '../../../src/app/controller/report-facts.ts'
import { allProbes } from '../../../src/engine/probes/passes.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import { protocolOf } from '../../../src/engine/protocol/protocols/registry.ts'
import { axes } from '../../../src/engine/protocol/sample.ts'
import * as comparison from '../../../src/ui/compare/sections.tsx'
import { comparisonHtml } from '../../../src/ui/report/comparison-report.tsx'
import { reportHtml } from '../../../src/ui/report/run-report.tsx'
import { runViews } from '../../../src/ui/results/sections.tsx'
import { Sections, type ShownBy, type View } from '../../../src/ui/shared/sections.tsx'
import { type LawRun, lawRunOf, storeWith } from '../support/law-store.ts'

const direct = protocolOf({ id: 'direct', version: 2 })
const all = Number.POSITIVE_INFINITY
const laws: Readonly<Record<string, LawRun>> = {
  empty: lawRunOf(direct, {}, 0, []),
  partial: lawRunOf(direct, { scoring: 'choices', order: 'balanced', seed: 3 }, 12, []),
  full: lawRunOf(direct, { scoring: 'choices' }, all, allProbes),
  'in words': lawRunOf(direct, {}, all, []),
  'of MedRCube': lawRunOf(medrcube, { scoring: 'choices' }, all, allProbes),
}
const names = Object.keys(laws)

async function factsOf(law: LawRun): Promise<ReportFacts> {
  const { store, rows, fact } = await storeWith([law])
  const { id } = law.run
  const { rows: own, overview } = await rows.one(id)
  return gatherFacts({ store, fact, id, levels: officialLevels, rows: own, overview }, [], [])
}

async function comparisonOf(chosen: readonly LawRun[]): Promise<Compared> {
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
  }
}

/** The address without a choice, and with each that all views know. */
const choices: readonly ShownBy[] = [
  null,
  new URLSearchParams(),
  ...axes.map(by => new URLSearchParams({ by })),
]

function expectMounted<Facts>(view: View<Facts>, facts: Facts): void {
  for (const chosen of choices) {
    const html = renderToStaticMarkup(createElement(Sections<Facts>, { of: view, facts, chosen }))
    expect(html, `${view.id} ${chosen}`).not.toMatch(/NaN|undefined|Infinity|\[object/)
  }
}

describe.each(names)('a run: %s', name => {
  let facts: ReportFacts
  beforeAll(async () => {
    const law = laws[name]
    if (law) facts = await factsOf(law)
  })

  test.each(runViews.map(view => [view.id, view] as const))('%s', (_, view) => {
    expectMounted(view, facts)
  })

  test('the report', () => {
    expect(reportHtml(facts, '')).not.toMatch(/NaN|undefined|Infinity|\[object/)
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
    const compared = await comparisonOf([first, second].flatMap(name => laws[name] ?? []))
    const facts = { compared, levels: officialLevels }
    for (const view of Object.values(comparison)) expectMounted(view as View<typeof facts>, facts)
    expect(comparisonHtml(facts, '')).not.toMatch(/NaN|undefined|Infinity|\[object/)
  })
})

test('without chosen runs, there are the published models', () => {
  for (const view of [comparison.relation, comparison.islands, comparison.published])
    expectMounted(view, { compared: null, levels: officialLevels })
})
