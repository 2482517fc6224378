/** The reports as the page makes them, loaded only when one is saved: React's renderer for text comes with them. */
import compare from '../styles/compare.css?raw'
import confidence from '../styles/confidence.css?raw'
import cube from '../styles/cube.css?raw'
import figures from '../styles/figures.css?raw'
import plots from '../styles/plots.css?raw'
import probes from '../styles/probes.css?raw'
import shortcuts from '../styles/shortcuts.css?raw'
import tables from '../styles/tables.css?raw'
import tokens from '../styles/tokens.css?raw'
import { comparisonHtml } from './comparison.tsx'
import type { ComparisonFacts, ReportFacts } from './facts.ts'
import own from './report.css?raw'
import { reportHtml } from './report.tsx'

const styles = [tokens, tables, figures, cube, plots, shortcuts, confidence, probes, compare, own].join('\n')

const html = (text: string): Blob => new Blob([text], { type: 'text/html' })

/** The report of one run as a file. */
export const reportFile = (facts: ReportFacts): Blob => html(reportHtml(facts, styles))

/** The report of several runs as a file. */
export const comparisonFile = (facts: ComparisonFacts): Blob => html(comparisonHtml(facts, styles))
