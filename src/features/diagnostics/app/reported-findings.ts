/** What the report of a run shows of its findings. */
import type { ReportPart } from '../../../app/controller/result-part.ts'
import { usualDetail } from '../engine/detail-options.ts'
import type { DiagnosticsReport, FindingDetail } from '../engine/diagnostics-report.ts'

export interface ReportedFindings {
  readonly report: DiagnosticsReport
  /** Details of the findings with most answers. */
  readonly details: readonly FindingDetail[]
}

/** The most findings that a report shows with tables and curves of their own: each takes two pages. */
const mostDetails = 3

/** Null for a run without findings. */
export const reportedFindings: ReportPart<ReportedFindings | null> = {
  name: 'diagnostics',
  async of(fact, run) {
    const input = { run, by: null }
    const report = await fact('diagnostics', input)
    if (report.findings.length === 0) return null
    const findings = report.findings.slice(0, mostDetails).map(({ finding }) => finding)
    return { report, details: await fact('findingDetail', { ...input, findings, options: usualDetail }) }
  },
}
