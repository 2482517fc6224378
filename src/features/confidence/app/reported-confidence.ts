import type { ReportPart } from '../../../app/controller/result-part.ts'
import type { Axis } from '../../../engine/protocol/sample.ts'
import type { ConfidenceReport } from '../engine/confidence-report.ts'

/** Figures of the option probabilities by axis, `group` for a field's: a report has every axis, the page one of them. */
export type ConfidenceBy = Readonly<Partial<Record<Axis | 'group', ConfidenceReport>>>

/** Null of a run without option probabilities. */
export const reportedConfidence: ReportPart<ConfidenceBy | null> = {
  name: 'confidence',
  async of(fact, run, rows) {
    if (rows.every(({ confidence }) => confidence === null)) return null
    return {
      task: await fact('confidence', { run, by: 'task' }),
      modality: await fact('confidence', { run, by: 'modality' }),
      parts: await fact('confidence', { run, by: 'parts' }),
    }
  },
}
