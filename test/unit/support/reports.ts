/** What the tests of reports have in common. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { comparisonReportParts } from '../../../src/ui/report/comparison-report.tsx'
import { runReportParts } from '../../../src/ui/report/run-report.tsx'
import { featureSheets, listSheets } from './sheets.ts'

/** The whole report of a run as text. */
export const reportHtml = (...of: Parameters<typeof runReportParts>): string =>
  [...runReportParts(...of)].join('')

/** The same of a comparison. */
export const comparisonHtml = (...of: Parameters<typeof comparisonReportParts>): string =>
  [...comparisonReportParts(...of)].join('')

export const hostile = `<script>alert(1)</script><img src="https://evil.test/x.png" onerror='alert(2)'>"'&`

const sheetsInUi = (name: string): readonly string[] => listSheets(join('src/ui', name))

/** The style sheets of the page's own report, in its order. */
export const reportStyles = [
  ...['styles/tokens.css', 'styles/base.css', 'styles/printed.css'].flatMap(sheetsInUi),
  ...featureSheets(),
  ...sheetsInUi('report/report.css'),
]
  .map(path => readFileSync(path, 'utf8'))
  .join('\n')

/** Every address in a page's text. */
export const findAddresses = (html: string): ReadonlySet<string> =>
  new Set(html.match(/https?:\/\/[^"<\s]+/g) ?? [])

/** The addresses that it links to, other than its own sections. */
export const findLinks = (html: string): ReadonlySet<string | undefined> =>
  new Set([...html.matchAll(/<a href="([^"#]+)"/g)].map(([, address]) => address))
