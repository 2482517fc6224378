import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { EstimateFrom } from '../hooks/estimate-from.ts'
import { Paper, PhoneWidth, paperWidth, phoneWidth } from '../hooks/paper.ts'
import { filledSections, Sections, type View } from '../shared/sections.tsx'

interface HtmlProps {
  readonly title: string
  readonly styles: string
  /** Version of Voxelwise, where it is named. */
  readonly generator?: string
  /** What may be shown besides the styles, such as images in the file. */
  readonly sources?: string
  /** The body. */
  readonly children: ReactNode
}

/** A file that opens anywhere. Nothing may be loaded or run, even if something got past React's escaping. */
export const htmlFile = ({ title, styles, generator, sources = '', children }: HtmlProps): string =>
  `<!doctype html>\n${renderToStaticMarkup(
    <html lang="en" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta
          httpEquiv="Content-Security-Policy"
          content={`default-src 'none'; style-src 'unsafe-inline'${sources}`}
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {generator !== undefined && <meta name="generator" content={`Voxelwise ${generator}`} />}
        <title>{title}</title>
        <style>{styles}</style>
      </head>
      {children}
    </html>,
  )}\n`

interface ReportDocument<Facts> {
  /** Shown in the browser's tab. */
  readonly title: string
  readonly heading: string
  /** The report's subject, in a sentence. */
  readonly lead: ReactNode
  /** Facts that a reader of any figure must know. */
  readonly note?: ReactNode
  /** All that a reader in a hurry needs, on a page of its own; contents and appendix follow. */
  readonly first?: ReactNode
  /** Version of Voxelwise that wrote it. */
  readonly app: string
  readonly styles: string
  readonly views: readonly View<Facts>[]
  readonly facts: Facts
  /** The basis of the figures, if it is a part of the questions. */
  readonly estimate: string | null
}

/**
 * A report as one HTML file that opens anywhere: no scripts, nothing loaded. Equal facts give equal bytes.
 * @returns its parts in order. Each is drawn when it is asked for, so that a page can do other work between them
 */
export function* documentParts<Facts>(report: ReportDocument<Facts>): Generator<string> {
  const { title, heading, lead, note, first, app, styles, ...content } = report
  const { facts, estimate } = content
  const body = (
    <body>
      <header>
        <h1>{heading}</h1>
        <p className="muted">
          {lead} Report by Voxelwise {app}. For research, not for diagnosis.
        </p>
      </header>
      <main>
        {note}
        <template />
      </main>
    </body>
  )
  const [head = '', foot = ''] = htmlFile({ title, styles, generator: app, children: body }).split(partsHere)
  yield head
  if (first !== undefined)
    yield renderPart('first', firstPageWidth, estimate, <div className="first-page">{first}</div>)
  yield renderPart('contents', paperWidth, null, <Contents {...content} />)
  for (const view of withData(content))
    yield renderPart(
      view.id,
      paperWidth,
      estimate,
      <section aria-labelledby={view.id}>
        <h2 id={view.id}>{view.name}</h2>
        <Sections of={view} facts={facts} />
      </section>,
    )
  yield foot
}

/** Texts of a run cannot contain an element: they are escaped. */
const partsHere = '<template></template>'

/** @param id tells the generated ids of the parts apart */
const renderPart = (id: string, width: number, estimate: string | null, children: ReactNode): string =>
  renderToStaticMarkup(
    <PhoneWidth value={phoneWidth}>
      <Paper value={width}>
        <EstimateFrom value={estimate}>{children}</EstimateFrom>
      </Paper>
    </PhoneWidth>,
    { identifierPrefix: `${id}-` },
  )

/** The first page is drawn smaller than the others, so that the map of a small cube has one band. */
const firstPageWidth = 1240

type Content<Facts> = Pick<ReportDocument<Facts>, 'views' | 'facts' | 'estimate'>

const withData = <Facts,>({ views, facts }: Content<Facts>): readonly View<Facts>[] =>
  views.filter(view => filledSections(view, facts, null).length > 0)

function Contents<Facts>(content: Content<Facts>) {
  return (
    <nav aria-labelledby="contents">
      <h2 id="contents">Contents</h2>
      <ol>
        {withData(content).map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ol>
      <p className="in-print muted">
        In print, some charts and tables are left out. The HTML file has all of them.
      </p>
    </nav>
  )
}
