/** A mapping for a table without a preset: by the names of its columns, and by their contents. */

import type { Cell, Row, Table, TableRows } from '@voxelwise/tables'
import { areFlagged, isYesNo, readLetters } from '../../../data/formats/mapping/answer.ts'
import { areScores, cellText, firstFilled, isList } from '../../../data/formats/mapping/cells.ts'
import { columnsRead } from '../../../data/formats/mapping/check.ts'
import { withoutChoices } from '../../../data/formats/mapping/choices-in-text.ts'
import {
  answerNames,
  bare,
  nameScore,
  optionsNames,
  questionNames,
  withheld,
} from '../../../data/formats/mapping/column-names.ts'
import {
  type ColumnProfile,
  isEmbedded,
  isImagePath,
  isLabel,
  listOfObjects,
  profiles,
  shareOfCells,
} from '../../../data/formats/mapping/column-profile.ts'
import { columnsOfOptions } from '../../../data/formats/mapping/column-uses.ts'
import {
  type OptionsSource,
  type TableMapping,
  tableWith,
  usualForms,
} from '../../../data/formats/mapping/document.ts'
import type { ImageFinder } from '../../../data/formats/mapping/image-finder.ts'
import type { Lettered } from '../../../data/formats/mapping/letters.ts'
import { boxAnswer } from '../../../data/formats/mapping/measured-answer.ts'
import { guessImages } from '../../../data/formats/mapping/picture-columns.ts'
import { exploded } from '../../../data/formats/mapping/row-parts.ts'
import { shortened } from '../../../data/formats/mapping/shortened.ts'
import { greatest } from '../../../engine/base/grouping.ts'
import { freeColumns, guessAsides } from './asides.ts'
import { guessAxes } from './axes.ts'
import {
  answerAmong,
  type FoundAnswer,
  flaggedOption,
  guessAccepted,
  notConstant,
  waysToChoose,
} from './choices.ts'
import { conversationIn } from './conversation.ts'
import { guessNameless } from './nameless.ts'
import { guessSplit } from './split-column.ts'

/**
 * @param firstRows the first ones
 * @param isSplitKnown whether the names of all files tell their split
 * @returns null where there is no question, or nothing that could be its answer
 */
export function guessTable(
  table: Table,
  firstRows: readonly Row[],
  isSplitKnown: boolean,
  finder: ImageFinder,
): TableMapping | null {
  const rows = shortened(firstRows)
  if (table.hasHeader === false) {
    const guessed = guessNameless(profiles(rows), finder, rows[0]?.file ?? '')
    return guessed && tableWith(guessed)
  }
  const inner = innerList(profiles(rows))
  if (inner === null) return guessRows(rows, finder, isSplitKnown)
  const parts = rows.flatMap(row => exploded(inner, { ...row, table }))
  const guessed = guessRows(parts, finder, isSplitKnown)
  return guessed && { ...guessed, explode: inner }
}

/** A column with lists of objects that contain a question and an answer each. */
function innerList(columns: readonly ColumnProfile[]): string | null {
  const listColumn = columns.find(({ name, cells }) => {
    // Options with a text and a mark of the right one are none.
    if (nameScore(name, optionsNames) > 0 || cells.some(areFlagged)) return false
    const objects = cells.flatMap(listOfObjects)
    const keys = new Set(objects.flatMap(object => Object.keys(object)))
    const has = (names: readonly string[]) => [...keys].some(key => nameScore(key, names) > 0)
    return objects.length > 0 && has(questionNames) && has(answerNames)
  })
  return listColumn?.name ?? null
}

function guessRows(
  rows: readonly Pick<Row, 'cells' | 'file'>[],
  finder: ImageFinder,
  isSplitKnown: boolean,
): TableMapping | null {
  const tableColumns = profiles(rows)
  const named = bestQuestion(tableColumns)
  const turns = named ? null : conversationIn(tableColumns, rows)
  const columns = turns ? [...tableColumns, turns.question, turns.answer] : tableColumns
  const question = named ?? turns?.question
  if (!question) return null
  const others = columns.filter(column => column !== question)
  const choices = bestChoices(turns ? [turns.answer] : others, rows, question.name)
  const likely = choices?.answer ?? (turns ? spoken(turns.answer) : openAnswer(others, question.name))
  if (!likely) return null
  const answer = choices ? likely : notConstant(others, likely)

  const options = choices?.choices.options ?? null
  const accepted = choices ? [] : guessAccepted(others, answer)
  const answers = choices ? undefined : columns.find(({ name }) => name === answer.columns[0])
  const images = guessImages(others, finder, rows[0]?.file ?? '')
  const right = rows.map(({ cells }, i) => rightText(cells, answer, choices?.choices.read[i] ?? []))
  const used = new Set([
    ...answer.columns,
    ...accepted,
    ...rows.flatMap(({ cells }) => columnsOfOptions(options, cells)),
    ...(images?.each.flat() ?? []),
  ])
  const { open, leaks } = freeColumns(
    others.filter(({ name }) => !used.has(name)),
    right,
  )
  const axes = guessAxes(open)
  const { id, hint, context, group, cancelling } = guessAsides(open)
  const split = guessSplit(open, isSplitKnown)
  const taken = new Set([
    ...[id, hint, context, group, split, axes.task, axes.modality, axes.anatomy].flatMap(columnsRead),
    ...(cancelling ? [cancelling.name] : []),
  ])
  return tableWith({
    id,
    question: { column: [question.name] },
    context,
    cancelled: cancelling ? { column: [cancelling.name] } : null,
    hint,
    stripChoices:
      rows.filter(({ cells }, i) => repeats(cells, question, choices?.choices.read[i] ?? [])).length >
      rows.length / 2,
    options,
    answer: {
      source: { column: answer.columns, ...(answers && yesNoMarks(answers, question)) },
      as: answer.as,
      ...(answers && boxForm(answers)),
    },
    accepted,
    kind: answers ? openKind(answers) : null,
    images,
    dropTextOnly: isVlmEvalKit(columns),
    ...axes,
    group,
    split,
    keep: open
      .filter(column => !taken.has(column.name) && isLabel(column) && column.texts.length > 0)
      .map(({ name }) => name),
    withhold: leaks.map(({ name }) => name),
  })
}

function bestQuestion(columns: readonly ColumnProfile[]): ColumnProfile | null {
  const scored = columns.map(column => {
    const asks = shareOfCells(column, cell => /[?？]\s*$/.test(cellText(cell) ?? ''))
    const name = nameScore(column.name, questionNames)
    const isText = column.texts.length > 0 || shareOfCells(column, isList) > 0.9
    const wrong =
      withheld.test(bare(column.name)) ||
      shareOfCells(column, isImagePath) > 0.5 ||
      shareOfCells(column, isEmbedded) > 0
    return { column, score: isText && !wrong ? name + 40 * asks + Math.min(20, column.length / 4) : 0 }
  })
  const best = greatest(scored, ({ score }) => score)
  return best && best.score >= 45 ? best.column : null
}

/** The way to read options in which an answer is found most surely. */
function bestChoices(columns: readonly ColumnProfile[], rows: TableRows, question: string) {
  const all = waysToChoose(columns, rows, question).map(choices => {
    const { options } = choices
    const optionColumns = new Set(rows.flatMap(({ cells }) => columnsOfOptions(options, cells)))
    const others = columns.filter(({ name }) => !optionColumns.has(name))
    const answer: FoundAnswer | null =
      'correct' in options
        ? { columns: [options.correct], as: ['text'], score: 100 }
        : (answerAmong(others, choices) ?? flaggedOption(columns, choices))
    if (answer && !isSure(options, answer, columns)) return { choices, answer: null, score: 0 }
    const read = choices.read.filter(each => each.length > 1).length / rows.length
    const name =
      'column' in options
        ? nameScore(options.column[0] ?? '', optionsNames) / 4
        : 'inText' in options
          ? 0
          : 15
    return { choices, answer, score: (answer?.score ?? 0) + 30 * read + name }
  })
  const best = greatest(all, ({ score }) => score)
  return best?.answer ? { choices: best.choices, answer: best.answer } : null
}

/** A list that nothing calls options holds them only where what is called the answer names one of them. */
function isSure(options: OptionsSource, answer: FoundAnswer, columns: readonly ColumnProfile[]): boolean {
  if (!('column' in options) || nameScore(options.column[0] ?? '', optionsNames) > 0) return true
  const named = columns.filter(
    ({ name, texts }) => nameScore(name, answerNames) >= 90 && texts.length > 0 && name !== options.column[0],
  )
  return named.length === 0 || named.some(({ name }) => answer.columns.includes(name))
}

/** The answer to questions without options: by its name, or because it is yes or no. */
function openAnswer(columns: readonly ColumnProfile[], question: string): FoundAnswer | null {
  const language = languageEnding(question)
  const scored = columns.map(column => {
    const name = nameScore(column.name, answerNames)
    const yesNo = shareOfCells(column, cell => isYesNo(cellText(cell) ?? ''))
    const boxes = calledBoxes.test(bare(column.name)) && shareOfCells(column, isAnyBox) === 1 ? 60 : 0
    const isText =
      column.texts.length > 0 || shareOfCells(column, isList) > 0.5 || shareOfCells(column, areScores) > 0.9
    const wrong = shareOfCells(column, isImagePath) > 0.5 || shareOfCells(column, isEmbedded) > 0
    const other = language !== null && (languageEnding(column.name) ?? language) !== language
    const score = name + boxes + 60 * yesNo + 10 * column.filled - (other ? 50 : 0)
    return { column, score: isText && !wrong ? score : 0 }
  })
  const best = greatest(scored, ({ score }) => score)
  if (!best || best.score < 40) return null
  return { columns: [best.column.name], as: usualForms, score: best.score }
}

/** The language in which a column's name ends: `question_en` is English, `answer (zh)` Chinese; null for other ends. */
function languageEnding(column: string): string | null {
  const end = /(?:^|[\s_.(-])(en|zh|cn|de|fr|es|it|pt|ja|ko|ar|ru|vi|english|chinese)\)?$/i.exec(column)?.[1]
  const word = end?.toLowerCase() ?? null
  return word === 'english' ? 'en' : word === 'chinese' || word === 'cn' ? 'zh' : word
}

/** The answer in a conversation. */
const spoken = ({ name }: ColumnProfile): FoundAnswer => ({ columns: [name], as: usualForms, score: 100 })

const asksYesOrNo = /^(?:is|are|was|were|does|do|did|has|have|had|can|could|should|will)\s/i

/** What 1 and 0 mean where they answer questions for yes or no. */
function yesNoMarks({ texts }: ColumnProfile, question: ColumnProfile) {
  const isMarked = new Set(texts).size === 2 && texts.every(text => text === '0' || text === '1')
  const isAsked = question.texts.every(text => asksYesOrNo.test(text))
  return isMarked && isAsked && { values: { 0: 'no', 1: 'yes' } }
}

const undecided = /^(?:maybe|uncertain|unclear|unknown|not sure|cannot be determined)$/i

const calledBoxes = /^(?:gt)?(?:b?box(?:es)?|boundingbox(?:es)?)$/
const isExtent = (cell: Cell): boolean => boxAnswer(cell, { boxes: 'extent' }) !== null
const isAnyBox = (cell: Cell): boolean => boxAnswer(cell, {}) !== null || isExtent(cell)

/** Boxes of which some are no corners are all a corner, width and height. */
function boxForm(answers: ColumnProfile) {
  const areCorners = shareOfCells(answers, cell => boxAnswer(cell, {}) !== null) === 1
  return !areCorners && shareOfCells(answers, isExtent) === 1 && { boxes: 'extent' as const }
}

/** Boxes, if every answer is one; words, if there is a third answer beside yes and no: the prompt must not give it away. */
function openKind(answers: ColumnProfile): 'box' | 'text' | null {
  if (shareOfCells(answers, isAnyBox) === 1) return 'box'
  const { texts } = answers
  const isThird = (text: string): boolean => undecided.test(text)
  const isOne = texts.every(text => isYesNo(text) || isThird(text))
  return isOne && texts.some(isThird) && !texts.every(isThird) ? 'text' : null
}

function rightText(cells: Row['cells'], answer: FoundAnswer, options: Lettered): string | null {
  const cell = firstFilled(cells, answer.columns)
  const [letter] = readLetters(cell, options, answer.as) ?? []
  return options.find(([each]) => each === letter)?.[1] ?? cellText(cell)
}

function repeats(cells: Row['cells'], question: ColumnProfile, options: Lettered): boolean {
  const text = cellText(firstFilled(cells, [question.name])) ?? ''
  return options.length > 1 && withoutChoices(text, options) !== text
}

/** VLMEvalKit passes over rows without an image. */
function isVlmEvalKit(columns: readonly ColumnProfile[]): boolean {
  const names = new Set(columns.map(({ name }) => name))
  return (
    ['index', 'question', 'answer', 'A', 'B'].every(name => names.has(name)) &&
    (names.has('image') || names.has('image_path'))
  )
}
