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
import { comparisonHtml } from './comparison-report.tsx'
import sheet from './contact-sheet.css?raw'
import { contactSheetHtml } from './contact-sheet.tsx'
import own from './report.css?raw'
import { reportHtml } from './run-report.tsx'

const styles = [tokens, base, printed, own].join('\n')

const html = (text: string): Blob => new Blob([text], { type: 'text/html' })

/** The report of one run as a file. */
export const reportFile = (facts: ReportFacts): Blob => html(reportHtml(facts, styles))

/** The same before it is a file. */
export const drawnReport = (facts: ReportFacts): DrawnReport => ({
  ...{ facts, styles },
  html: reportHtml(facts, styles),
})

/** The report of several runs as a file. */
export const comparisonFile = (facts: ComparisonReportFacts): Blob => html(comparisonHtml(facts, styles))

/** A contact sheet as a file. */
export const sheetFile = (facts: SheetFacts): Blob =>
  html(contactSheetHtml(facts, [tokens, base, own, sheet].join('\n')))
