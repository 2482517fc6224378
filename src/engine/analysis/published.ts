/** The published models: a reference to show next to measured runs, never to be mixed with them. */
import type { Axis } from '../protocol/sample.ts'
import { publishedCsv } from './published-results.ts'

export const citation = 'MedRCube, arXiv:2604.13756'

/** One slice of the published table: its place, and its number of samples. */
export interface PublishedColumn {
  /** As the table heads it. */
  readonly key: string
  readonly axis: Axis
  /** As the data set has it. */
  readonly label: string
  /** Slices by modality and by region leave out View and Imaging Protocols Recognition. */
  readonly n: number
}

export const publishedColumns: readonly PublishedColumn[] = [
  { key: 'MR', axis: 'task', label: 'Modality Recognition', n: 1032 },
  { key: 'VR', axis: 'task', label: 'View Recognition', n: 300 },
  { key: 'IPR', axis: 'task', label: 'Imaging Protocols Recognition', n: 700 },
  { key: 'OR', axis: 'task', label: 'Organ Recognition', n: 1067 },
  { key: 'RG', axis: 'task', label: 'ROI Grounding', n: 1000 },
  { key: 'DD', axis: 'task', label: 'Disease Diagnosis', n: 2445 },
  { key: 'AD', axis: 'task', label: 'Abnormity Diagnosis', n: 514 },
  { key: 'SG', axis: 'task', label: 'Severity Grading', n: 568 },
  { key: 'CT', axis: 'modality', label: 'CT', n: 1290 },
  { key: 'X-Ray', axis: 'modality', label: 'X-ray', n: 3461 },
  { key: 'MRI', axis: 'modality', label: 'MRI', n: 760 },
  { key: 'US', axis: 'modality', label: 'Ultrasound', n: 1115 },
  { key: 'Brain', axis: 'parts', label: 'Brain', n: 1229 },
  { key: 'Chest', axis: 'parts', label: 'Chest', n: 3201 },
  { key: 'Heart', axis: 'parts', label: 'Heart', n: 420 },
  { key: 'Lungs', axis: 'parts', label: 'Lungs', n: 1055 },
  { key: 'Breast', axis: 'parts', label: 'Breast', n: 721 },
]

export const publishedTotal = 7626

export interface PublishedModel {
  readonly name: string
  /** `Baseline` for guessing; else the paper's kind and size. */
  readonly group: string
  /** Accuracies from 0 to 1. */
  readonly overall: number
  /** By column key. */
  readonly slices: ReadonlyMap<string, number>
}

interface Misprint {
  readonly model: string
  readonly key: string
  /** In %: as printed, and as recomputed from its own rows. */
  readonly printed: number
  readonly meant: number
}

/** Cells that the table's other cells contradict; shown as printed, with a note. */
export const misprints: readonly Misprint[] = [
  { model: 'Qwen3-VL-Plus', key: 'RG', printed: 42.06, meant: 42.6 },
  { model: 'LLaVa-v1.5-7B', key: 'OR', printed: 69.79, meant: 68.79 },
  { model: 'Random', key: 'Brain', printed: 26.41, meant: 24.41 },
  { model: 'Janus-Pro-7B', key: 'Brain', printed: 24.43, meant: 23.43 },
]

/**
 * Models whose tasks do not add up to their overall figure (by 0.08 and 0.35 points), though their modalities and
 * regions agree with the tasks. The view, the protocol or the overall cell is wrong, and it is unknown which.
 */
export const doubtfulModels: readonly string[] = ['InternVL3.5-14B', 'HealthGPT-L14']

/** The rows of a published table. @returns `number` throws a RangeError where the cell holds none */
export function publishedRows(csv: string) {
  const [head = '', ...lines] = csv.trim().split('\n')
  const keys = head.split(',')
  return lines.map(line => {
    const cells = new Map(line.split(',').map((cell, i) => [keys[i], cell]))
    const number = (key: string): number => {
      const value = Number(cells.get(key) || Number.NaN)
      if (Number.isNaN(value)) throw new RangeError(`no ${key} in the published row "${line}"`)
      return value
    }
    return { keys, number, text: (key: string): string => cells.get(key) ?? '' }
  })
}

/** The table's rows in the table's order; the first is guessing. */
export const parsePublished = (csv: string): PublishedModel[] =>
  publishedRows(csv).map(({ text, number }) => ({
    ...{ name: text('Model'), group: text('Group'), overall: number('Overall') / 100 },
    slices: new Map(publishedColumns.map(({ key }) => [key, number(key) / 100])),
  }))

const published = parsePublished(publishedCsv)

/** Guessing, as the paper measured it. */
export const randomBaseline: PublishedModel | undefined = published.find(({ group }) => group === 'Baseline')

export const publishedModels: readonly PublishedModel[] = published.filter(row => row !== randomBaseline)

/** How far a model is above guessing overall, in accuracy. */
export function aboveRandom({ overall }: PublishedModel): number {
  return overall - (randomBaseline?.overall ?? Number.NaN)
}

/** Accuracy over several columns together, each by its number of samples. */
export function pooledAccuracy(model: PublishedModel, keys: readonly string[]): number {
  const columns = publishedColumns.filter(({ key }) => keys.includes(key))
  const n = columns.reduce((sum, column) => sum + column.n, 0)
  return columns.reduce((sum, { key, n }) => sum + n * (model.slices.get(key) ?? Number.NaN), 0) / n
}
