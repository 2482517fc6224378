/** Shares that end in half of the last digit: report and LaTeX round both up, from the exact fraction. */
import { expect, test } from 'vitest'
import type { ReportFacts } from '../../../src/app/controller/report-facts.ts'
import { credibility } from '../../../src/engine/analysis/chains.ts'
import { runOverview } from '../../../src/engine/analysis/run-overview.ts'
import { paperFiles } from '../../../src/features/papers/ui/paper-files.ts'
import { figureCase } from '../../unit/support/golden.ts'
import { medrcubeRow, nothingDerived, someRun } from '../../unit/support/records.ts'
import { reportHtml } from '../../unit/support/reports.ts'
import { readResults } from '../../unit/support/results.ts'

async function factsOfCase(): Promise<ReportFacts> {
  const rows = (await readResults(figureCase('rounding', 'results.json'))).map(medrcubeRow)
  const total = rows.length
  const counts = { ...someRun.dataset.counts, total, loaded: total }
  const run = { ...someRun, total, dataset: { ...someRun.dataset, counts } }
  return {
    ...{ run, rows, added: new Map(), subgroups: [], findings: [], failures: [] },
    overview: runOverview(rows, { ...nothingDerived, run }),
    credibility: credibility(rows, {}, {}),
    levels: { high: null, ignore: null, low: null },
    load: { skipped: [], findings: [], badFiles: [] },
    ...{ probes: null, judged: null },
  }
}

test('report and tables.tex show the same tasks with the same digits', async () => {
  const expected: readonly { readonly task: string; readonly shown: string }[] = JSON.parse(
    figureCase('rounding', 'expected.json'),
  )
  expect(expected.map(({ shown }) => shown)).toEqual(['28.8', '51.3', '63.8', '28.8'])
  const facts = await factsOfCase()
  const latex =
    paperFiles(facts, { tables: [], methods: [] }).find(({ name }) => name === 'tables.tex')?.text ?? ''
  const html = reportHtml(facts, '')
  for (const { task, shown } of expected) {
    const line = latex.split('\n').find(one => one.trimStart().startsWith(task))
    expect(line).toContain(`${shown} (`)
    const row = html.match(new RegExp(`<tr[^>]*>(?:(?!</tr>).)*${task}(?:(?!</tr>).)*</tr>`, 's'))?.[0]
    expect(row).toContain(`${shown}%`)
  }
})
