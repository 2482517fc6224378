/** The reports as the page makes them, loaded only when one is saved: React's renderer for text comes with them. */

import type {
  ComparisonReportFacts,
  DrawnReport,
  ReportFacts,
  SheetFacts,
} from '../../app/controller/report-facts.ts'
import base from '../styles/base.css?raw'
import printed from '../styles/printed.css?inline'
import tokens from '../styles/tokens.css?raw'
import { comparisonReportParts } from './comparison-report.tsx'
import sheet from './contact-sheet.css?raw'
import { contactSheetHtml } from './contact-sheet.tsx'
import own from './report.css?raw'
import { runReportParts } from './run-report.tsx'

/** As on the page: `styles/features.ts`. */
const ofFeatures = import.meta.glob<string>('../../features/*/ui/*.css', {
  eager: true,
  query: '?inline',
  import: 'default',
})

const styles = [tokens, base, printed, ...Object.values(ofFeatures), own].join('\n')

const html = (parts: readonly string[]): Blob => new Blob([...parts], { type: 'text/html' })

/**
 * The page's thread turns to its events after each part: together they take it longer than a press may wait.
 * @throws what the signal was aborted with
 */
async function drawn(parts: Iterable<string>, signal: AbortSignal): Promise<readonly string[]> {
  const all: string[] = []
  for (const part of parts) {
    all.push(part)
    await new Promise(resolve => setTimeout(resolve, 0))
    signal.throwIfAborted()
  }
  return all
}

/** The report of one run as a file. */
export const reportFile = async (facts: ReportFacts, signal: AbortSignal): Promise<Blob> =>
  html(await drawn(runReportParts(facts, styles), signal))

/** The same before it is a file. */
export const drawnReport = async (facts: ReportFacts, signal: AbortSignal): Promise<DrawnReport> => ({
  ...{ facts, styles },
  html: (await drawn(runReportParts(facts, styles), signal)).join(''),
})

/** The report of several runs as a file. */
export const comparisonFile = async (facts: ComparisonReportFacts, signal: AbortSignal): Promise<Blob> =>
  html(await drawn(comparisonReportParts(facts, styles), signal))

/** A contact sheet as a file. */
export const sheetFile = (facts: SheetFacts): Blob =>
  html([contactSheetHtml(facts, [tokens, base, own, sheet].join('\n'))])
