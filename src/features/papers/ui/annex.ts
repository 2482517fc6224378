/** The reporting annex: every item of four checklists, filled from the run, left to the author, not done, or not applicable. */
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { csv } from '../../../data/export/csv.ts'
import { type AnnexFact, annexFact } from './annex-facts.ts'
import { type AnnexItem, annexItems, lists } from './annex-items.ts'

type AnnexStatus =
  | 'from the run'
  | 'in part from the run'
  | 'to be written by the author'
  | 'not done'
  | 'not applicable'

export interface AnnexLine extends Pick<AnnexItem, 'list' | 'number' | 'matter'> {
  readonly status: AnnexStatus
  readonly text: string
  /** Names of the facts that the text is made of. */
  readonly from: readonly AnnexFact[]
}

export const annexLines = (facts: ReportFacts): readonly AnnexLine[] =>
  annexItems.map(item => annexLine(item, facts))

function annexLine(
  { list, number, matter, from, author, otherwise }: AnnexItem,
  facts: ReportFacts,
): AnnexLine {
  const known = from.flatMap(name => {
    const text = annexFact(name, facts)
    return text === null ? [] : [{ name, text }]
  })
  const line = { list, number, matter, from: known.map(({ name }) => name) }
  const texts = known.map(({ text }) => text)
  if (texts.length === 0 && otherwise !== null) {
    const [status, text] = otherwise
    return { ...line, status, text }
  }
  if (texts.length === 0)
    return { ...line, status: 'to be written by the author', text: `[${author ?? matter.toLowerCase()}]` }
  if (author !== null)
    return { ...line, status: 'in part from the run', text: [...texts, `[${author}]`].join(' ') }
  return { ...line, status: 'from the run', text: texts.join(' ') }
}

const note =
  'Numbers refer to the checklist; wording is Voxelwise’s. Fill in the official form for a submission. Text in brackets is to be written by the author.'

export const annexCsv = (facts: ReportFacts): string =>
  csv([
    ['checklist', 'item', 'matter', 'status', 'text', 'from', 'page'],
    ...annexLines(facts).map(line => [
      ...[line.list, line.number, line.matter, line.status, line.text],
      ...[line.from.join(' '), ''],
    ]),
  ])

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A file that opens anywhere, without scripts. */
export function annexHtml(facts: ReportFacts): string {
  const all = annexLines(facts)
  const tables = lists.map(list => {
    const rows = all
      .filter(line => line.list === list)
      .map(
        ({ number, matter, status, text }) =>
          `<tr><th scope="row">${number}</th><td>${matter}</td><td>${status}</td><td>${escaped(text)}</td><td></td></tr>`,
      )
    const head = ['Item', 'Matter', 'Status', 'Text', 'Page'].map(name => `<th scope="col">${name}</th>`)
    return `<h2>${list}</h2>\n<table><thead><tr>${head.join('')}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody></table>`
  })
  const title = escaped(`Reporting annex: ${facts.run.name}`)
  const style =
    'body{font:15px/1.4 sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #ccc;padding:.3rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}'
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1>
<p>${note}</p>
${tables.join('\n')}
</body></html>
`
}
