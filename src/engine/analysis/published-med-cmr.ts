/** Med-CMR's published models: a reference to show next to measured runs, never to be mixed with them. */
import { publishedRows } from './published.ts'
import { medCmrIntelligenceCsv, medCmrTasksCsv } from './published-med-cmr-results.ts'

export const medCmrCitation = 'Med-CMR, arXiv:2512.00818'

export interface MedCmrColumn {
  /** As the table heads it. */
  readonly key: string
  readonly name: string
  /** Questions of a task in the released data; null where the column is no task. */
  readonly n: number | null
}

const column = (key: string, name: string, n: number | null = null): MedCmrColumn => ({ key, name, n })

/** Accuracy on choice questions, by task as the released data label them. */
export const medCmrTasks: readonly MedCmrColumn[] = [
  column('SOD', 'Small-object Detection', 1024),
  column('FDD', 'Fine-detail Discrimination', 711),
  column('SU', 'Spatial Understanding', 371),
  column('TP', 'Temporal Prediction', 336),
  column('CR', 'Causal Reasoning', 1922),
  column('LTG', 'Long-tail Generalization', 11582),
  column('MSI', 'Multi-source Integration', 709),
]

/** Scores of open questions by the paper's judge, 0 to 100. */
export const medCmrDimensions: readonly MedCmrColumn[] = [
  column('Con', 'Consistency'),
  column('Coh', 'Coherence'),
  column('VA', 'Visual accuracy'),
  column('GT', 'Ground-truth correctness'),
]

/** Accuracy on choice questions, by kind of medical intelligence. */
export const medCmrIntelligence: readonly MedCmrColumn[] = [
  column('CDS', 'Clinical decision support'),
  column('DX', 'Diagnosis'),
  column('PA', 'Pathophysiologic analysis'),
  column('PRA', 'Procedural risk assessment'),
  column('SEE', 'Staging and extent'),
  column('TRE', 'Treatment response'),
]

/** The released fields that may hold the kind of medical intelligence: the paper does not name one. */
export const medCmrKindFields: readonly string[] = ['question type', 'subtype']

/** Whether a field's values are kinds of medical intelligence, by name or abbreviation. */
export function areMedCmrKinds(values: readonly string[]): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
  const known = new Set(medCmrIntelligence.flatMap(({ key, name }) => [plain(key), plain(name)]))
  return values.length > 1 && values.filter(value => known.has(plain(value))).length > values.length / 2
}

/** Columns over all choice and over all open questions. */
export const medCmrOverall = { choice: 'MCQ_All', open: 'Open_All' } as const

export interface MedCmrModel {
  readonly name: string
  /** In %, by column key of both tables. */
  readonly cells: ReadonlyMap<string, number>
}

/** Models whose printed overall score of free-text questions does not follow from their dimensions. */
export const medCmrMisprints: readonly { readonly model: string; readonly meant: number }[] = [
  { model: 'Gemini-2.5-Pro', meant: 45.88 },
  { model: 'Qwen3-VL-32B', meant: 40.23 },
]

const cellsByModel = (csv: string): ReadonlyMap<string, readonly [string, number][]> =>
  new Map(
    publishedRows(csv).map(({ keys, text, number }) => [
      text('Model'),
      keys.slice(1).map(key => [key, number(key)]),
    ]),
  )

/** @throws RangeError where a cell is no number, or the tables name other models */
function parse(tasks: string, intelligence: string): readonly MedCmrModel[] {
  const second = cellsByModel(intelligence)
  return Array.from(cellsByModel(tasks), ([name, cells]) => {
    const others = second.get(name)
    if (!others) throw new RangeError(`"${name}" is in one table only`)
    return { name, cells: new Map([...cells, ...others]) }
  })
}

/** In the tables' order. */
export const medCmrModels: readonly MedCmrModel[] = parse(medCmrTasksCsv, medCmrIntelligenceCsv)
