/** Charts as vector PDF. jsPDF and svg2pdf.js come with this module, which is loaded only when it is needed. */
import { jsPDF } from 'jspdf'
import 'svg2pdf.js'

/** Outside Windows-1252, which PDF’s own fonts have. */
const unwritable = /[^\n\t\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/

/**
 * One page as large as the chart, with text as text in Helvetica.
 * @param svg the text of an SVG file in pixels
 * @param date ISO 8601: equal charts give equal files
 * @returns null if a label has a character that the font lacks
 */
export async function makePdf(svg: string, date: string): Promise<Blob | null> {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  for (const node of root.querySelectorAll('text, tspan')) {
    node.setAttribute('font-family', 'helvetica')
    const weight = Number(node.getAttribute('font-weight') ?? 400)
    node.setAttribute('font-weight', weight >= 600 ? 'bold' : 'normal')
  }
  for (const title of root.querySelectorAll('title')) title.remove()
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = (node.nodeValue ?? '').replaceAll('−', '–').replaceAll('\u2009', '\u00a0')
    if (unwritable.test(text)) return null
    node.nodeValue = text
  }
  const [width, height] = ['width', 'height'].map(name => Number(root.getAttribute(name)))
  if (!width || !height) throw new RangeError('The chart has no size.')
  const pdf = new jsPDF({
    unit: 'px',
    hotfixes: ['px_scaling'],
    format: [width, height],
    orientation: width > height ? 'landscape' : 'portrait',
    compress: true,
  })
  pdf.setCreationDate(new Date(date))
  pdf.setFileId('0'.repeat(32))
  await pdf.svg(root, { x: 0, y: 0, width, height })
  return pdf.output('blob')
}
