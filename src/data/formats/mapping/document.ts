/** A mapping: how rows become samples, as plain data. For authors, docs/mappings.md explains each field. */
import type { AnswerKind } from '../../../engine/protocol/mapped-fields.ts'
import type { Letter } from '../../../engine/protocol/sample.ts'

/** Where a text of a sample comes from. */
export type Source =
  | ColumnSource
  /** The same for every row. */
  | { readonly constant: string }
  /** Columns in braces are replaced by their contents: `Findings: {findings}`. */
  | { readonly template: string }
  /** The name of the table (a file without its ending, a subject), the folder that its file is in, or its split. */
  | { readonly from: 'table' | 'folder' | 'split' }

export interface ColumnSource {
  /** The first non-empty one; dots lead into objects. */
  readonly column: readonly string[]
  /** Of a list, or of the levels that `levels` parts: which one (by default all, joined by commas). */
  readonly take?: 'first' | 'last' | 'all'
  /** What parts the levels of a text: `/` in `Radiology/MRI`. */
  readonly levels?: string
  /** Other words for some values. */
  readonly values?: { readonly [value: string]: string }
}

export type OptionsSource =
  /** A column an option: the prefix and a letter or a number from 1 (`A`, `option_A`, `Choice 1`). */
  | { readonly prefix: string }
  | { readonly columns: { readonly [letter: Letter]: string } }
  /** A list, a dict, a list of objects with a letter and a content, or the text of one of these. */
  | { readonly column: readonly string[] }
  /** Lettered choices at the end of a text, such as the question's own. */
  | { readonly inText: string }
  | CorrectAndWrong

/** The right option and the wrong ones, with their letters or, without, in an order that follows from their texts. */
export interface CorrectAndWrong {
  readonly correct: string
  /** A column with a list, or a column each. */
  readonly wrong: readonly string[]
  readonly letter?: string
  readonly wrongLetters?: string
}

/**
 * How an answer names its option: by its letter; by letter and text (`C. CT`); by a letter with whatever behind it; by its
 * text; by its place from 0 or 1; several options by their letters, or by their places from 1 run together (`13`); or by a
 * list of marks, one for each option (`[0, 1, 0]`).
 */
export const answerForms = [
  'letter',
  'lettered',
  'initial',
  'text',
  'index0',
  'index1',
  'several',
  'digits',
  'flags',
] as const
export type AnswerForm = (typeof answerForms)[number]

export interface AnswerSource {
  readonly source: Source
  /** Tried in this order. */
  readonly as: readonly AnswerForm[]
}

export interface KindSource {
  readonly column: string
  /** Values without a kind leave it to the row. */
  readonly values: { readonly [value: string]: AnswerKind }
}

export interface ImagesSource {
  /** An image each, in order; each is the first non-empty of some columns, and may be a list. */
  readonly each: readonly (readonly string[])[]
  /** Instead: the prefix of numbered columns (`image_` for `image_1` …), in the order of their numbers. */
  readonly prefix?: string
  /** Their folders, tried before the usual ones. */
  readonly folders: readonly string[]
  /** Endings that differ between the rows and the folder: `{".jpg": ".png"}`. */
  readonly endings: { readonly [written: string]: string }
}

/** Which tables an entry reads. */
export interface TableFilter {
  /** Every one of these columns is there. */
  readonly columns: readonly string[]
  /** None of these is. */
  readonly without: readonly string[]
  /** The path of the file matches one of these, where `*` matches anything; without any, every file matches. */
  readonly files: readonly string[]
}

export const axisNames = ['task', 'modality', 'anatomy'] as const
export type AxisName = (typeof axisNames)[number]

/** How the rows of some tables become samples. */
export interface TableMapping {
  readonly where: TableFilter
  /** A column with a list of objects: one sample each, with the row's own columns in addition to the object's. */
  readonly explode: string | null
  readonly id: Source | null
  readonly question: Source
  readonly hint: Source | null
  /** The choices are also in the question's text, and are removed from it. */
  readonly stripChoices: boolean
  readonly options: OptionsSource | null
  readonly answer: AnswerSource
  /** Undefined: inferred from options and answer. */
  readonly kind: AnswerKind | KindSource | null
  readonly images: ImagesSource | null
  /** Rows without an image are skipped, as in the benchmark's own tool. */
  readonly dropTextOnly: boolean
  readonly task: Source | null
  readonly modality: Source | null
  readonly anatomy: Source | null
  readonly group: Source | null
  /** Rows of one group are one sample: in this order the last is asked, and those before it are shown answered. */
  readonly examples: Source | null
  readonly split: Source | null
  /** Columns that go with a sample to look at and to group by. */
  readonly keep: readonly string[]
  /** Columns that no prompt may contain. They are stored separately, for a judge and for display. */
  readonly withhold: readonly string[]
  /** Several samples of one row: what differs in each. */
  readonly variants: readonly Variant[]
}

/** Values that one of several samples of a row has for itself. */
export type Variant = Partial<
  Pick<TableMapping, 'question' | 'options' | 'answer' | 'task' | 'modality' | 'anatomy'>
>

export interface MappingDocument {
  readonly name: string
  /** Id of the protocol that the samples follow; null takes the default. */
  readonly protocol: string | null
  /** A table is read by the first matching entry; tables without one are left out. */
  readonly tables: readonly TableMapping[]
}

/** Who made the mapping: this project, nobody (a guess), or the user. */
export const mappingOrigins = ['preset', 'guess', 'file'] as const
export type MappingOrigin = (typeof mappingOrigins)[number]

/** How a folder was read: stored with the run, and shown for confirmation. */
export interface MappingReport {
  readonly document: MappingDocument
  readonly origin: MappingOrigin
  /** The split whose rows were read; null if all were. */
  readonly split: string | null
  /** The requested split; null if none was. */
  readonly wantedSplit: string | null
  /** Every split among the files. */
  readonly splits: readonly string[]
  readonly tables: readonly TableReport[]
}

export interface TableReport {
  readonly name: string
  readonly file: string
  readonly split: string | null
  /** Those of objects with a dot. */
  readonly columns: readonly string[]
  /** Place of the entry that reads it; null where none does. */
  readonly entry: number | null
}
