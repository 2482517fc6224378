/** The images of a row: their places, or their names. */
import { type Cell, EmbeddedImage } from '@voxelwise/tables'
import { getOrMake } from '../../../engine/base/grouping.ts'
import { type Cells, cellAt, cellText, firstFilled, isEmpty, isList, isObject, unpacked } from './cells.ts'
import type { ImagesSource } from './document.ts'

/** An image within a file, or a row's name for one: a path, a name, another row's id. */
export type NamedImage = EmbeddedImage | string

/** In the order in which the row has them. */
export function rowImages(source: ImagesSource | null, cells: Cells): readonly NamedImage[] {
  if (source === null) return []
  if (source.template !== undefined) {
    const name = fromTemplate(source.template, cells)
    return name === null ? [] : [name]
  }
  const each = source.prefix === undefined ? source.each : numbered(source.prefix, cells, source.suffix)
  return each.flatMap(columns => inCell(firstFilled(cells, columns)))
}

/** As Python's `format` fills up a whole number with zeros; null where a column holds nothing. */
function fromTemplate(template: string, cells: Cells): string | null {
  let isWhole = true
  const name = template.replace(/\{([^{}:]+)(?::0?(\d{1,2})d?)?\}/g, (_, column: string, width = '0') => {
    const text = cellText(cellAt(cells, column))
    if (text === null) isWhole = false
    return (text ?? '').padStart(Number(width), '0')
  })
  return isWhole ? name : null
}

/**
 * Columns of a prefix, a number or letter, and one of some suffixes, in the order of the numbers: `image_1` before `image_10`.
 * Those of one number are alternatives, in the order of the suffixes.
 */
export function numbered(
  prefix: string,
  cells: Cells,
  suffixes: readonly string[] = [''],
): readonly (readonly string[])[] {
  const places = new Map<number, string[]>()
  for (const suffix of suffixes)
    for (const column of Object.keys(cells)) {
      const place = columnNumber(column, prefix, suffix)
      if (place !== null) getOrMake(places, place, () => []).push(column)
    }
  return [...places].sort(([a], [b]) => a - b).map(([, columns]) => columns)
}

function columnNumber(column: string, prefix: string, suffix: string): number | null {
  if (!column.startsWith(prefix) || !column.endsWith(suffix)) return null
  const between = column.slice(prefix.length, column.length - suffix.length)
  if (/^\d{1,3}$/.test(between)) return Number(between)
  return /^[a-z]$/i.test(between) ? between.toLowerCase().charCodeAt(0) : null
}

function inCell(cell: Cell | undefined): readonly NamedImage[] {
  if (isEmpty(cell)) return []
  if (cell instanceof EmbeddedImage) return [cell]
  const read = unpacked(cell)
  if (isList(read)) return read.flatMap(inCell)
  if (isObject(read)) return inObject(read)
  const text = cellText(read)
  return text === null ? [] : pathsIn(text)
}

/** Several paths in one text, where each has a picture's ending: `a.png, b.png`. */
function pathsIn(text: string): readonly string[] {
  const parts = text
    .split(/[,;|\n]/)
    .map(part => part.trim())
    .filter(part => part !== '')
  return parts.length > 1 && parts.every(part => /\.(?:png|jpe?g|webp|bmp|gif|tiff?|dcm)$/i.test(part))
    ? parts
    : [text]
}

/** The image that an object describes: by its bytes, else by its path. */
function inObject(object: { readonly [name: string]: Cell }): readonly NamedImage[] {
  const cells = Object.values(object)
  const embedded = cells.find(cell => cell instanceof EmbeddedImage)
  if (embedded instanceof EmbeddedImage) return [embedded]
  const named = Object.entries(object).find(
    ([key, cell]) => /path|file|name|image|img|src/i.test(key) && cellText(cell),
  )
  const text = cellText(named?.[1])
  if (text !== null) return [text]
  // A turn of a conversation with its parts: `{"content": [{"type": "image_url", "image_url": {"url": …}}]}`.
  const inner = object.content ?? object.image_url
  if (isList(inner)) return inner.flatMap(part => (isObject(part) ? inObject(part) : []))
  const address = isObject(inner) ? inner.url : undefined
  return [address instanceof EmbeddedImage ? address : (cellText(address) ?? [])].flat()
}
