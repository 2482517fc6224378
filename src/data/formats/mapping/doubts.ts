/** What a reading of a table leaves unsure, in words and numbers: shown before a run. */

import { splitPart } from '@voxelwise/pixels'
import { get, ownValue, stringifyJson } from '@voxelwise/python'
import type { Row, TableRows, UnreadOfSheet } from '@voxelwise/tables'
import { counted } from '../../../engine/base/counted.ts'
import { listImages, type Sample } from '../../../engine/protocol/sample.ts'
import { partFields } from '../../sources/part-reference.ts'
import { readLetters } from './answer.ts'
import { cellAt, cellText, cellTexts, firstFilled, isEmpty } from './cells.ts'
import { columnsRead } from './check.ts'
import { answerNames, nameScore, optionsNames } from './column-names.ts'
import type { TableMapping } from './document.ts'
import { offeredIn } from './options.ts'

/** What all samples of a folder leave unsure: repeated questions, and volumes of which no slice is named. */
export const sampleDoubts = (samples: readonly Sample[]): readonly string[] => [
  ...repeatedQuestions(samples),
  ...wholeVolumes(samples),
  ...imagesInTexts(samples),
]

/** Markdown or HTML with an image in it, which is not shown. */
function imagesInTexts(samples: readonly Sample[]): readonly string[] {
  const named = samples.filter(
    ({ image, fields }) =>
      image === null && /\.(?:png|jpe?g|webp|gif)\b/i.test(String(get(fields, 'question') ?? '')),
  )
  return named.length === 0
    ? []
    : [
        `${counted(named.length, 'question')} without an image ${named.length === 1 ? 'names' : 'name'} one in ${named.length === 1 ? 'its' : 'their'} text.`,
      ]
}

/** What a spreadsheet holds and is not read. @param withoutImage its questions that have none */
export function unreadOfSheet(
  unread: UnreadOfSheet | undefined,
  file: string,
  withoutImage: number,
): readonly string[] {
  const { pictures, formulas } = unread ?? { pictures: 0, formulas: 0 }
  return [
    ...(pictures > 0 && withoutImage > 0
      ? [
          `${counted(pictures, 'picture')} in the cells of ${file} ${pictures === 1 ? 'is' : 'are'} not read, and ${counted(withoutImage, 'question')} ${withoutImage === 1 ? 'has' : 'have'} no image. Save the pictures as files, and name them in a column.`,
        ]
      : []),
    ...(formulas > 0
      ? [
          `${counted(formulas, 'formula')} of ${file} ${formulas === 1 ? 'has' : 'have'} no stored value and ${formulas === 1 ? 'counts' : 'count'} as empty. Open the file in a spreadsheet program, and save it.`,
        ]
      : []),
  ]
}

/** Equal in question, options, answer and images, in two files: authors publish a set and its parts side by side. */
function repeatedQuestions(samples: readonly Sample[]): readonly string[] {
  if (new Set(samples.map(({ file }) => file)).size < 2) return []
  const known = new Map<string, string>()
  const files = new Set<string>()
  let repeated = 0
  for (const sample of samples) {
    const { fields, file } = sample
    const key = stringifyJson([
      ...['question', 'options', 'answer'].map(name => get(fields, name) ?? null),
      ...listImages(sample),
    ])
    const first = known.get(key)
    if (first === undefined) known.set(key, file)
    else if (first !== file) {
      repeated++
      for (const each of [first, file]) files.add(each)
    }
  }
  return repeated === 0
    ? []
    : [
        `${counted(repeated, 'question')} of ${counted(files.size, 'file')} ${repeated === 1 ? 'is' : 'are'} asked twice, with the same image and answer.`,
      ]
}

function wholeVolumes(samples: readonly Sample[]): readonly string[] {
  const whole = samples.filter(sample =>
    listImages(sample).some(image => splitPart(image).part === null && partFields(image).includes('index')),
  )
  const [first] = whole
  return first
    ? [
        `${counted(whole.length, 'question')} ${whole.length === 1 ? 'names' : 'name'} a volume and no slice of it, and cannot be asked. The mapping’s images take "slices".`,
      ]
    : []
}

/**
 * @param file as people know it
 * @param rows the first ones of the table
 * @param isGuess whether nobody has said what the columns mean
 */
export function findDoubts(mapping: TableMapping, file: string, rows: TableRows, isGuess: boolean) {
  return [
    ...(isGuess ? [...unsurePlaces(mapping, file, rows), ...unsureBoxes(mapping, file, rows)] : []),
    ...(isGuess ? [...unreadOptions(mapping, file, rows), ...unsureMarks(mapping, file)] : []),
    ...(isGuess ? constantAnswer(mapping, file, rows) : []),
    ...tellingContext(mapping, file, rows),
  ]
}

/** Lists of four numbers fit two forms, and shares of the image are no pixels. */
function unsureBoxes({ kind, answer, size }: TableMapping, file: string, rows: TableRows): readonly string[] {
  if (kind !== 'box' || !('column' in answer.source)) return []
  const columns = answer.source.column
  const lists = rows.flatMap(({ cells }) => {
    const numbers = cellTexts(firstFilled(cells, columns)).map(Number)
    return numbers.length === 4 && numbers.every(Number.isFinite) ? [numbers] : []
  })
  if (lists.length === 0) return []
  const form = answer.boxes === 'extent' ? 'left, top, width, height' : 'left, top, right, bottom'
  const other = answer.boxes === 'extent' ? null : 'left, top, width, height'
  const areShares = size === null && lists.every(numbers => numbers.every(value => value >= 0 && value <= 1))
  return [
    `The boxes in ${file} are read as ${form}${other ? `. They also fit ${other}` : ''}.`,
    ...(areShares
      ? [
          `All boxes in the first ${counted(lists.length, 'row')} of ${file} lie between 0 and 1. They are compared in pixels.`,
        ]
      : []),
  ]
}

/** A column that is called options, of which nothing is read. */
function unreadOptions({ options }: TableMapping, file: string, rows: TableRows): readonly string[] {
  if (options !== null) return []
  const names = new Set(rows.flatMap(({ cells }) => Object.keys(cells)))
  const unread = [...names].filter(
    name => nameScore(name, optionsNames) >= 90 && rows.some(({ cells }) => !isEmpty(ownValue(cells, name))),
  )
  return unread.map(
    name => `The column ${name} of ${file} is not read. Its questions are asked without options.`,
  )
}

/** An answer that is one value everywhere, beside the lists of answers that are read instead. */
function constantAnswer(
  { answer, accepted }: TableMapping,
  file: string,
  rows: TableRows,
): readonly string[] {
  const [read] = 'column' in answer.source ? answer.source.column : []
  if (read === undefined || !accepted.includes(read)) return []
  const names = new Set(rows.flatMap(({ cells }) => Object.keys(cells)))
  return [...names].flatMap(name => {
    const texts = rows.flatMap(({ cells }) => cellText(cells[name]) ?? [])
    const isConstant = texts.length > 2 && new Set(texts).size === 1 && nameScore(name, answerNames) >= 90
    return isConstant && name !== read
      ? [
          `The column ${name} of ${file} has one value in all of the first ${counted(texts.length, 'row')}. The answers are read from ${read}.`,
        ]
      : []
  })
}

/** Answers of 0 and 1 that are read as no and yes. */
function unsureMarks({ answer }: TableMapping, file: string): readonly string[] {
  const values = 'column' in answer.source ? answer.source.values : undefined
  return values?.['1'] === 'yes' ? [`The answers 0 and 1 of ${file} are read as no and yes.`] : []
}

/** Places of options that fit a count from 0 and one from 1. */
function unsurePlaces({ options, answer }: TableMapping, file: string, rows: TableRows): readonly string[] {
  const from = answer.as.find(form => form === 'index0' || form === 'index1')
  if (options === null || from === undefined || !('column' in answer.source)) return []
  const columns = answer.source.column
  const places = rows.flatMap(({ cells }) => {
    const text = cellText(firstFilled(cells, columns)) ?? ''
    const offered = offeredIn(options, cells)
    const isPlace = /^\d{1,2}(?:\.0)?$/.test(text) && readLetters(text, offered, ['letter', 'text']) === null
    return isPlace && offered.length > 1 ? [{ place: Number(text), most: offered.length }] : []
  })
  if (places.length === 0 || places.some(({ place, most }) => place < 1 || place >= most)) return []
  const all = places.map(({ place }) => place)
  return [
    `The answers ${Math.min(...all)} to ${Math.max(...all)} in the first ${counted(places.length, 'row')} of ${file} fit options counted from 0 and from 1. They are counted from ${from === 'index0' ? 0 : 1}.`,
  ]
}

/** Letters of a word that says something. */
const longWords = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}{4,40}/gu) ?? []

/** A context that holds most of the answer's words in most of the rows: it may describe the picture. */
function tellingContext(mapping: TableMapping, file: string, rows: TableRows): readonly string[] {
  const [column] = columnsRead(mapping.context)
  if (column === undefined || mapping.images === null || !('column' in mapping.answer.source)) return []
  const answers = mapping.answer.source.column
  const open = rows.flatMap(({ cells }) => {
    const context = new Set(longWords(cellTexts(cellAt(cells, column)).join(' ')))
    const words = rightWords(mapping, cells, answers)
    return context.size === 0 || words.length === 0
      ? []
      : [words.filter(word => context.has(word)).length / words.length]
  })
  const telling = open.filter(share => share >= 0.8).length
  if (telling === 0 || telling < open.length / 2) return []
  return [
    `The column ${column} of ${file} is shown before the question. It holds the words of the right answer in ${telling} of the first ${counted(open.length, 'row')}.`,
  ]
}

function rightWords(
  mapping: TableMapping,
  cells: Row['cells'],
  answers: readonly string[],
): readonly string[] {
  const cell = firstFilled(cells, answers)
  const offered = offeredIn(mapping.options, cells)
  const named = offered.length > 0 ? (readLetters(cell, offered, mapping.answer.as) ?? []) : null
  const texts = named
    ? offered.flatMap(([letter, text]) => (named.includes(letter) ? text : []))
    : cellTexts(cell)
  return longWords(texts.join(' '))
}
