import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Paper, paperWidth } from '../charts/kit/paper.ts'

/** Nothing may be loaded or run, even if something got past React's escaping. */
const policy = "default-src 'none'; style-src 'unsafe-inline'"

export interface ReportDocument {
  /** What a browser's tab says. */
  readonly title: string
  readonly heading: string
  /** What the report is about, in a sentence. */
  readonly lead: ReactNode
  /** Version of Voxelwise that wrote it. */
  readonly app: string
  readonly styles: string
  readonly children: ReactNode
}

/** A report as one HTML file that opens anywhere: no scripts, nothing loaded. Equal facts give equal bytes. */
export function documentHtml(report: ReportDocument): string {
  return `<!doctype html>\n${renderToStaticMarkup(<Document {...report} />)}\n`
}

function Document({ title, heading, lead, app, styles, children }: ReportDocument) {
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
            {lead} A report by Voxelwise {app}; for research, not for diagnosis.
          </p>
        </header>
        <main>
          <Paper value={paperWidth}>{children}</Paper>
        </main>
      </body>
    </html>
  )
}
