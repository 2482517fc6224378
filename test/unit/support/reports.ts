/** What the tests of reports have in common. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const hostile = `<script>alert(1)</script><img src="https://evil.test/x.png" onerror='alert(2)'>"'&`

/** The style sheets that the page's own report takes, in its order. */
export const reportStyles = [
  ...readFileSync('src/ui/report/page.ts', 'utf8').matchAll(/from '(\.[^']+\.css)\?raw'/g),
]
  .map(([, path = '']) => readFileSync(join('src/ui/report', path), 'utf8'))
  .join('\n')

/** Every address in a page's text. */
export const addressesOf = (html: string): ReadonlySet<string> =>
  new Set(html.match(/https?:\/\/[^"<\s]+/g) ?? [])

/** The addresses that it links to, other than its own sections. */
export const linksOf = (html: string): ReadonlySet<string | undefined> =>
  new Set([...html.matchAll(/<a href="([^"#]+)"/g)].map(([, address]) => address))
