/** Workbooks of one sheet, with any of their parts replaced. */
import { zipBytes } from './zip-bytes.ts'

export interface WorkbookParts {
  readonly sheets?: string
  readonly relations?: string
  readonly strings?: string
  readonly styles?: string
  readonly rows?: string
}

const cells = (...texts: readonly string[]): string =>
  `<row>${texts.map(text => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`

/** A question in two rows, the names of its columns first. */
export const questionRows =
  cells('question', 'A', 'B', 'answer') + cells('What is it?', 'a lung', 'a heart', 'A')

export function workbookBytes({
  sheets = '<sheet name="S" r:id="r1"/>',
  relations = '<Relationship Id="r1" Target="worksheets/s.xml"/>',
  strings = '',
  styles = '',
  rows = questionRows,
}: WorkbookParts): Uint8Array {
  const members = {
    'xl/workbook.xml': `<workbook><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<R>${relations}</R>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet><cellXfs>${styles}</cellXfs></styleSheet>`,
    'xl/worksheets/s.xml': `<w><sheetData>${rows}</sheetData></w>`,
  }
  return zipBytes(Object.entries(members).map(([name, content]) => ({ name, content, isPacked: true })))
}
