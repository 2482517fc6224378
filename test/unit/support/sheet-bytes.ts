import { zipBytes } from './zip-bytes.ts'

const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

/** A workbook with these sheets, by their names, and with more members. */
export const workbook = (
  sheets: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
) => {
  const names = Object.keys(sheets)
  const members = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${names
      .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheet(rows)]),
    ),
    ...more,
  }
  return zipBytes(Object.entries(members).map(([name, content]) => ({ name, content, isPacked: true })))
}
