/** The sheets of a workbook out of the XML in it: Office Open XML (.xlsx) and OpenDocument (.ods). Values only; no formula is evaluated. */
import { Parser } from 'saxen'
import { MAX_LISTED, MAX_SHARED_TEXTS, MAX_SHEETS, MAX_TAG } from '../../containers/limits.ts'
import type { Cell } from './rows.ts'

/** The cells from the first column to the last filled one. An empty row has no cells. */
export type SheetRow = readonly Cell[]

interface XmlEvents {
  open?(element: string, attributes: () => Readonly<Record<string, string>>): void
  close?(element: string): void
  text?(text: string): void
}

/** Hears of elements by their names without prefixes. @throws Error where it is not XML, or a tag is longer than any should be */
function readXml(xml: string, { open, close, text }: XmlEvents): void {
  checkReferences(xml)
  checkTags(xml)
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  new Parser()
    .on('error', error => {
      throw error
    })
    .on('openTag', (element, attributes) =>
      open?.(local(element), () =>
        Object.fromEntries(Object.entries(attributes()).map(([name, value]) => [local(name), value])),
      ),
    )
    .on('closeTag', element => close?.(local(element)))
    .on('text', (value, decode) => text?.(decode(value)))
    .on('cdata', value => text?.(value))
    .parse(xml)
}

const reference = /&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)/g
const literal = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
] as const

/** An entity that XML itself does not have stands for nothing: the cell's text would be another. */
function checkReferences(xml: string): void {
  reference.lastIndex = 0
  for (let end = 0; ; ) {
    const found = reference.exec(xml)
    if (!found) return
    const before = xml.slice(end, found.index)
    const ends = literal.flatMap(([begin, close]) => {
      const start = before.lastIndexOf(begin)
      const closed = start === -1 ? -1 : xml.indexOf(close, end + start)
      return closed > found.index ? [closed] : []
    })
    const [closed] = ends
    if (closed === undefined)
      throw new Error(`an unknown entity: ${xml.slice(found.index, found.index + 20)}`)
    reference.lastIndex = end = closed
  }
}

/** The parser makes an object of all attributes of a tag. */
function checkTags(xml: string): void {
  for (let start = xml.indexOf('<'); start !== -1; ) {
    const next = xml.indexOf('<', start + 1)
    const length = (next === -1 ? xml.length : next) - start
    if (length > MAX_TAG && lengthOfTag(xml, start) > MAX_TAG)
      throw new Error(`a tag of more than ${MAX_TAG} characters`)
    start = next
  }
}

/** A `>` within quotes does not end a tag. */
function lengthOfTag(xml: string, start: number): number {
  let quote = ''
  for (let at = start + 1; at < xml.length && at - start <= MAX_TAG; at++) {
    const one = xml.charAt(at)
    if (quote === '' && one === '>') return at - start
    if (quote === '' && (one === '"' || one === "'")) quote = one
    else if (one === quote) quote = ''
  }
  return MAX_TAG + 1
}

/** Counts the entries of a list. @throws Error where it has more than `most` */
function counter(most: number, what: string): () => void {
  let count = 0
  return () => {
    if (++count > most) throw new Error(`more than ${most} ${what}`)
  }
}

/** Sheets of `xl/workbook.xml` with the members that hold them, in the order in which they are shown; hidden ones left out. */
export function sheetsOf(
  workbook: string,
  relations: string,
): readonly { readonly name: string; readonly path: string }[] {
  const targets = new Map<string, string>()
  const countRelation = counter(MAX_LISTED, 'relations')
  const countSheet = counter(MAX_SHEETS, 'sheets')
  readXml(relations, {
    open: (element, attributes) => {
      countRelation()
      const { Id = '', Target = '' } = element === 'Relationship' ? attributes() : {}
      if (Id !== '') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  const sheets: { name: string; path: string }[] = []
  readXml(workbook, {
    open: (element, attributes) => {
      if (element !== 'sheet') return
      countSheet()
      const { name = '', id = '', state = 'visible' } = attributes()
      const path = targets.get(id)
      if (path !== undefined && state === 'visible') sheets.push({ name, path })
    },
  })
  return sheets
}

/** Texts that cells refer to, in order; what is only a reading aid (`rPh`) is left out. */
export function sharedStrings(xml: string): readonly string[] {
  const texts: string[] = []
  let text = ''
  let aids = 0
  let isText = false
  const countText = counter(MAX_SHARED_TEXTS, 'shared texts')
  readXml(xml, {
    open: element => {
      if (element === 'si') {
        countText()
        text = ''
      }
      if (element === 'rPh') aids++
      isText = element === 't' && aids === 0
    },
    text: value => {
      if (isText) text += value
    },
    close: element => {
      isText = false
      if (element === 'rPh') aids--
      if (element === 'si') texts.push(unescaped(text))
    },
  })
  return texts
}

/** `_x000D_` is a character that XML cannot hold. */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** Numbers of the cell styles that show a number as a date or a time. */
export function dateStyles(xml: string): ReadonlySet<number> {
  const formats = new Set(builtInDates)
  const styles = new Set<number>()
  let isCellStyle = false
  const countFormat = counter(MAX_LISTED, 'styles')
  let count = 0
  readXml(xml, {
    open: (element, attributes) => {
      if (element === 'numFmt' || element === 'xf') countFormat()
      if (element === 'numFmt') {
        const { numFmtId = '', formatCode = '' } = attributes()
        const plain = formatCode.replace(/"[^"]*(?:"|$)|\[[^\]]*(?:\]|$)|\\./g, '')
        if (/[ymdhs]/i.test(plain)) formats.add(Number(numFmtId))
      }
      if (element === 'cellXfs') isCellStyle = true
      if (element !== 'xf' || !isCellStyle) return
      if (formats.has(Number(attributes().numFmtId))) styles.add(count)
      count++
    },
    close: element => {
      if (element === 'cellXfs') isCellStyle = false
    },
  })
  return styles
}

export interface SheetLimits {
  /** Throws where there is more than may be. @param cells that are kept beside those before */
  check(rows: number, columns: number, cells: number): void
  /** Throws where rows that are written once stand for too many: a few bytes would become minutes of reading. */
  checkRepeated(cells: number): void
}

/** Rows of a worksheet of .xlsx. */
export function worksheetRows(
  xml: string,
  { strings, dates }: { readonly strings: readonly string[]; readonly dates: ReadonlySet<number> },
  { check }: SheetLimits,
): readonly SheetRow[] {
  const rows: Cell[][] = []
  let row: Cell[] = []
  let cell = { column: 0, type: 'n', style: 0 }
  let next = 0
  let value = ''
  let isValue = false
  readXml(xml, {
    open: (element, attributes) => {
      if (element === 'row') {
        const at = Number(attributes().r ?? rows.length + 1) - 1
        check(at, 0, 0)
        while (rows.length < at) rows.push([])
        row = []
        next = 0
        rows.push(row)
      } else if (element === 'c') {
        const { r = '', t = 'n', s = '0' } = attributes()
        cell = { column: columnOf(r) ?? next, type: t, style: Number(s) }
        next = cell.column + 1
        value = ''
      }
      isValue = element === 'v' || element === 't'
    },
    text: text => {
      if (isValue) value += text
    },
    close: element => {
      isValue = false
      if (element !== 'c' || value === '') return
      check(rows.length, cell.column, Math.max(0, cell.column + 1 - row.length))
      while (row.length < cell.column) row.push(null)
      row[cell.column] = cellOf(value, cell, strings, dates)
    },
  })
  return rows
}

/** `AB12`: 27. */
function columnOf(place: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0]
  if (letters === undefined) return null
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellOf(
  value: string,
  { type, style }: { readonly type: string; readonly style: number },
  strings: readonly string[],
  dates: ReadonlySet<number>,
): Cell {
  switch (type) {
    case 's':
      return strings[Number(value)] ?? null
    case 'b':
      return value === '1'
    case 'e':
      return null
    case 'n': {
      const number = Number(value)
      return dates.has(style) ? dateOf(number) : numberOf(number, value)
    }
    default:
      return unescaped(value)
  }
}

const numberOf = (number: number, written: string): Cell => (Number.isFinite(number) ? number : written)

/** Days since the end of 1899, as spreadsheets count them. */
function dateOf(days: number): string {
  const date = new Date(Math.round((days - 25_569) * 86_400) * 1000)
  if (Number.isNaN(date.getTime())) return String(days)
  const text = date.toISOString().slice(0, 19)
  return text.endsWith('T00:00:00') ? text.slice(0, 10) : text.replace('T', ' ')
}

/** Sheets of an OpenDocument spreadsheet's `content.xml`. */
export function openDocumentSheets(
  xml: string,
  { check, checkRepeated }: SheetLimits,
): readonly { readonly name: string; readonly rows: readonly SheetRow[] }[] {
  const sheets: { name: string; rows: Cell[][] }[] = []
  let row: Cell[] = []
  let repeatsRow = 1
  let cell: { value: Cell; readonly isText: boolean; readonly repeats: number } | null = null
  let paragraphs = 0
  let notes = 0
  const countSheet = counter(MAX_SHEETS, 'sheets')
  readXml(xml, {
    open: (element, attributes) => {
      switch (element) {
        case 'table':
          countSheet()
          sheets.push({ name: attributes().name ?? '', rows: [] })
          break
        case 'table-row':
          row = []
          repeatsRow = Number(attributes()['number-rows-repeated'] ?? 1)
          break
        case 'table-cell':
        case 'covered-table-cell': {
          const given = attributes()
          const repeats = Number(given['number-columns-repeated'] ?? 1)
          cell = { value: openDocumentValue(given), isText: given['value-type'] === 'string', repeats }
          paragraphs = 0
          break
        }
        case 'annotation':
          notes++
          break
        case 'p':
          if (notes === 0 && paragraphs++ > 0) add('\n')
          break
        case 's':
          add(' '.repeat(Math.min(1000, Number(attributes().c ?? 1))))
          break
        case 'tab':
          add('\t')
          break
        case 'line-break':
          add('\n')
          break
      }
    },
    text: add,
    close: element => {
      if (element === 'annotation') notes--
      if ((element === 'table-cell' || element === 'covered-table-cell') && cell) {
        const { value, repeats } = cell
        cell = null
        // Empty cells are repeated up to the last column that there can be.
        if (value === null || value === '') row.length += Math.min(repeats, 5000)
        else {
          check(0, row.length + repeats, row.length + repeats)
          for (let i = 0; i < repeats; i++) row.push(value)
        }
      }
      if (element === 'table-row') {
        const rows = sheets.at(-1)?.rows
        const filled = Array.from(row, each => each ?? null)
        while (filled.length > 0 && filled.at(-1) === null) filled.pop()
        const count = filled.length === 0 ? Math.min(repeatsRow, 1) : repeatsRow
        check((rows?.length ?? 0) + count, filled.length, 0)
        checkRepeated((count - 1) * filled.length)
        for (let i = 0; i < count; i++) rows?.push(filled)
      }
    },
  })
  return sheets

  function add(text: string): void {
    if (cell?.isText && notes === 0) cell.value = String(cell.value ?? '') + text
  }
}

/** Of a text only its beginning: the rest are the elements in it. */
function openDocumentValue(attributes: Readonly<Record<string, string>>): Cell {
  const type = attributes['value-type']
  switch (type) {
    case 'float':
    case 'percentage':
    case 'currency':
      return numberOf(Number(attributes.value), attributes.value ?? '')
    case 'boolean':
      return attributes['boolean-value'] === 'true'
    case 'date':
    case 'time':
      return attributes[`${type}-value`] ?? null
    default:
      return type === 'string' ? '' : null
  }
}
