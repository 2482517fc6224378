/** The widths of texts, and how to fit those that are too long. Widths are in the units of a chart. */
import { max } from 'd3-array'
import { bold, regular } from './dejavu-widths.ts'

/** The texts of charts by their class, as the style sheets set them. */
export const textStyles = {
  'plot-tick': { size: 11, weight: 400 },
  'plot-name': { size: 12, weight: 400 },
  'plot-label': { size: 12, weight: 400 },
  'plot-value': { size: 12, weight: 400 },
  'plot-n': { size: 11, weight: 400 },
  'plot-key': { size: 12, weight: 400 },
  'plot-panel': { size: 14, weight: 600 },
  'cube-modality': { size: 11, weight: 400 },
  'plot-number': { size: 12, weight: 600 },
  'cube-task': { size: 12, weight: 400 },
  'matrix-label': { size: 11, weight: 400 },
  'matrix-number': { size: 11, weight: 400 },
} as const

/** From one line of a label to the next. */
export const labelLine = 15

export type TextClass = keyof typeof textStyles

/** How wide a text of a class is. */
export type MeasureText = (text: string, style: TextClass) => number

/** All digits are as wide as 0: charts use tabular figures, which a canvas does not support. */
const tabular = (text: string) => text.replace(/\d/g, '0')

const widthByCharacter = (table: typeof regular): ReadonlyMap<string, number> =>
  new Map(table.flatMap(([width, characters]) => Array.from(characters, one => [one, width] as const)))
const tables = { 400: widthByCharacter(regular), 600: widthByCharacter(bold) }

/**
 * The same on every machine, and wide enough for each of the page's fonts: for reports, which are written without
 * knowing who reads them. A character that the table lacks is taken to be as wide as it is high.
 */
export const measureByTable: MeasureText = (text, style) => {
  const { size, weight } = textStyles[style]
  let width = 0
  for (const one of text) width += tables[weight].get(one) ?? 1000
  return (width / 1000) * size
}

let context: OffscreenCanvasRenderingContext2D | null | undefined
const measured = new Map<string, number>()

/** In the font that the page is read in; by the table where the browser gives no canvas. */
export const measureOnCanvas: MeasureText = (text, style) => {
  const { size, weight } = textStyles[style]
  const key = `${weight} ${size} ${tabular(text)}`
  const known = measured.get(key)
  if (known !== undefined) return known
  context ??= new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return measureByTable(text, style)
  const family = getComputedStyle(document.documentElement).getPropertyValue('--sans')
  context.font = `${weight} ${size}px ${family}`
  context.textRendering = 'geometricPrecision'
  const { width } = context.measureText(tabular(text))
  measured.set(key, width)
  return width
}

/** The widest of some texts; 0 where there are none. */
export const widest = (texts: readonly string[], measure: MeasureText, style: TextClass): number =>
  max(texts, text => measure(text, style)) ?? 0

/**
 * A text cut with an ellipsis so that it has room.
 * @param keep what stays: the beginning, or also the end where names differ there
 */
export function fitText(
  text: string,
  width: number,
  measure: MeasureText,
  style: TextClass,
  keep: 'start' | 'ends' = 'start',
): string {
  if (measure(text, style) <= width) return text
  const letters = Array.from(text)
  const cutTo = (n: number) => {
    const head = keep === 'start' ? n : Math.ceil(n * 0.4)
    return `${letters.slice(0, head).join('').trimEnd()}…${letters.slice(letters.length - (n - head)).join('')}`
  }
  let [low, high] = [0, letters.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (measure(cutTo(middle), style) <= width) low = middle
    else high = middle - 1
  }
  return cutTo(low)
}

/** A text broken at its spaces into lines that fit; the rest is cut in the last line. */
export function wrapText(
  text: string,
  width: number,
  measure: MeasureText,
  style: TextClass,
  maxLines = 2,
): readonly string[] {
  const lines: string[] = []
  let words = text.split(' ')
  while (words.length > 0) {
    if (lines.length === maxLines - 1) return [...lines, fitText(words.join(' '), width, measure, style)]
    let n = 1
    while (n < words.length && measure(words.slice(0, n + 1).join(' '), style) <= width) n++
    lines.push(fitText(words.slice(0, n).join(' '), width, measure, style))
    words = words.slice(n)
  }
  return lines
}
