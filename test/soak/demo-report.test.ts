/** The report of the whole demo: all of its questions, with views and findings, stays a small file without a script. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadDataset } from '../../src/data/formats/registry.ts'
import { nodeSource } from '../../src/data/sources/node.ts'
import { credibility } from '../../src/engine/analysis/chains.ts'
import { FieldColumnBuilder } from '../../src/engine/analysis/field-column.ts'
import { runFindings } from '../../src/engine/analysis/run-findings.ts'
import { runOverview } from '../../src/engine/analysis/run-overview.ts'
import { subgroupFacts } from '../../src/engine/analysis/subgroup-view.ts'
import { medrcube } from '../../src/engine/protocol/protocols/medrcube.ts'
import { answered, medrcubeRow, nothingDerived, someRun } from '../unit/support/records.ts'
import { reportHtml, reportStyles } from '../unit/support/reports.ts'

test('the report of all 1,560 questions is below 2 MB and has no script', { timeout: 60_000 }, async () => {
  const {
    samples,
    skipped,
    findings: oddities,
    badFiles,
  } = await loadDataset(nodeSource('public/datasets/phantom-cube'), {})
  const answers: readonly { readonly text: string }[] = JSON.parse(
    readFileSync('test/golden/phantom-vlm/answers-q8.json', 'utf8'),
  )
  const records = samples.map((sample, i) => {
    const response = answers[i]?.text ?? ''
    const { parsed, correct } = medrcube.judge(response, sample.fields)
    return { ...answered(i, sample.fields, { response, parsed, correct }), sample }
  })
  const rows = records.map(medrcubeRow)
  const counts = { ...someRun.dataset.counts, total: rows.length, loaded: rows.length }
  const run = { ...someRun, total: rows.length, dataset: { ...someRun.dataset, counts } }
  const fields = ['task', 'modality', 'parts', 'dataset']
  const overview = runOverview(rows, { ...nothingDerived, fields, run })
  const rates = credibility(rows, {}, {})
  const column = (name: string) => {
    const builder = new FieldColumnBuilder(name)
    builder.add(records)
    return builder.column()
  }
  const view = {
    fields: fields.slice(0, 2).map(name => ({ name, cut: { parts: 4 } })),
    chart: 'lines',
  } as const
  const html = reportHtml(
    {
      ...{ run, rows, overview, failures: [], probes: null, judged: null },
      added: new Map(),
      subgroups: [
        subgroupFacts(rows, view, { columns: view.fields.map(({ name }) => column(name)), answers: null }),
      ],
      credibility: rates,
      findings: runFindings({
        ...{
          rows,
          overview,
          rates: rates.overall,
          probes: null,
          previous: null,
          isPublished: false,
          selection: null,
        },
      }),
      levels: { high: null, ignore: null, low: null },
      load: { skipped, findings: oddities, badFiles },
    },
    reportStyles,
  )
  expect(html).toContain('1,560')
  expect(html).toContain('Accuracy by task and modality')
  expect(Buffer.byteLength(html)).toBeLessThan(2_000_000)
  expect(html).not.toMatch(/<script\b|\son\w+=|javascript:/i)
})
