import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { EstimateFrom } from '../hooks/estimate-from.ts'
import { Paper, paperWidth } from '../hooks/paper.ts'
import { Sections, type View } from '../shared/sections.tsx'

/** Nothing may be loaded or run, even if something got past React's escaping. */
const policy = "default-src 'none'; style-src 'unsafe-inline'"

export interface ReportDocument<Facts> {
  /** Shown in the browser's tab. */
  readonly title: string
  readonly heading: string
  /** The report's subject, in a sentence. */
  readonly lead: ReactNode
  /** Facts that a reader of any figure must know. */
  readonly note?: ReactNode
  /** Version of Voxelwise that wrote it. */
  readonly app: string
  readonly styles: string
  readonly views: readonly View<Facts>[]
  readonly facts: Facts
  /** The basis of the figures, if it is a part of the questions. */
  readonly estimate: string | null
}

/** A report as one HTML file that opens anywhere: no scripts, nothing loaded. Equal facts give equal bytes. */
export function documentHtml<Facts>(report: ReportDocument<Facts>): string {
  return `<!doctype html>\n${renderToStaticMarkup(<Document {...report} />)}\n`
}

function Document<Facts>({ title, heading, lead, note, app, styles, ...content }: ReportDocument<Facts>) {
  return (
    <html lang="en" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="generator" content={`Voxelwise ${app}`} />
        <title>{title}</title>
        <style>{styles}</style>
      </head>
      <body>
        <header>
          <h1>{heading}</h1>
          <p className="muted">
            {lead} Report by Voxelwise {app}. For research, not for diagnosis.
          </p>
        </header>
        <main>
          {note}
          <Paper value={paperWidth}>
            <Views {...content} />
          </Paper>
        </main>
      </body>
    </html>
  )
}

/** Every view with data in the facts, with all of its sections. */
function Views<Facts>({
  views,
  facts,
  estimate,
}: Pick<ReportDocument<Facts>, 'views' | 'facts' | 'estimate'>) {
  return views
    .filter(({ sections }) => sections.some(({ body }) => body(facts, null) !== null))
    .map(view => (
      <section key={view.id} aria-labelledby={view.id}>
        <h2 id={view.id}>{view.name}</h2>
        <EstimateFrom value={estimate}>
          <Sections of={view} facts={facts} />
        </EstimateFrom>
      </section>
    ))
}
