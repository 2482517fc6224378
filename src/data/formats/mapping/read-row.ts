/** The result of a mapping for one row: a sample, or the reason why not. */

import { ownValue } from '@voxelwise/python'
import type { Cell } from '@voxelwise/tables'
import { groupBy } from '../../../engine/base/grouping.ts'
import type { FrameSize } from '../../../engine/protocol/boxes.ts'
import type { AnswerKind } from '../../../engine/protocol/reading.ts'
import type { SkipReason } from '../../../engine/protocol/sample.ts'
import { partFields } from '../../sources/part-reference.ts'
import { isYesNo, readFlag, readLetters } from './answer.ts'
import {
  areScores,
  cellAt,
  cellText,
  cellTexts,
  firstFilled,
  isEmpty,
  isList,
  isObject,
  unpacked,
} from './cells.ts'
import { withoutChoices } from './choices-in-text.ts'
import type { AnswerSource, KindSource, TableMapping } from './document.ts'
import { type NamedImage, rowImages } from './images.ts'
import type { Lettered } from './letters.ts'
import { boxAnswer, frameSizeIn, numberAnswer } from './measured-answer.ts'
import { rowOptions, UnreadableOptions } from './options.ts'
import { keptCells, type RowInTable, sourceText, untrimmed, wholeText } from './source-text.ts'

/** A sample but for its place: id and images are still as the row calls them. */
export interface DraftSample {
  readonly id: string | null
  readonly kind: AnswerKind
  readonly question: string
  readonly hint: string | null
  readonly options: Lettered
  /** For a single choice its letter, for several theirs joined, else the text as given. */
  readonly answer: string
  /** As the row has it. */
  readonly answerText: string
  /** Every answer that counts as right, where there are several. */
  readonly accepted: readonly string[]
  readonly images: readonly NamedImage[]
  /** Width and height of what boxes lie in, where the data set gives them. */
  readonly size: FrameSize | null
  readonly task: string | null
  readonly modality: string | null
  readonly anatomy: string | null
  readonly group: string | null
  /** Shared with the other question of a pair. */
  readonly pair: string | null
  /** Among the rows of its group, where those are examples of each other. */
  readonly order: string | null
  readonly split: string | null
  readonly kept: Readonly<Record<string, string>>
  readonly withheld: Readonly<Record<string, string>>
}

export interface RowSkip {
  readonly skip: SkipReason
  readonly subject: string
  readonly id: string | null
  readonly question: string | null
  readonly split: string | null
  /** Another row may refer to them. */
  readonly images: readonly NamedImage[]
}

export function readRow(mapping: TableMapping, row: RowInTable): DraftSample | RowSkip {
  const split = sourceText(mapping.split, row)
  const id = sourceText(mapping.id, row)
  const question = wholeText(mapping.question, row)
  const images = rowImages(mapping.images, row.cells)
  const skip = (reason: SkipReason, subject: string): RowSkip => ({
    skip: reason,
    subject,
    id,
    question,
    split,
    images,
  })
  if (question === null) return skip('missing_required_fields', 'question')
  if (isTrue(sourceText(mapping.cancelled, row))) return skip('cancelled', 'cancelled')

  const options = readOptions(mapping, row, `${id ?? row.position}\n${question}`)
  if ('unreadable' in options) return skip('unreadable_options', options.unreadable)
  const answer = readAnswer(mapping, row, options)
  if ('skip' in answer) return skip(answer.skip, answer.subject)
  if (images.length === 0 && mapping.dropTextOnly) return skip('text_only', 'image')

  const context = wholeText(mapping.context, row)
  const questionText = askedText(mapping, row, question, options.options)
  const isOffered = answer.kind === 'choice' || answer.kind === 'several'
  return {
    ...answer,
    id,
    question: context === null ? questionText : `${context}\n${questionText}`,
    hint: wholeText(mapping.hint, row),
    options: isOffered ? options.options : [],
    images,
    size: answer.kind === 'box' ? frameSizeIn(mapping.size, row) : null,
    task: sourceText(mapping.task, row),
    modality: sourceText(mapping.modality, row),
    anatomy: sourceText(mapping.anatomy, row),
    group: sourceText(mapping.group, row),
    pair: sourceText(mapping.pair, row),
    order: sourceText(mapping.examples ?? mapping.stages, row),
    split,
    kept: keptCells([...mapping.keep, ...partColumns(images)], row.cells),
    withheld: keptCells(mapping.withhold, row.cells),
  }
}

/** A question that repeats its lettered choices is a whole prompt of its authors: it keeps the line break at its end. */
function askedText(mapping: TableMapping, row: RowInTable, question: string, options: Lettered): string {
  if (mapping.stripChoices) return withoutChoices(question, options)
  const written = untrimmed(mapping.question, row)
  if (written === null || written === question) return question
  return options.length > 0 && options.every(option => repeats(question, option)) ? written : question
}

/** Columns that name a frame or a slice: kept whether or not the mapping says so. */
const partColumns = (images: readonly NamedImage[]): readonly string[] => [
  ...new Set(images.flatMap(image => (typeof image === 'string' ? partFields(image) : []))),
]

const repeats = (question: string, [letter, text]: Lettered[number]): boolean =>
  [':', '.', ')'].some(
    sign => question.includes(`${letter}${sign}${text}`) || question.includes(`${letter}${sign} ${text}`),
  )

const isTrue = (text: string | null): boolean => text !== null && readFlag(text) === true

interface Offered {
  readonly options: Lettered
  readonly right?: string
}

function readOptions(
  mapping: TableMapping,
  row: RowInTable,
  seed: string,
): Offered | { readonly unreadable: string } {
  try {
    return rowOptions(mapping.options, row.cells, seed) ?? { options: [] }
  } catch (error) {
    if (error instanceof UnreadableOptions) return { unreadable: error.message }
    throw error
  }
}

type Answered = Pick<DraftSample, 'kind' | 'answer' | 'answerText' | 'accepted'>
type Unanswered = Pick<RowSkip, 'skip' | 'subject'>

function readAnswer(
  mapping: TableMapping,
  row: RowInTable,
  { options, right }: Offered,
): Answered | Unanswered {
  const kind = readKind(mapping.kind, row)
  if (right !== undefined) return { kind: 'choice', answer: right, answerText: right, accepted: [] }
  const cell = likeliest(answerCell(mapping.answer, row))
  if (kind === 'box' || kind === 'number') return measuredAnswer(kind, cell, mapping.answer)
  // Marks at the options themselves have no text of their own.
  const accepted = mapping.accepted.flatMap(column => acceptedIn(cellAt(row.cells, column)))
  const isAccepted = 'column' in mapping.answer.source && accepted.length > 0 && isList(unpacked(cell))
  const text =
    (isAccepted ? mostFrequent(accepted) : asItStands(cell)) ??
    readLetters(cell, options, ['flags'])?.join('') ??
    null
  // MMMU's test questions have "?" for an answer, those of MedMCQA the place -1.
  if (text === null || text === '?' || (text === '-1' && options.length > 0))
    return { skip: 'missing_answer', subject: 'answer' }
  const open = { answer: text, answerText: text, accepted: several(text, accepted) }
  if (kind === 'text' || kind === 'yes-no') return { kind, ...open }
  if (options.length === 0) {
    if (kind !== null) return { skip: 'missing_options', subject: 'options' }
    return { kind: isYesNo(text) && new Set(open.accepted).size < 2 ? 'yes-no' : 'text', ...open }
  }
  const letters = readLetters(cell, options, mapping.answer.as)
  if ((letters === null || letters.length === 0) && cancelledWord.test(text))
    return { skip: 'cancelled', subject: text }
  if (letters === null || letters.length === 0)
    return { skip: 'answer_not_an_option', subject: text.slice(0, 200) }
  const isSeveral = kind === 'several' || (kind === null && letters.length > 1)
  if (!isSeveral && letters.length > 1) return { skip: 'answer_not_an_option', subject: text.slice(0, 200) }
  return { kind: isSeveral ? 'several' : 'choice', answer: letters.join(''), answerText: text, accepted: [] }
}

function measuredAnswer(
  kind: 'box' | 'number',
  cell: Cell | undefined,
  source: AnswerSource,
): Answered | Unanswered {
  if (isEmpty(cell)) return { skip: 'missing_answer', subject: 'answer' }
  const answer = kind === 'box' ? boxAnswer(cell, source) : numberAnswer(cell)
  if (answer === null)
    return { skip: 'unreadable_answer', subject: (cellText(cell) ?? 'answer').slice(0, 200) }
  return { kind, answer, answerText: answer, accepted: [] }
}

/** Texts of a list of answers, which may be objects (`{"answer": "net", "answer_id": 1}`), or of one. */
export function answersIn(cell: Cell | undefined): readonly string[] {
  const read = unpacked(cell)
  if (!isList(read)) return cellTexts(read)
  return read.flatMap(item => {
    if (!isObject(item)) return cellText(item) ?? []
    const key = ['answer', 'text', 'value'].find(name => cellText(ownValue(item, name)) !== null)
    return key === undefined ? [] : (cellText(ownValue(item, key)) ?? [])
  })
}

/** The texts of a list; the parts of a single text between semicolons. */
const acceptedIn = (cell: Cell | undefined): readonly string[] => {
  const answers = answersIn(cell)
  const [only = ''] = answers
  if (answers.length !== 1 || isList(unpacked(cell))) return answers
  return only.split(';').flatMap(answer => answer.trim() || [])
}

/** The first answer with the highest score (`{"left lung": 1, "lung": 0.3}`); the cell where it has no scores. */
function likeliest(cell: Cell | undefined): Cell | undefined {
  if (!areScores(cell)) return cell
  const scored = Object.entries(cell).map(([answer, score]) => ({ answer, score: Number(cellText(score)) }))
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).answer
}

/** The first of the most frequent answers. */
function mostFrequent(answers: readonly string[]): string | null {
  const groups = [...groupBy(answers, answer => answer).values()]
  return (
    groups.reduce<readonly string[]>((best, each) => (each.length > best.length ? each : best), [])[0] ?? null
  )
}

/** Every answer that counts as right, where these are not one and the same. */
function several(answer: string, accepted: readonly string[]): readonly string[] {
  const all = accepted.includes(answer) ? accepted : [answer, ...accepted]
  return new Set(all).size > 1 ? all : []
}

/** What stands for the answer of a cancelled question, in the languages of some examinations. */
const cancelledWord =
  /^(?:question )?(?:cancell?ed|annull?ed|annulled|anulad[ao]|cancelad[ao]|annullat[ao]|annulée?|void(?:ed)?|withdrawn|отмен[её]н[оа]?)\.?$/i

function readKind(kind: AnswerKind | KindSource | null, { cells }: RowInTable): AnswerKind | null {
  if (kind === null || typeof kind === 'string') return kind
  const value = cellText(cellAt(cells, kind.column)) ?? ''
  return ownValue(kind.values, value) ?? null
}

function answerCell({ source }: AnswerSource, row: RowInTable): Cell | undefined {
  if (!('column' in source)) return sourceText(source, row) ?? undefined
  const cell = firstFilled(row.cells, source.column)
  const text = cellText(cell)
  const known = text === null || !source.values ? undefined : ownValue(source.values, text)
  return known ?? cell
}

function asItStands(cell: Cell | undefined): string | null {
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  const read = unpacked(cell)
  return isList(read) && isList(cell) ? cellTexts(read).join(', ') || null : cellText(cell)
}
