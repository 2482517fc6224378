/** The result of a mapping for one row: a sample, or the reason why not. */
import type { AnswerKind } from '../../../engine/protocol/reading.ts'
import type { SkipReason } from '../../../engine/protocol/sample.ts'
import type { Cell } from '../readers/rows.ts'
import { isYesNo, lettersOf } from './answer.ts'
import { cellAt, firstOf, isList, textOf, textsOf, unpacked } from './cells.ts'
import { withoutChoices } from './choices-in-text.ts'
import type { AnswerSource, KindSource, TableMapping } from './document.ts'
import { imagesOf, type NamedImage } from './images.ts'
import type { Lettered } from './letters.ts'
import { readOptions, UnreadableOptions } from './options.ts'
import { keptCells, type RowInTable, sourceText, wholeText } from './source-text.ts'

/** A sample but for its place: id and images are still as the row calls them. */
export interface Draft {
  readonly id: string | null
  readonly kind: AnswerKind
  readonly question: string
  readonly hint: string | null
  readonly options: Lettered
  /** For a single choice its letter, for several theirs joined, else the text as given. */
  readonly answer: string
  /** As the row has it. */
  readonly answerText: string
  readonly images: readonly NamedImage[]
  readonly task: string | null
  readonly modality: string | null
  readonly anatomy: string | null
  readonly group: string | null
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

export function readRow(mapping: TableMapping, row: RowInTable): Draft | RowSkip {
  const split = sourceText(mapping.split, row)
  const id = sourceText(mapping.id, row)
  const question = wholeText(mapping.question, row)
  const images = imagesOf(mapping.images, row.cells)
  const skip = (reason: SkipReason, subject: string): RowSkip => ({
    skip: reason,
    subject,
    id,
    question,
    split,
    images,
  })
  if (question === null) return skip('missing_required_fields', 'question')

  const options = optionsOf(mapping, row, `${id ?? row.position}\n${question}`)
  if ('unreadable' in options) return skip('unreadable_options', options.unreadable)
  const answer = answerOf(mapping, row, options)
  if ('skip' in answer) return skip(answer.skip, answer.subject)
  if (images.length === 0 && mapping.dropTextOnly) return skip('text_only', 'image')

  const isOffered = answer.kind === 'choice' || answer.kind === 'several'
  return {
    ...answer,
    id,
    question: mapping.stripChoices ? withoutChoices(question, options.options) : question,
    hint: wholeText(mapping.hint, row),
    options: isOffered ? options.options : [],
    images,
    task: sourceText(mapping.task, row),
    modality: sourceText(mapping.modality, row),
    anatomy: sourceText(mapping.anatomy, row),
    group: sourceText(mapping.group, row),
    order: sourceText(mapping.examples, row),
    split,
    kept: keptCells(mapping.keep, row.cells),
    withheld: keptCells(mapping.withhold, row.cells),
  }
}

interface Offered {
  readonly options: Lettered
  readonly right?: string
}

function optionsOf(
  mapping: TableMapping,
  row: RowInTable,
  seed: string,
): Offered | { readonly unreadable: string } {
  try {
    return readOptions(mapping.options, row.cells, seed) ?? { options: [] }
  } catch (error) {
    if (error instanceof UnreadableOptions) return { unreadable: error.message }
    throw error
  }
}

type Answered = Pick<Draft, 'kind' | 'answer' | 'answerText'>
type Unanswered = Pick<RowSkip, 'skip' | 'subject'>

function answerOf(
  mapping: TableMapping,
  row: RowInTable,
  { options, right }: Offered,
): Answered | Unanswered {
  const kind = kindOf(mapping.kind, row)
  if (right !== undefined) return { kind: 'choice', answer: right, answerText: right }
  const cell = answerCell(mapping.answer, row)
  // Marks at the options themselves have no text of their own.
  const text = asItStands(cell) ?? lettersOf(cell, options, ['flags'])?.join('') ?? null
  // MMMU's test questions have "?" for an answer.
  if (text === null || text === '?') return { skip: 'missing_answer', subject: 'answer' }
  if (kind === 'text' || kind === 'yes-no') return { kind, answer: text, answerText: text }
  if (options.length === 0) {
    if (kind !== null) return { skip: 'missing_options', subject: 'options' }
    return { kind: isYesNo(text) ? 'yes-no' : 'text', answer: text, answerText: text }
  }
  const letters = lettersOf(cell, options, mapping.answer.as)
  if (letters === null || letters.length === 0)
    return { skip: 'answer_not_an_option', subject: text.slice(0, 200) }
  const several = kind === 'several' || (kind === null && letters.length > 1)
  if (!several && letters.length > 1) return { skip: 'answer_not_an_option', subject: text.slice(0, 200) }
  return { kind: several ? 'several' : 'choice', answer: letters.join(''), answerText: text }
}

function kindOf(kind: AnswerKind | KindSource | null, { cells }: RowInTable): AnswerKind | null {
  if (kind === null || typeof kind === 'string') return kind
  const value = textOf(cellAt(cells, kind.column)) ?? ''
  return Object.hasOwn(kind.values, value) ? (kind.values[value] ?? null) : null
}

function answerCell({ source }: AnswerSource, row: RowInTable): Cell | undefined {
  if (!('column' in source)) return sourceText(source, row) ?? undefined
  const cell = firstOf(row.cells, source.column)
  const text = textOf(cell)
  return text !== null && source.values && Object.hasOwn(source.values, text) ? source.values[text] : cell
}

function asItStands(cell: Cell | undefined): string | null {
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  const read = unpacked(cell)
  return isList(read) && isList(cell) ? textsOf(read).join(', ') || null : textOf(cell)
}
