/** Which columns contain the options, and which one the right answer. */

import type { Cell, TableRows } from '@voxelwise/tables'
import { areFlagged, readLetters } from '../../../data/formats/mapping/answer.ts'
import { cellText, isEmpty, isList, isObject, unpacked } from '../../../data/formats/mapping/cells.ts'
import {
  acceptedNames,
  answerNames,
  bare,
  imageNames,
  nameScore,
  optionsNames,
  withheld,
  wrongNames,
} from '../../../data/formats/mapping/column-names.ts'
import {
  type ColumnProfile,
  isEmbedded,
  isImagePath,
  shareOfCells,
} from '../../../data/formats/mapping/column-profile.ts'
import { type AnswerForm, type OptionsSource, usualForms } from '../../../data/formats/mapping/document.ts'
import { type Lettered, numberOfLabel } from '../../../data/formats/mapping/letters.ts'
import { offeredIn, prefixed } from '../../../data/formats/mapping/options.ts'
import { answersIn } from '../../../data/formats/mapping/read-row.ts'
import { greatest } from '../../../engine/base/grouping.ts'

interface Choices {
  readonly options: OptionsSource
  /** The lettered options of every row. */
  readonly read: readonly Lettered[]
}

/** Every way in which the columns may contain options, with the resulting options. */
export function waysToChoose(
  columns: readonly ColumnProfile[],
  rows: TableRows,
  question: string,
): readonly Choices[] {
  const plain = columns.filter(column => shareOfCells(column, isEmbedded) === 0 && !namesPictures(column))
  const listed = plain.filter(
    column =>
      shareOfCells(column, areCapitals) < 0.5 &&
      nameScore(column.name, wrongNames) === 0 &&
      !measures(column),
  )
  const sources: readonly OptionsSource[] = [
    ...families(plain),
    ...listed
      .filter(
        column =>
          column.name !== question && (!isOfAnswer(column.name) || shareOfCells(column, areFlagged) > 0.9),
      )
      .map(({ name }) => ({ column: [name] })),
    ...distractors(plain),
    { inText: question },
  ]
  return sources.flatMap(options => {
    const read = rows.map(({ cells }) => offeredIn(options, cells))
    const enough = read.filter(each => each.length > 1).length
    // A list in every tenth row is worth reading where the others are open questions.
    return enough >= Math.max(1, rows.length * 0.1) && looksChosen(options, plain) ? [{ options, read }] : []
  })
}

/** What is called an image and names one anywhere holds no options, even if most of its cells are empty lists. */
const namesPictures = (column: ColumnProfile): boolean =>
  shareOfCells(column, isImagePath) > (nameScore(column.name, imageNames) > 0 ? 0 : 0.5)

/** Lists or objects of numbers are a box, scores or a size, unless their column is called options. */
const measures = (column: ColumnProfile): boolean =>
  nameScore(column.name, optionsNames) === 0 && shareOfCells(column, areNumbers) > 0.5

function areNumbers(cell: Cell | undefined): boolean {
  const read = unpacked(cell)
  const items = isList(read) ? read : isObject(read) ? Object.values(read) : null
  if (items === null) return false
  return (
    items.length > 0 &&
    items.every(item =>
      isList(item) || isObject(item) ? areNumbers(item) : Number.isFinite(Number(cellText(item) ?? 0)),
    )
  )
}

/** A list in `answers` or `structured_answer.findings` says what is right, not what there is to choose from. */
const isOfAnswer = (column: string): boolean =>
  nameScore(column, optionsNames) === 0 &&
  (nameScore(column, answerNames) >= 90 ||
    acceptedNames.test(bare(column)) ||
    column.split('.').some(part => /answer/.test(bare(part))))

/** A single column needs lists or a matching name: any text with a line break could look like a list. */
function looksChosen(options: OptionsSource, columns: readonly ColumnProfile[]): boolean {
  if (!('column' in options)) return true
  const column = columns.find(({ name }) => name === options.column[0])
  if (!column) return false
  return (
    nameScore(column.name, optionsNames) > 0 ||
    shareOfCells(column, cell => cellText(unpacked(cell)) === null) > 0.5
  )
}

/** Columns of one prefix with letters or numbers behind it, A and B (or 1 and 2) at least. */
function families(columns: readonly ColumnProfile[]): readonly OptionsSource[] {
  const names = new Set(columns.map(({ name }) => name))
  const cells = Object.fromEntries([...names].map(name => [name, null]))
  const small = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].flatMap(letter =>
      names.has(letter) ? [[letter.toUpperCase(), letter]] : [],
    ),
  )
  const prefixes = new Set(
    columns.flatMap(({ name }) => /^(.*?)(?:[A-Za-z]|\d{1,2})[)\].:]*$/.exec(name)?.[1] ?? []),
  )
  const lettered = [...prefixes].flatMap((prefix): OptionsSource[] => {
    const letters = prefixed(prefix, cells).map(([letter]) => letter)
    const isFamily = letters[0] === 'A' && letters[1] === 'B' && nameScore(prefix, wrongNames) === 0
    return isFamily ? [{ prefix }] : []
  })
  return 'A' in small && 'B' in small ? [...lettered, { columns: small }] : lettered
}

const isCapital = (cell: Cell): boolean => typeof cell === 'string' && /^[A-Z]$/.test(cell)
/** The letters of options are no options. */
const areCapitals = (cell: Cell): boolean => isList(cell) && cell.every(isCapital)

/** Lists, or columns, of wrong answers next to the right one. */
function distractors(columns: readonly ColumnProfile[]): readonly OptionsSource[] {
  const wrong = columns.filter(({ name }) => nameScore(name.replace(/(?<!\d)\d+$/, ''), wrongNames) > 0)
  const right = columns.filter(
    column =>
      nameScore(column.name, answerNames) > 0 &&
      !wrong.includes(column) &&
      column.texts.length > 0 &&
      column.length > 1,
  )
  const correct = greatest(right, ({ name }) => nameScore(name, answerNames))
  if (!correct || wrong.length === 0) return []
  const letter = columns.find(column => column !== correct && shareOfCells(column, isCapital) > 0.9)
  const letters = columns.find(column => shareOfCells(column, areCapitals) > 0.9)
  return [
    {
      correct: correct.name,
      wrong: wrong.map(({ name }) => name),
      ...(letter && letters && { letter: letter.name, wrongLetters: letters.name }),
    },
  ]
}

export interface FoundAnswer {
  readonly columns: readonly string[]
  readonly as: readonly AnswerForm[]
  /** How sure it is: 0 to about 200. */
  readonly score: number
}

/** The column whose values name options, by letter, text or place. */
export function answerAmong(columns: readonly ColumnProfile[], { read }: Choices): FoundAnswer | null {
  const candidates = columns.flatMap(column => {
    const { as, share: named } = answerForms(column, read)
    const name = nameScore(column.name, answerNames) - (withheld.test(bare(column.name)) ? 60 : 0)
    if (named < 0.5 || (name <= 0 && named < 0.9)) return []
    return [{ column, as, score: name + 60 * named + 20 * column.filled }]
  })
  const [best, ...others] = candidates.sort((a, b) => b.score - a.score)
  if (!best) return null
  const spare =
    best.column.filled < 0.99 ? others.filter(({ column }) => nameScore(column.name, answerNames) > 50) : []
  return {
    columns: [best.column.name, ...spare.map(({ column }) => column.name)],
    as: [...new Set([best, ...spare].flatMap(each => each.as))],
    score: best.score,
  }
}

/** Options that are each marked right or wrong. */
export function flaggedOption(
  columns: readonly ColumnProfile[],
  { options, read }: Choices,
): FoundAnswer | null {
  const column = 'column' in options && columns.find(({ name }) => name === options.column[0])
  if (!column) return null
  const withOptions = column.cells.filter((_, i) => (read[i]?.length ?? 0) > 1)
  const flagged = column.cells.filter((cell, i) => readLetters(cell, read[i] ?? [], ['flags']) !== null)
  if (flagged.length < 0.9 * withOptions.length || flagged.length === 0) return null
  return { columns: [column.name], as: ['flags'], score: 100 }
}

/** Which forms a column's values take, and the share of them that name an option by these. */
function answerForms(
  column: ColumnProfile,
  read: readonly Lettered[],
): { readonly as: readonly AnswerForm[]; readonly share: number } {
  const answered = column.cells.flatMap((cell, i) =>
    isEmpty(cell) || cellText(cell) === '-1' || (read[i]?.length ?? 0) < 2
      ? []
      : [{ cell, options: read[i] ?? [] }],
  )
  const named = (as: readonly AnswerForm[]) =>
    answered.filter(({ cell, options }) => readLetters(cell, options, as) !== null).length
  const as: AnswerForm[] =
    named(['text']) > named(['letter']) ? ['text', 'letter', 'lettered', 'several'] : [...usualForms]
  const missed = answered.filter(({ cell, options }) => readLetters(cell, options, as) === null)
  const places = missed.flatMap(({ cell, options }) => {
    const text = cellText(cell) ?? ''
    const names = options.flatMap(([, , label]) => numberOfLabel(label) ?? [])
    return /^\d+(?:\.0)?$/.test(text) ? [{ text, place: Number(text), most: options.length, names }] : []
  })
  if (places.length > 0) as.push(...placeForms(places))
  if (missed.length > 0 && named(['initial']) > named(as)) as.push('initial')
  if (missed.length > 0 && named(['flags']) > named(as)) as.unshift('flags')
  return { as, share: named(as) / Math.max(1, answered.length) }
}

interface PlaceText {
  readonly text: string
  readonly place: number
  readonly most: number
  /** Numbers in the names of the options' columns. */
  readonly names: readonly number[]
}

function placeForms(places: readonly PlaceText[]): readonly AnswerForm[] {
  if (places.every(({ place, names }) => names.includes(place)))
    return places.some(({ names }) => names.includes(0)) ? ['index0'] : ['index1']
  const beyond = places.filter(({ place, most }) => place > most)
  if (
    beyond.length > 0 &&
    beyond.every(({ text, most }) => [...text].every(digit => Number(digit) >= 1 && Number(digit) <= most))
  )
    return ['digits']
  if (places.some(({ place }) => place === 0)) return ['index0']
  // Without a single 0 among many, they are counted from 1.
  return places.some(({ place, most }) => place === most) || places.length > 20 ? ['index1'] : ['index0']
}

const numbered = /^(.*answers?)[\s_-]?(\d{1,2})$/i

/**
 * Which columns hold further answers to an open question that count as right.
 * @param answer what was found to be the answer
 * @returns columns in their order; none where the answer is one text
 */
export function guessAccepted(columns: readonly ColumnProfile[], answer: FoundAnswer): readonly string[] {
  const [first = ''] = answer.columns
  const family = numbered.exec(first)?.[1]
  const others = columns.filter(column => {
    if (family !== undefined && numbered.exec(column.name)?.[1] === family) return column.name !== first
    return acceptedNames.test(bare(column.name)) && shareOfCells(column, isListOfAnswers) > 0.9
  })
  return others.map(({ name }) => name)
}

/** Rows in which a value is the same by design, not by chance. */
const fewestRows = 3

/** An answer that is one value in all rows, beside lists of accepted answers that vary: the list is the answer. */
export function notConstant(columns: readonly ColumnProfile[], answer: FoundAnswer): FoundAnswer {
  const column = columns.find(({ name }) => name === answer.columns[0])
  const isConstant = column?.distinct === 1 && column.texts.length >= fewestRows
  if (!isConstant) return answer
  const [list] = guessAccepted(columns, answer).filter(name => {
    const listed = columns.find(each => each.name === name)
    if (listed === undefined || shareOfCells(listed, isListOfAnswers) <= 0.9) return false
    return new Set(listed.cells.map(cell => answersIn(cell).join('\n'))).size > 1
  })
  return list === undefined ? answer : { ...answer, columns: [list] }
}

const isListOfAnswers = (cell: ColumnProfile['cells'][number]): boolean =>
  isList(unpacked(cell)) && answersIn(cell).length > 0 && cellText(cell) === null
