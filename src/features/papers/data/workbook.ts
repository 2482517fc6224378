/** Tables as one workbook of Office Open XML (.xlsx), for spreadsheets: texts and numbers, no formulas, no styles. */

import { type ArchiveMember, archive } from '../../../data/export/archive.ts'
import type { CsvValue } from '../../../data/export/csv.ts'

export interface Sheet {
  readonly name: string
  /** The names of the columns, then the rows. */
  readonly rows: readonly (readonly CsvValue[])[]
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A sheet's name has at most 31 characters, and none of these. */
const longestName = 31

/** @param date of its members (ISO 8601), so that equal tables give equal bytes */
export function workbook(sheets: readonly Sheet[], date: string): Promise<Blob> {
  const names = sheetNames(sheets.map(({ name }) => name))
  const all = sheets.map(({ rows }, at) => ({ rows, name: names[at] ?? '', id: at + 1 }))
  const each = (text: (sheet: (typeof all)[number]) => string) => all.map(text).join('')
  return archive(
    [
      member(
        '[Content_Types].xml',
        `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${each(({ id }) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
      ),
      member(
        '_rels/.rels',
        `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      member(
        'xl/workbook.xml',
        `<workbook xmlns="${main}" xmlns:r="${documents}"><sheets>${each(({ name, id }) => `<sheet name="${xmlText(name)}" sheetId="${id}" r:id="rId${id}"/>`)}</sheets></workbook>`,
      ),
      member(
        'xl/_rels/workbook.xml.rels',
        `<Relationships xmlns="${packages}/relationships">${each(({ id }) => `<Relationship Id="rId${id}" Type="${documents}/worksheet" Target="worksheets/sheet${id}.xml"/>`)}</Relationships>`,
      ),
      ...all.map(({ rows, id }) => member(`xl/worksheets/sheet${id}.xml`, sheetXml(rows))),
    ],
    date,
  )
}

const member = (name: string, xml: string): ArchiveMember => ({ name, parts: [head, xml] })

/** The names as a workbook may have them, no two alike. */
function sheetNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map(name => {
    const plain = name.replace(/[[\]:*?/\\']/g, ' ').slice(0, longestName) || 'Sheet'
    for (let copy = 1; ; copy++) {
      const one = copy === 1 ? plain : `${plain.slice(0, longestName - 4)} ${copy}`
      if (taken.has(one.toLowerCase())) continue
      taken.add(one.toLowerCase())
      return one
    }
  })
}

/** The first row stays in sight. */
function sheetXml(rows: Sheet['rows']): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const written = rows.map((row, at) => `<row r="${at + 1}">${row.map(cell).join('')}</row>`)
  return `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetData>${written.join('')}</sheetData></worksheet>`
}

function cell(value: CsvValue): string {
  if (value === null) return '<c/>'
  if (typeof value === 'number') return Number.isFinite(value) ? `<c><v>${value}</v></c>` : '<c/>'
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

// biome-ignore lint/suspicious/noControlCharactersInRegex: no XML 1.0 file may contain these
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

/** A text in XML. What looks like an escaped character of a workbook (_x000A_) stays as it is. */
const xmlText = (text: string): string =>
  text
    .replace(notInXml, '\ufffd')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, one => entities.get(one) ?? one)
