/** The charts of a report as files: SVG, PNG and PDF, in the light theme on white. */
import { png, svgAsSeen } from '../../charts/kit/svg-export.ts'
import { paperWidth } from '../../hooks/paper.ts'

export interface FigureFiles {
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
export async function figuresOf(html: string, styles: string, date: string): Promise<readonly FigureFiles[]> {
  const host = document.createElement('div')
  host.dataset.theme = 'light'
  host.setAttribute('aria-hidden', 'true')
  host.style.cssText = `position: fixed; inset: 0 auto auto -10000px; width: ${paperWidth}px; --paper: ${white}`
  const root = host.attachShadow({ mode: 'open' })
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const style = document.createElement('style')
  style.textContent = styles.replaceAll(/:root(\[[^[\]]+\])/g, ':host($1)').replaceAll(':root', ':host')
  root.append(style, ...Array.from(body.children, child => document.importNode(child, true)))
  document.body.append(host)
  try {
    const { pdfOf } = await import('./pdf.ts')
    const found: FigureFiles[] = []
    for (const svg of root.querySelectorAll<SVGSVGElement>('figure svg.plot')) {
      const title = svg.closest('figure')?.querySelector('figcaption')?.textContent ?? ''
      const text = svgAsSeen(svg, white)
      const name = `${String(found.length + 1).padStart(2, '0')}-${slug(title)}`
      found.push({ name, title, svg: text, png: await png(svg, white), pdf: await pdfOf(text, date) })
    }
    return found
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
