/** The facts of a run whose replies could not be read, and of one whose replies could. */
import type { ReportFacts } from '../../../src/app/controller/report-facts.ts'
import { credibility } from '../../../src/engine/analysis/chains.ts'
import { runFindings } from '../../../src/engine/analysis/run-findings.ts'
import { runOverview } from '../../../src/engine/analysis/run-overview.ts'
import { UnreadBuilder } from '../../../src/engine/analysis/unread.ts'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'
import { answered, medrcubeRow, nothingDerived, someRun } from './records.ts'

export const fields = (index: number) => ({
  ...{ id: `${index}`, task: `Task ${index % 2}`, modality: 'CT', parts: 'Chest', dataset: 'd' },
  ...{ question: 'Which?', option_A: 'a', option_B: 'b', gt_answer: 'a' },
})
export const unread = (index: number, response = 'I cannot tell'): RunRecord =>
  answered(index, fields(index), { response, parsed: '', correct: false })
export const right = (index: number): RunRecord => answered(index, fields(index), { correct: true })

export function makeReportFacts(records: readonly RunRecord[]): ReportFacts {
  const builder = new UnreadBuilder()
  builder.add(records)
  const rows = records.map(medrcubeRow)
  const counts = { ...someRun.dataset.counts, total: rows.length, loaded: rows.length }
  const run = { ...someRun, total: rows.length, dataset: { ...someRun.dataset, counts } }
  const overview = runOverview(rows, { ...nothingDerived, unread: builder.replies(), run })
  const found = credibility(rows, {}, {})
  const findings = runFindings({
    ...{ rows, overview, rates: found.overall, probes: null, previous: null },
    ...{ isPublished: true, selection: null },
  })
  return {
    ...{ run, rows, overview, findings, added: new Map(), subgroups: [], credibility: found, failures: [] },
    levels: { high: null, ignore: null, low: null },
    load: { skipped: [], findings: [], badFiles: [] },
    ...{ probes: null, judged: null },
  }
}

export const many = Array.from({ length: 84 }, (_, index) =>
  unread(index, index < 60 ? 'I cannot tell' : `No ${index}`),
)
