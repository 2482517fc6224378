const shapeProperties = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray']
const textProperties = ['fill', 'font-family', 'font-size', 'font-weight', 'text-anchor']

const drawn = 'rect, path, circle, text, tspan'
const pageOnly = [
  'class',
  'style',
  'tabindex',
  'href',
  'aria-label',
  'aria-labelledby',
  'aria-hidden',
  'data-sure',
]

/**
 * The SVG as text with the styles it has on the page, in colours every program can read.
 * @param paper the colour behind it; by default that of the page
 */
export function svgAsSeen(svg: SVGSVGElement, paper?: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  originals.forEach((original, at) => {
    const target = copies[at]
    if (!target) return
    for (const name of pageOnly) target.removeAttribute(name)
    if (!original.matches(drawn)) return
    const style = getComputedStyle(original)
    for (const property of original.matches('text, tspan') ? textProperties : shapeProperties) {
      const value = style.getPropertyValue(property)
      if (value) target.setAttribute(property, isColour(property, value) ? hex(value) : value)
    }
  })
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.prepend(background(svg, paper))
  return new XMLSerializer().serializeToString(copy).replace(notInXml, '\ufffd')
}

/** Characters that no XML 1.0 file may contain, not even escaped; a browser's serialiser does not remove them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

const isColour = (property: string, value: string) =>
  (property === 'fill' || property === 'stroke') && value !== 'none' && !value.startsWith('url')

/** Paints one pixel with the colour and reads it: turns oklab() and the like into #rrggbb. */
function hex(colour: string): string {
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return colour
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data
  if (alpha === 0) return 'none'
  return `#${[red, green, blue].map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

function background(svg: SVGSVGElement, paper: string | undefined): SVGRectElement {
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  rect.setAttribute('width', '100%')
  rect.setAttribute('height', '100%')
  rect.setAttribute('fill', paper ?? hex(getComputedStyle(svg.ownerDocument.body).backgroundColor))
  return rect
}

/** Pixels for every pixel of the page: sharp in print. */
const density = 2
/** The maximum side of a canvas in every browser. */
const maxPixels = 16_384

/** The SVG as it is seen, painted: as large as on the page, twice as sharp. */
export async function png(svg: SVGSVGElement, paper?: string): Promise<Blob> {
  const [width, height] = [svg.width.baseVal.value, svg.height.baseVal.value]
  const scale = Math.min(density, maxPixels / Math.max(width, height))
  const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser gives no canvas of this size.')
  const image = await opened(svgAsSeen(svg, paper))
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/png' })
}

async function opened(svg: string): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  const image = new Image()
  try {
    image.src = url
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(url)
  }
}
