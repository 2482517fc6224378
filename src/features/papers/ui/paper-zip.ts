/** “Files for a paper”: the reporting annex, methods, tables, figures and references of a run, as one zip. */
import type { DrawnReport, ReportFacts } from '../../../app/controller/report-facts.ts'
import type { Waiter } from '../../../app/controller/waiter.ts'
import { archive } from '../../../data/export/archive.ts'
import { png, svgAsSeen } from '../../../ui/charts/kit/svg-export.ts'
import { paperWidth } from '../../../ui/hooks/paper.ts'
import { type PaperParts, paperFiles } from './paper-files.ts'

/** The charts of a report as files: SVG, PNG and PDF, in the light theme on white. */
interface FigureFiles {
  /** Without an extension. */
  readonly name: string
  readonly title: string
  readonly svg: string
  readonly png: Blob
  /** Null if a label has a character that PDF’s own fonts lack. */
  readonly pdf: Blob | null
}

const white = '#ffffff'

/**
 * @param html of a report
 * @param styles of it
 * @param date of the run
 */
async function figureFiles(
  html: string,
  styles: string,
  date: string,
  { signal, report }: Waiter,
): Promise<readonly FigureFiles[]> {
  const host = document.createElement('div')
  host.dataset.theme = 'light'
  host.setAttribute('aria-hidden', 'true')
  host.style.cssText = `position: fixed; inset: 0 auto auto -10000px; width: ${paperWidth}px; --paper: ${white}`
  const root = host.attachShadow({ mode: 'open' })
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const style = document.createElement('style')
  style.textContent = styles.replaceAll(/:root(\[[^[\]]+\])/g, ':host($1)').replaceAll(':root', ':host')
  root.append(style, ...Array.from(body.children, child => document.importNode(child, true)))
  // A paper has each chart once, as wide as a page.
  for (const phone of root.querySelectorAll('.on-phone')) phone.remove()
  for (const wide of root.querySelectorAll('.on-wide')) wide.removeAttribute('class')
  document.body.append(host)
  try {
    const { makePdf } = await import('./pdf.ts')
    const files: FigureFiles[] = []
    const charts = root.querySelectorAll<SVGSVGElement>('figure svg.plot')
    for (const svg of charts) {
      signal.throwIfAborted()
      report(`Figure ${files.length + 1} of ${charts.length}`)
      const title = svg.closest('figure')?.querySelector('figcaption')?.textContent ?? ''
      const text = svgAsSeen(svg, white)
      const name = `${String(files.length + 1).padStart(2, '0')}-${slug(title)}`
      files.push({ name, title, svg: text, png: await png(svg, white), pdf: await makePdf(text, date) })
    }
    return files
  } finally {
    host.remove()
  }
}

/** "accuracy-by-task", for the name of a file. */
const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'figure'

export async function paperZip(
  { facts, html, styles }: DrawnReport,
  added: PaperParts,
  waiting: Waiter,
): Promise<Blob> {
  const { created } = facts.run
  const figures = await figureFiles(html, styles, created, waiting)
  const texts = paperFiles(facts, added).map(({ name, text }) => ({ name, parts: [text] }))
  const drawn = figures.flatMap(({ name, svg, png, pdf }) => [
    { name: `figures/${name}.svg`, parts: [svg] },
    { name: `figures/${name}.png`, blob: png },
    ...(pdf ? [{ name: `figures/${name}.pdf`, blob: pdf }] : []),
  ])
  return archive([{ name: 'README.txt', parts: [readme(facts, figures)] }, ...texts, ...drawn], created)
}

function readme({ run }: ReportFacts, figures: readonly FigureFiles[]): string {
  const without = figures.filter(({ pdf }) => pdf === null)
  return [
    `Files for a paper on the run "${run.name}", by Voxelwise ${run.environment.app}.`,
    '',
    'annex.html, annex.csv   MI-CLEAR-LLM, REFINE, TRIPOD-LLM and CLAIM, item by item',
    'methods.txt             a methods paragraph; [brackets] are for the author',
    'tables.tex              tables for LaTeX with booktabs',
    'tables/                 the same tables as CSV',
    'references.bib          what the report cites',
    'figures/                charts as SVG, PNG and PDF',
    '',
    ...figures.map(({ name, title }) => `${name}: ${title}`),
    '',
    ...(without.length > 0
      ? [
          `No PDF of ${without.map(({ name }) => name).join(', ')}: a label has characters that PDF's own fonts lack. Use the SVG.`,
          '',
        ]
      : []),
  ].join('\n')
}
