/** A mapping: how rows become samples, as plain data. For authors, docs/mappings.md explains each field. */

import { planes } from '@voxelwise/pixels'
import { isJsonObject, type Json } from '@voxelwise/python'
import * as v from 'valibot'
import {
  boolean,
  boundedText,
  byKey,
  list,
  listOf,
  matching,
  oneOf,
  optional,
  strictShape,
  text,
  whole,
} from '../../../engine/base/schema.ts'
import type { MappingOrigin } from '../../../engine/protocol/identity.ts'
import { answerKinds } from '../../../engine/protocol/reading.ts'
import { mostSlices } from '../../sources/part-reference.ts'

const most = 1000
const label = boundedText(most, 1)
const anyText = boundedText(most)
const texts = byKey(text, anyText)

/** One name, or several. */
const oneOrMoreNames = (min: number) => {
  const several = listOf(label, min, most)
  const one = v.pipe(
    label,
    v.transform((name): readonly string[] => [name]),
  )
  return v.lazy(value => (Array.isArray(value) ? several : one))
}
const names = oneOrMoreNames(1)
/** None where the field is left out. */
const columns = v.optional(oneOrMoreNames(0), [])

/** The schema of an object by which of some keys it has; `other` where it has not exactly one. */
function byItsKey<const O extends Readonly<Record<string, v.GenericSchema>>>(options: O, expected: string) {
  const none = v.custom<never>(() => false, expected)
  return (value: object): O[keyof O] | typeof none => {
    const [key, ...more] = Object.keys(options).filter(option => Object.hasOwn(value, option))
    return key === undefined || more.length > 0 ? none : (options[key] as O[keyof O])
  }
}

const columnSource = {
  /** The first non-empty one; dots lead into objects. */
  column: names,
  /** Which item of a list, or of the levels that `levels` parts (by default all, joined by commas). */
  take: optional(oneOf(['first', 'last', 'all'])),
  /** What parts the levels of a text: `/` in `Radiology/MRI`. */
  levels: optional(label),
  /** Other words for some values. */
  values: optional(texts),
}
const columnSchema = strictShape(columnSource)
export type ColumnSource = v.InferOutput<typeof columnSchema>
const plainColumn = v.pipe(
  names,
  v.transform((column): ColumnSource => ({ column })),
)
/** Schemas of where a text of a sample comes from. @param more fields that each of them takes */
const sourcesWith = <const M extends v.ObjectEntries>(more: M) =>
  byItsKey(
    {
      column: strictShape({ ...columnSource, ...more }),
      /** The same for every row. */
      constant: strictShape({ constant: label, ...more }),
      /** Columns in braces are replaced by their contents: `Findings: {findings}`. */
      template: strictShape({ template: boundedText(10 * most, 1), ...more }),
      /** The name of the table (a file without its ending, a subject), the folder that its file is in, or its split. */
      from: strictShape({ from: oneOf(['table', 'folder', 'split']), ...more }),
    },
    'a column, or an object with one of column, constant, template, from',
  )
const plainSource = sourcesWith({})
const sourceSchema = v.lazy(value =>
  isJsonObject(value as Json) ? plainSource(value as object) : plainColumn,
)
export type Source = v.InferOutput<typeof sourceSchema>
const sourceOrNull = v.nullish(sourceSchema, null)

/** The right option and the wrong ones, with their letters or, without, in an order that follows from their texts. */
const correctAndWrongSchema = strictShape({
  correct: label,
  /** A column with a list, or a column each. */
  wrong: names,
  letter: optional(label),
  wrongLetters: optional(label),
})
export type CorrectAndWrong = v.InferOutput<typeof correctAndWrongSchema>

const optionsSource = byItsKey(
  {
    /** A column an option: the prefix and a letter or a number from 1 (`A`, `option_A`, `Choice 1`). */
    prefix: strictShape({ prefix: anyText }),
    columns: strictShape({ columns: byKey(matching(/^[A-Z]$/, 'under a letter from A to Z'), anyText) }),
    /** A list, a dict, a list of objects with a letter and a content, or the text of one of these. */
    column: strictShape({ column: names }),
    /** Lettered choices at the end of a text, such as the question's own. */
    inText: strictShape({ inText: label }),
    correct: correctAndWrongSchema,
  },
  'a column, or an object with one of prefix, columns, column, inText and correct',
)
const optionsSchema = v.lazy(value =>
  isJsonObject(value as Json) ? optionsSource(value as object) : plainColumn,
)
export type OptionsSource = v.InferOutput<typeof optionsSchema>
const optionsOrNull = v.nullish(optionsSchema, null)

/**
 * How an answer names its option: by its letter; by letter and text (`C. CT`); by a letter with whatever behind it; by its
 * text; by its place from 0 or 1; several options by their letters, or by their places from 1 run together (`13`); or by a
 * list of marks, one for each option (`[0, 1, 0]`).
 */
const answerForm = oneOf([
  'letter',
  'lettered',
  'initial',
  'text',
  'index0',
  'index1',
  'several',
  'digits',
  'flags',
])
export type AnswerForm = v.InferOutput<typeof answerForm>
/** What a mapping without `as` is read by: what cannot be mistaken for one another. */
export const usualForms: readonly AnswerForm[] = ['letter', 'text', 'lettered', 'several']

const boxForm = oneOf(['corners', 'extent'])
export type BoxForm = v.InferOutput<typeof boxForm>

export interface AnswerSource {
  readonly source: Source
  /** Tried in this order. */
  readonly as: readonly AnswerForm[]
  /** What four numbers of a box are: its corners (left, top, right, bottom), or left, top, width and height. */
  readonly boxes?: BoxForm
  /** Values of the objects that count in a list of boxes. */
  readonly items?: Readonly<Record<string, string>>
}

const forms = list(answerForm)
const oneForm = v.pipe(
  answerForm,
  v.transform((form): readonly AnswerForm[] => [form]),
)
const answerSource = sourcesWith({
  as: optional(v.lazy(value => (Array.isArray(value) ? forms : oneForm))),
  boxes: optional(boxForm),
  items: optional(texts),
})
const answerObject = v.pipe(
  v.lazy(value => answerSource(value as object)),
  v.transform(
    ({ as = usualForms, boxes, items, ...source }): AnswerSource => ({
      source,
      as,
      ...(boxes && { boxes }),
      ...(items && { items }),
    }),
  ),
)
const answerColumn = v.pipe(
  plainColumn,
  v.transform((source): AnswerSource => ({ source, as: usualForms })),
)
const answerSchema = v.lazy(value => (isJsonObject(value as Json) ? answerObject : answerColumn))

const answerKind = oneOf(answerKinds)
const kindSourceSchema = strictShape({
  column: label,
  /** Values without a kind leave it to the row. */
  values: byKey(text, answerKind),
})
export type KindSource = v.InferOutput<typeof kindSourceSchema>

const imagesObject = v.pipe(
  strictShape({
    column: optional(names),
    /** An image each, in order; each is the first non-empty of some columns, and may be a list. */
    each: optional(list(names)),
    /** Instead: the prefix of numbered columns (`image_` for `image_1` …), in the order of their numbers. */
    prefix: optional(label),
    /** With a prefix: what stands behind the number (`_path` for `image_01_path`); of several the first non-empty column. */
    suffix: optional(list(anyText)),
    /** Instead: the name of the one image, with columns in braces, and numbers filled up: `scan_{image_id:012}.jpg`. */
    template: optional(label),
    /** Their folders, tried before the usual ones. */
    folders: columns,
    /** Endings that differ between the rows and the folder: `{".jpg": ".png"}`. */
    endings: v.optional(texts, {}),
    /** How many slices a question has of a volume, evenly spread and in order, where a row names none. */
    slices: optional(whole(1, mostSlices)),
    /** The axis of a NIfTI volume that slices are at right angles to. */
    axis: optional(oneOf(planes)),
  }),
  v.check(
    ({ column, each, prefix, template }) =>
      [column, each, prefix, template].filter(given => given !== undefined).length === 1,
    'an object with one of column, each, prefix and template',
  ),
  v.check(
    ({ prefix, suffix }) => suffix === undefined || prefix !== undefined,
    'an object with suffix only beside prefix',
  ),
  v.transform(({ column, each = column ? [column] : [], ...rest }) => ({ each, ...rest })),
)
export type ImagesSource = Readonly<v.InferOutput<typeof imagesObject>>
const imagesColumn = v.pipe(
  names,
  v.transform((column): ImagesSource => ({ each: [column], folders: [], endings: {} })),
)
const imagesSchema = v.lazy(value => (isJsonObject(value as Json) ? imagesObject : imagesColumn))

/** Which tables an entry reads. */
export const filterSchema = strictShape({
  /** Every one of these columns is there. */
  columns,
  /** None of these is. */
  without: columns,
  /** The path of the file matches one of these, where `*` matches anything; without any, every file matches. */
  files: columns,
})
export type TableFilter = v.InferOutput<typeof filterSchema>

/** Values that one of several samples of a row has for itself. */
const variantSchema = strictShape({
  question: optional(sourceSchema),
  options: optional(v.nullable(optionsSchema)),
  answer: optional(answerSchema),
  kind: optional(answerKind),
  task: optional(v.nullable(sourceSchema)),
  modality: optional(v.nullable(sourceSchema)),
  anatomy: optional(v.nullable(sourceSchema)),
  images: optional(imagesSchema),
})

const joinSchema = v.pipe(
  strictShape({
    /** Paths of its file, where `*` matches anything: the one of the same split, in the same folder first. */
    files: names,
    /** The column that tells which rows belong together, in this table and in the other. */
    by: names,
  }),
  v.check(({ by }) => by.length <= 2, 'an object with files, and one or two columns under by'),
  v.transform(({ files, by: [own = '', theirs = own] }) => ({ files, by: [own, theirs] as const })),
)
export type JoinSource = Readonly<v.InferOutput<typeof joinSchema>>

/** How the rows of some tables become samples. */
const tableSchema = strictShape({
  where: v.optional(filterSchema, {}),
  /** Names of the cells of a row, in order, where no line of the file gives them. */
  cells: columns,
  /** Another table with more columns of the same rows. */
  join: v.nullish(joinSchema, null),
  /** A column with a list of objects: one sample each, with the row's own columns in addition to the object's. */
  explode: v.nullish(label, null),
  id: sourceOrNull,
  question: sourceSchema,
  /** Shown before the question: what it is about. */
  context: sourceOrNull,
  /** Its authors took the question back where this says true. */
  cancelled: sourceOrNull,
  hint: sourceOrNull,
  /** The choices are also in the question's text, and are removed from it. */
  stripChoices: v.optional(boolean, false),
  options: optionsOrNull,
  answer: answerSchema,
  /** Columns with further answers that count as right, or lists of them. */
  accepted: columns,
  /** Null: inferred from options and answer. */
  kind: v.nullish(
    v.lazy(value => (isJsonObject(value as Json) ? kindSourceSchema : answerKind)),
    null,
  ),
  images: v.nullish(imagesSchema, null),
  /** Width and height of what boxes lie in (`336 x 336`), where that is not the image as it is. */
  size: sourceOrNull,
  /** Rows without an image are skipped, as in the benchmark's own tool. */
  dropTextOnly: v.optional(boolean, false),
  task: sourceOrNull,
  modality: sourceOrNull,
  anatomy: sourceOrNull,
  group: sourceOrNull,
  /** What two questions share that differ in their image only: MediConfusion's pairs. */
  pair: sourceOrNull,
  /** Rows of one group are one sample: in this order the last is asked, and those before it are shown answered. */
  examples: sourceOrNull,
  /** Rows of one group are a conversation: in this order each is asked after the right answers to those before it. */
  stages: sourceOrNull,
  split: sourceOrNull,
  /** Columns that go with a sample to look at and to group by. */
  keep: columns,
  /** Columns that no prompt may contain. They are stored separately, for a judge and for display. */
  withhold: columns,
  /** Several samples of one row: what differs in each. */
  variants: v.optional(list(variantSchema), []),
})
export type TableMapping = v.InferOutput<typeof tableSchema>

/** An entry that reads these parts, and nothing else. */
export const tableWith = (
  parts: Pick<TableMapping, 'question' | 'answer'> & Partial<TableMapping>,
): TableMapping => ({ ...v.parse(tableSchema, { question: '-', answer: '-' }), ...parts })

export const documentSchema = strictShape({
  version: whole(1, 1),
  name: label,
  /** Id of the protocol that the samples follow; null takes the default. */
  protocol: v.nullish(label, null),
  /** A table is read by the first matching entry; tables without one are left out. */
  tables: listOf(tableSchema, 1, most),
  /** The tables that a preset is for. Nothing else reads it. */
  recognise: optional(v.unknown()),
})
export type MappingDocument = Omit<v.InferOutput<typeof documentSchema>, 'version' | 'recognise'>

/** How a folder was read: stored with the run, and shown for confirmation. */
export interface MappingReport {
  readonly document: MappingDocument
  /** The same as records of a private data set hold it (`NameCodes`), but for columns that it keeps on purpose. */
  readonly coded: MappingDocument
  readonly origin: MappingOrigin
  /** The split whose rows were read; null if all were. */
  readonly split: string | null
  /** The requested split; null if none was. */
  readonly wantedSplit: string | null
  /** Every split among the files. */
  readonly splits: readonly string[]
  readonly tables: readonly TableReport[]
  /** What else should be looked at before a run. */
  readonly doubts: readonly string[]
}

export interface TableReport {
  readonly file: string
  readonly split: string | null
  /** Encoding of its file, where that is not UTF-8. */
  readonly encoding: string | null
  /** Those of objects with a dot. */
  readonly columns: readonly string[]
  /** Place of the entry that reads it; null where none does. */
  readonly entry: number | null
  /** What became of its rows; null where they were not read, as of another split. */
  readonly counts: RowCounts | null
  /** The file whose rows were joined to its own. */
  readonly joinedWith: string | null
  readonly uses: readonly ColumnUse[]
  /** Columns that nothing is read from. */
  readonly unused: readonly string[]
  /** Columns that hold images or names of them, whether they are used or not. */
  readonly imageColumns: readonly string[]
}

/** Rows of a table: each is one of these. */
export interface RowCounts {
  readonly asked: number
  readonly skipped: number
  readonly otherSplit: number
  /** Asked samples that have no image. */
  readonly withoutImage: number
}

export interface ColumnUse {
  readonly role: string
  readonly columns: readonly string[]
}
