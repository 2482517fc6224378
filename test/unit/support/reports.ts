/** What the tests of reports have in common. */
import { readFileSync } from 'node:fs'

export const hostile = `<script>alert(1)</script><img src="https://evil.test/x.png" onerror='alert(2)'>"'&`

export const reportStyles = [
  'tokens',
  'tables',
  'figures',
  'cube',
  'plots',
  'shortcuts',
  'confidence',
  'probes',
  'compare',
]
  .map(name => readFileSync(`src/ui/styles/${name}.css`, 'utf8'))
  .concat(readFileSync('src/ui/report/report.css', 'utf8'))
  .join('\n')

/** Every address in a page's text. */
export const addressesOf = (html: string): ReadonlySet<string> =>
  new Set(html.match(/https?:\/\/[^"<\s]+/g) ?? [])

/** The addresses that it links to. */
export const linksOf = (html: string): ReadonlySet<string | undefined> =>
  new Set([...html.matchAll(/<a href="([^"]+)"/g)].map(([, address]) => address))
