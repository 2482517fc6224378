/** The sheets of an Office Open XML workbook (.xlsx) out of its XML. Values only; no formula is evaluated. */

import { MAX_COVERED, MAX_LISTED, MAX_SHARED_TEXTS, MAX_SHEETS } from '../limits.ts'
import type { Cell } from '../rows.ts'
import {
  checkText,
  fillDown,
  type MergedCell,
  numberCell,
  readXml,
  type SheetLimits,
  type SheetRow,
} from './sheet-xml.ts'
import { counter } from './xml-limits.ts'

interface WorkbookParts {
  /** With the members that hold them, in the order in which they are shown; hidden ones left out. */
  readonly sheets: readonly { readonly name: string; readonly path: string }[]
  /** Whether its days count from 1904. */
  readonly isFrom1904: boolean
}

/** What `xl/workbook.xml` says of all sheets. */
export function workbookParts(workbook: string, relations: string): WorkbookParts {
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
  let isFrom1904 = false
  readXml(workbook, {
    open: (element, attributes) => {
      if (element === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes().date1904 ?? '')
      if (element !== 'sheet') return
      countSheet()
      const { name = '', id = '', state = 'visible' } = attributes()
      const path = targets.get(id)
      if (path !== undefined && state === 'visible') sheets.push({ name, path })
    },
  })
  return { sheets, isFrom1904 }
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
      if (!isText) return
      text += value
      checkText(text)
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
  const countStyle = counter(MAX_LISTED, 'styles')
  let count = 0
  readXml(xml, {
    open: (element, attributes) => {
      if (element === 'numFmt' || element === 'xf') countStyle()
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

/** What the cells of a worksheet refer to. */
interface CellReading extends Pick<WorkbookParts, 'isFrom1904'> {
  readonly strings: readonly string[]
  /** As `dateStyles`. */
  readonly dates: ReadonlySet<number>
  /** Called for each formula without a stored value, which is read as an empty cell. */
  readonly onEmptyFormula: () => void
  /** The picture that is the value of a cell; null where it has another value. @param vm number of its value metadata */
  readonly findPicture: (vm: number, value: string) => Cell | null
  /** The rows with the pictures that are anchored in them. */
  readonly withPictures: (rows: readonly SheetRow[]) => readonly SheetRow[]
}

/** Rows of a worksheet of .xlsx. The rows of a merged cell all have its value. Hidden rows and columns are read, as pandas reads them. */
export function worksheetRows(xml: string, cells: CellReading, limits: SheetLimits): readonly SheetRow[] {
  const { check } = limits
  let isFormula = false
  let isStored = false
  const countMerged = counter(MAX_LISTED, 'merged cells')
  const countCovered = counter(MAX_COVERED, 'cells under merged cells')
  const rows: Cell[][] = []
  const merged: string[] = []
  let row: Cell[] = []
  let cell = { column: 0, type: 'n', style: 0, vm: 0 }
  let nextRow = 0
  let next = 0
  let value = ''
  let aids = 0
  let isValue = false
  readXml(xml, {
    open: (element, attributes) => {
      if (element === 'row') {
        // Rows may come in any order.
        const at = Number(attributes().r ?? nextRow + 1) - 1
        check(at, 0, 0)
        while (rows.length <= at) rows.push([])
        row = rows[at] ?? []
        next = 0
        nextRow = at + 1
      } else if (element === 'c') {
        const { r = '', t = 'n', s = '0', vm = '0' } = attributes()
        cell = { column: columnIndex(r) ?? next, type: t, style: Number(s), vm: Number(vm) }
        next = cell.column + 1
        value = ''
        isFormula = false
        isStored = false
      } else if (element === 'mergeCell') {
        countMerged()
        merged.push(attributes().ref ?? '')
      }
      if (element === 'rPh') aids++
      isFormula ||= element === 'f'
      isStored ||= element === 'v'
      isValue = element === 'v' || (element === 't' && aids === 0)
    },
    text: text => {
      if (!isValue) return
      value += text
      checkText(value)
    },
    close: element => {
      isValue = false
      if (element === 'rPh') aids--
      if (element === 'c' && isFormula && !isStored) cells.onEmptyFormula()
      if (element !== 'c') return
      const picture = cells.findPicture(cell.vm, value)
      if (value === '' && picture === null) return
      check(rows.length, cell.column, Math.max(0, cell.column + 1 - row.length))
      while (row.length < cell.column) row.push(null)
      row[cell.column] = picture ?? readCell(value, cell, cells)
    },
  })
  for (const range of merged) clearCovered(rows, range, countCovered)
  const shown = cells.withPictures(rows).map(each => [...each])
  fillDown(shown, mergedCells(merged), limits)
  return shown
}

/** Merged cells by their ranges, such as `A2:B4`. */
const mergedCells = (ranges: readonly string[]): readonly MergedCell[] =>
  ranges.flatMap(range => {
    const [from = '', to = from] = range.split(':')
    const column = columnIndex(from)
    return column === null ? [] : [{ column, top: rowIndex(from), bottom: rowIndex(to) }]
  })

/** A merged cell shows what its first cell holds: whatever the others hold is hidden. @param range such as `A1:B2` */
function clearCovered(rows: readonly Cell[][], range: string, count: () => void): void {
  const [from, to = from] = range
    .split(':')
    .map(place => ({ column: columnIndex(place), row: rowIndex(place) }))
  if (!from || !to || from.column === null || to.column === null) return
  for (let at = from.row; at <= to.row && at < rows.length; at++) {
    count()
    const row = rows[at] ?? []
    const first = at === from.row ? from.column + 1 : from.column
    for (let column = first; column <= to.column && column < row.length; column++) {
      count()
      row[column] = null
    }
  }
}

/** `AB12`: 11. */
const rowIndex = (place: string): number => Number(/(?<!\d)\d+$/.exec(place)?.[0] ?? 0) - 1

/** `AB12`: 27. */
function columnIndex(place: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0]
  if (letters === undefined) return null
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function readCell(
  value: string,
  { type, style }: { readonly type: string; readonly style: number },
  { strings, dates, isFrom1904 }: CellReading,
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
      return dates.has(style) ? serialDate(number, isFrom1904) : numberCell(number, value)
    }
    default:
      return unescaped(value)
  }
}

/** Days of the 1900 system at the start of 1904. */
const daysTo1904 = 1462
/** Days of the 1900 system at the start of 1970. */
const daysTo1970 = 25_569

/**
 * Days as spreadsheets count them: in the 1900 system 1 is 1 January 1900, and 60 is a 29 February that never was; in the 1904
 * system 0 is 1 January 1904 (ECMA-376, part 1, 18.17.4.1).
 */
function serialDate(value: number, isFrom1904: boolean): string {
  const isTime = value < 1 && (isFrom1904 ? value > 0 : value >= 0)
  if (isTime) return new Date(Math.round(value * 86_400) * 1000).toISOString().slice(11, 19)
  const days = isFrom1904 ? value + daysTo1904 : value > 0 && value < 60 ? value + 1 : value
  const date = new Date(Math.round((days - daysTo1970) * 86_400) * 1000)
  if (Number.isNaN(date.getTime())) return String(value)
  const text = date.toISOString().slice(0, 19)
  return text.endsWith('T00:00:00') ? text.slice(0, 10) : text.replace('T', ' ')
}
