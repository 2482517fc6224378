/** Tables of a run whose names and texts are as hostile as they may be. */
import { isFormula } from '../../../src/data/export/csv.ts'
import { answered, someRun } from './records.ts'

/** Texts that a spreadsheet could take for formulas, or for the end of a cell. */
export const hostileTexts = [
  '=1+1',
  '+1',
  '-2',
  '@A1',
  '\t=1',
  ' =1',
  '\r\n=1',
  '＝1',
  "'=1",
  '=HYPERLINK("x","y")',
  '=1\t=2',
]

const makeFields = (text: string, i: number) => ({
  ...{ id: `${text}${i}`, task: text, modality: text, parts: text, dataset: text },
  ...{ question: text, option_A: text, option_B: `b${text}`, gt_answer: text, image_path: text, group: text },
})

/** Answers with these texts in every field. */
export const hostileRecords = hostileTexts.flatMap((text, i) => [
  answered(i, makeFields(text, i), { response: text, rightAnswer: 'A' }),
])

export const hostileRun = {
  ...someRun,
  model: { ...someRun.model, name: '=model' },
  dataset: { ...someRun.dataset, name: '=set' },
}

/** The cells of delimited text, without their quotes. */
export function cellsIn(text: string, tab: boolean): readonly string[] {
  const cell = tab ? /"((?:[^"]|"")*)"|([^"\t\r\n]+)/g : /"((?:[^"]|"")*)"|([^",\r\n]+)/g
  return Array.from(text.matchAll(cell), ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

const isNumber = (cell: string): boolean => /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell)

/** The cells of a table that a spreadsheet would compute. */
export const formulasIn = (name: string, text: string): readonly string[] =>
  cellsIn(text, name.endsWith('.tsv')).filter(cell => isFormula(cell) && !isNumber(cell))
