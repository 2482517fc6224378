/** The report as the page makes it, loaded only when one is saved: React's renderer for text comes with it. */
import cube from '../styles/cube.css?raw'
import figures from '../styles/figures.css?raw'
import plots from '../styles/plots.css?raw'
import shortcuts from '../styles/shortcuts.css?raw'
import tables from '../styles/tables.css?raw'
import tokens from '../styles/tokens.css?raw'
import type { ReportFacts } from './facts.ts'
import own from './report.css?raw'
import { reportHtml } from './report.tsx'

export const reportFile = (facts: ReportFacts): Blob =>
  new Blob([reportHtml(facts, [tokens, tables, figures, cube, plots, shortcuts, own].join('\n'))], {
    type: 'text/html',
  })
