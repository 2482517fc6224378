/** The options of a row, in whatever form its columns have them. */

import { ownValue } from '@voxelwise/python'
import type { Cell } from '@voxelwise/tables'
import { fnv1a } from '../../../engine/base/hash.ts'
import type { Letter } from '../../../engine/protocol/sample.ts'
import {
  type CellObject,
  type Cells,
  cellAt,
  cellText,
  cellTexts,
  firstFilled,
  isEmpty,
  isList,
  isObject,
  listText,
  unpacked,
} from './cells.ts'
import { choicesInCell, choicesInText } from './choices-in-text.ts'
import type { CorrectAndWrong, OptionsSource } from './document.ts'
import { type Lettered, letterAt, type ReadOptions, soleLetter, withoutMarks } from './letters.ts'

/**
 * Options put together from the right answer and its distractors: with the letters that the row gives; without, in an order
 * that follows from the seed and the texts alone, so that it is the same in every order of the rows and in every run.
 * @returns null where there is no right answer or nothing to choose from
 */
function assembled(source: CorrectAndWrong, cells: Cells, seed: string): ReadOptions | null {
  const correct = cellText(cellAt(cells, source.correct))
  const wrong = source.wrong.flatMap(column => cellTexts(cellAt(cells, column)))
  if (correct === null || wrong.length === 0 || wrong.length > 25) return null
  const given = [source.letter, source.wrongLetters].flatMap(column =>
    column === undefined ? [] : cellTexts(cellAt(cells, column)).map(soleLetter),
  )
  const texts = [correct, ...wrong]
  const isGiven =
    given.length === texts.length && new Set(given).size === given.length && !given.includes(null)
  if (isGiven) {
    const options = texts.map((text, i) => [given[i] ?? '', text] as const)
    return { options: byLetter(options), right: given[0] ?? '' }
  }
  const order = texts
    .map((text, i) => ({ text, i, key: fnv1a(`${seed}\n${text}\n${i}`) }))
    .sort((a, b) => a.key - b.key)
  const options = order.map(({ text }, place) => [letterAt(place) ?? '', text] as const)
  return { options, right: letterAt(order.findIndex(({ i }) => i === 0)) ?? '' }
}

/** A cell that should contain options and cannot be read as such. */
export class UnreadableOptions extends Error {
  override readonly name = 'UnreadableOptions'
}

/**
 * @param seed for the order of assembled options
 * @returns null if the row has none
 * @throws UnreadableOptions
 */
export function rowOptions(source: OptionsSource | null, cells: Cells, seed: string): ReadOptions | null {
  if (source === null) return null
  if ('correct' in source) return assembled(source, cells, seed)
  const options =
    'column' in source
      ? inOneCell(firstFilled(cells, source.column))
      : 'inText' in source
        ? (choicesInText(cellText(cellAt(cells, source.inText)) ?? '')?.options ?? [])
        : inColumns(source, cells)
  return options.length === 0 ? null : { options }
}

/** The options of a row, assembled in any order; none where they cannot be read. */
export function offeredIn(source: OptionsSource | null, cells: Cells): Lettered {
  try {
    return rowOptions(source, cells, '')?.options ?? []
  } catch (error) {
    if (error instanceof UnreadableOptions) return []
    throw error
  }
}

function inColumns(
  source: { readonly prefix: string } | { readonly columns: CellObject },
  cells: Cells,
): Lettered {
  const columns = 'columns' in source ? Object.entries(source.columns) : prefixed(source.prefix, cells)
  const options = columns.flatMap(([letter, column]): Lettered => {
    const text = cellText(cellAt(cells, String(column)))
    const name = String(column).replace(/(?<![)\].:])[)\].:]+$/, '')
    if (text === null) return []
    return [/\d$/.test(name) ? [letter, text, name] : [letter, text]]
  })
  return withoutMarks(options, 'letters')
}

/** Columns by letter: the prefix, then a letter or a number. */
export function prefixed(prefix: string, cells: Cells): readonly (readonly [Letter, string])[] {
  const columns = Object.keys(cells).flatMap(column => {
    const rest = column.startsWith(prefix) ? column.slice(prefix.length) : ''
    const isName = prefix === '' ? /^[A-Z]$/.test(rest) : /^(?:[A-Za-z]|\d{1,2})[)\].:]*$/.test(rest)
    return isName ? [{ column, rest: rest.replace(/(?<![)\].:])[)\].:]+$/, '') }] : []
  })
  const first = columns.some(({ rest }) => rest === '0') ? 0 : 1
  return columns
    .flatMap(({ column, rest }) => {
      const letter = /^\d/.test(rest) ? letterAt(Number(rest) - first) : rest.toUpperCase()
      return letter === null ? [] : [[letter, column] as const]
    })
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

function inOneCell(cell: Cell | undefined): Lettered {
  const read = unpacked(cell)
  if (isEmpty(read)) return []
  if (isList(read)) return inList(read)
  if (isObject(read)) return inDict(read)
  const text = cellText(read) ?? ''
  const lettered = choicesInCell(text)
  if (lettered) return lettered
  const parts =
    [/\r?\n/g, /[|]/g, /;/g].map(mark => partsBetween(text, mark)).find(parts => parts.length > 1) ??
    [/ \/ /g, betweenTexts].map(mark => partsBetween(text, mark)).find(areShort)
  if (!parts) throw new UnreadableOptions('no list, dict or lettered text')
  return inList(parts.every(isQuoted) ? parts.map(part => part.slice(1, -1)) : parts)
}

const isQuoted = (part: string): boolean => /^(?:"[^"]*"|“[^”]*”|'[^']*'|«[^»]*»)$/.test(part)

/** A comma that parts two options: between two digits it may begin decimals or group thousands. */
const betweenTexts = /(?<!\d),|,(?!\d)/g

const brackets = /[([{（][^()[\]{}（）]*[)\]}）]|"[^"]*"/g

/** A text cut at each sign that stands outside of brackets and quotes. @param sign with the flag `g` */
function partsBetween(text: string, sign: RegExp): readonly string[] {
  if (text.search(sign) < 0) return [text.trim()]
  // What stands in brackets is hidden by signs that part nothing, of the same length.
  let hidden = text
  for (let depth = 0, before = ''; depth < deepestBrackets && hidden !== before; depth++) {
    before = hidden
    hidden = hidden.replace(brackets, bracketed => hiding.repeat(bracketed.length))
  }
  const cuts = Array.from(hidden.matchAll(sign), ({ index, 0: found }) => [index, index + found.length])
  const starts = [0, ...cuts.map(([, end]) => end)]
  return starts.map((start, i) => text.slice(start, cuts[i]?.[0]).trim())
}

const deepestBrackets = 3
const hiding = '\u0000'

/** Whether commas and slashes part names, and not a sentence: each has three words at most, besides those in brackets. */
const areShort = (parts: readonly string[]): boolean =>
  parts.length > 1 &&
  parts.every(part =>
    /^(?:[^\s]+\s+){0,2}[^\s]+$/.test(part.replace(/[([{（][^()[\]{}（）]*[)\]}）]/g, '').trim()),
  )

function inList(items: readonly Cell[]): Lettered {
  if (items.length > 26) throw new UnreadableOptions(`${items.length} options`)
  if (items.some(isObject))
    return byLetter(items.flatMap(item => (isObject(item) ? inObject(item, items.indexOf(item)) : [])))
  const options = items.flatMap((item, place): Lettered => {
    const text = isList(item) && item.length > 0 ? listText(item) : cellText(item)
    return text === null ? [] : [[letterAt(place) ?? '', text]]
  })
  return withoutMarks(options, 'list')
}

/** `{letter: "A", content: "x"}`, whatever its fields are called, or `{A: "x"}`. */
function inObject(item: CellObject, place: number): Lettered {
  const texts = Object.entries(item).flatMap(([key, cell]) => {
    const text = cellText(cell)
    return text === null ? [] : [{ key, text }]
  })
  const [only] = texts
  if (texts.length === 1 && only) return [labelled(only.key, place, only.text)]
  const letter = texts.find(({ key, text }) => /letter|label|key|^id$|idx|index/i.test(key) && isLabel(text))
  const content =
    texts.find(
      ({ key, text }) => /content|text|value|description|name/i.test(key) && text !== letter?.text,
    ) ?? texts.find(each => each !== letter)
  if (!content) return []
  return [labelled(letter?.text ?? '', place, content.text)]
}

const isLabel = (text: string): boolean => soleLetter(text) !== null || /^\d{1,2}$/.test(text)

/** An option with the letter that its label is, or that of its place; a number stays its label. */
function labelled(label: string, place: number, text: string): Lettered[number] {
  const letter = soleLetter(label) ?? letterAt(place) ?? ''
  return /^\d{1,2}$/.test(label.trim()) ? [letter, text, label.trim()] : [letter, text]
}

function inDict(dict: CellObject): Lettered {
  const lists = Object.entries(dict).filter(([, cell]) => isList(cell))
  if (lists.length > 0) return inLists(lists as readonly (readonly [string, readonly Cell[]])[])
  const keys = Object.keys(dict)
  const first = keys.includes('0') ? 0 : 1
  const options = keys.flatMap((key): Lettered => {
    const text = cellText(ownValue(dict, key))
    const bare = /^(?:option|choice|opt)?[\s_-]*([A-Za-z]|\d{1,2})$/i.exec(key.trim())?.[1] ?? key
    const letter = /^\d+$/.test(bare) ? letterAt(Number(bare) - first) : soleLetter(bare)
    if (letter === null) throw new UnreadableOptions(`key "${key}"`)
    if (text === null) return []
    return [/^\d+$/.test(bare) ? [letter, text, bare] : [letter, text]]
  })
  return withoutMarks(byLetter(options), 'letters')
}

/** `{text: […], label: […]}`. */
function inLists(lists: readonly (readonly [string, readonly Cell[]])[]): Lettered {
  const areLabels = ([, items]: (typeof lists)[number]) => items.every(item => isLabel(cellText(item) ?? ''))
  const called = lists.find(each => /label|letter|key|idx|index/i.test(each[0]) && areLabels(each))
  const labels = called ?? lists.find(areLabels)
  const texts = lists.find(each => each !== labels) ?? labels
  if (!texts) return []
  const options = inList(texts[1])
  if (!labels || labels === texts) return options
  return byLetter(
    options.map(([letter, text]) => {
      const place = letter.charCodeAt(0) - 65
      return labelled(cellText(labels[1][place]) ?? '', place, text)
    }),
  )
}

function byLetter(options: Lettered): Lettered {
  if (new Set(options.map(([letter]) => letter)).size < options.length)
    throw new UnreadableOptions('two options of one letter')
  return [...options].sort(([a], [b]) => (a < b ? -1 : 1))
}
