import { svgAsSeen } from './svg-export.ts'

/** Pixels for every pixel of the page: sharp in print. */
const density = 2
/** What every browser's canvas can hold on a side. */
const maxPixels = 16_384

/** The SVG as it is seen, painted: as large as on the page, twice as sharp. */
export async function png(svg: SVGSVGElement): Promise<Blob> {
  const [width, height] = [svg.width.baseVal.value, svg.height.baseVal.value]
  const scale = Math.min(density, maxPixels / Math.max(width, height))
  const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser gives no canvas of this size.')
  const image = await opened(svgAsSeen(svg))
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
