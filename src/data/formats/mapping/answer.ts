/** Which option, or options, an answer names. */
import type { Cell } from '@voxelwise/tables'
import { isOtherYesOrNo } from '../../../engine/protocol/judges/yes-no.ts'
import type { Letter } from '../../../engine/protocol/sample.ts'
import { cellText, isList, isObject, listText, unpacked } from './cells.ts'
import type { AnswerForm } from './document.ts'
import {
  areNumbered,
  type Lettered,
  letterAt,
  letterOfLabel,
  letterOfNumeral,
  numberOfLabel,
  readMark,
  soleLetter,
} from './letters.ts'
import { levelled } from './spellings.ts'

/** In the order of the alphabet, each once; null where the answer names none. */
type Named = readonly Letter[] | null

export function readLetters(cell: Cell | undefined, options: Lettered, forms: readonly AnswerForm[]): Named {
  const read = unpacked(cell)
  // `[0, 2]` is a list, unless an option is called so.
  if (isList(read) && forms.includes('text') && mayBeCalled(options, read)) {
    const whole = known(
      letterOfText(typeof cell === 'string' ? cell.trim() : listText(read), options),
      options,
    )
    if (whole !== null) return whole
  }
  if (isList(read) && forms.includes('flags')) {
    const flagged = ofFlags(read, options)
    if (flagged !== null) return flagged
  }
  if (isList(read)) return ofList(read, options, forms)
  return ofText(cellText(cell), options, forms)
}

/** Whether an option can have the text of a list. It has the commas between the items, except one that a prefix may take. */
const mayBeCalled = (options: Lettered, { length }: readonly Cell[]): boolean =>
  options.some(([, text]) => text.length >= length - 2)

/** Items of a list of answers; with more it is a list of something else, such as numbers of a picture. */
const longestList = 100

function ofList(items: readonly Cell[], options: Lettered, forms: readonly AnswerForm[]): Named {
  if (items.length > longestList) return null
  const answers: Named[] = []
  for (const item of items) {
    const named = ofText(cellText(item), options, forms)
    // Left at the first that names none.
    if (named === null) return null
    answers.push(named)
  }
  return together(answers)
}

function ofText(text: string | null, options: Lettered, forms: readonly AnswerForm[]): Named {
  if (text === null) return null
  for (const form of forms) {
    const named = readers[form](text, options)
    if (named !== null) return named
  }
  return null
}

const readers: Readonly<Record<AnswerForm, (text: string, options: Lettered) => Named>> = {
  letter: (text, options) => known(letterIn(text, options) ?? letterOfName(text, options), options),
  lettered: (text, options) => {
    const marked = readMark(text)
    const letter = letterIn(marked?.mark ?? '', options)
    const option = options.find(([each]) => each === letter)
    if (!marked || !option) return null
    // "C. difficile" is a text of its own, whatever option C is.
    return levelled(option[1]) === levelled(marked.rest) ? [option[0]] : null
  },
  initial: (text, options) => known(letterIn(readMark(text)?.mark ?? '', options), options),
  text: (text, options) => known(letterOfText(text, options), options),
  index0: (text, options) => counted(text, 0, options),
  index1: (text, options) => counted(text, 1, options),
  several: readSeveral,
  // Only for a list, which is read as a whole.
  flags: () => null,
  digits: (text, options) =>
    /^\d{1,100}$/.test(text) ? together([...text].map(digit => counted(digit, 1, options))) : null,
}

const letterIn = (text: string, options: Lettered): Letter | null =>
  letterOfNumeral(text, options) ?? soleLetter(text) ?? letterOfLabel(text, options)

/** A row's own numbers come before any counting. */
const counted = (text: string, first: 0 | 1, options: Lettered): Named =>
  known(areNumbered(options) ? letterOfLabel(text, options) : letterAt(place(text) - first), options)

/** `Option B`, `choice_b`, `option2`: what its column or its line is called. */
function letterOfName(text: string, options: Lettered): Letter | null {
  const [, letter, number] =
    /^(?:option|choice|opt|answer)[\s_.:-]*(?:\(?([A-Za-z])\)?|(\d{1,2}))[.\s]*$/i.exec(text) ?? []
  if (letter !== undefined) return letter.toUpperCase()
  if (number === undefined) return null
  const called = options.find(([, , label]) => numberOfLabel(label) === Number(number))
  const isCalled = options.some(([, , label]) => numberOfLabel(label) !== null)
  return isCalled ? (called?.[0] ?? null) : letterAt(Number(number) - 1)
}

/** A mark for each option: 1 or true of those that are right. */
function ofFlags(marks: readonly Cell[], options: Lettered): Named {
  if (marks.length !== options.length) return null
  const flags = marks.map(readFlag)
  if (flags.includes(null)) return null
  const right = options.flatMap(([letter], i) => (flags[i] ? [letter] : []))
  return right.length > 0 ? right : null
}

/** Whether a cell is a list of options that are each marked right or wrong. */
export function areFlagged(cell: Cell | undefined): boolean {
  const read = unpacked(cell)
  return isList(read) && read.length > 1 && read.every(item => isObject(item) && readFlag(item) !== null)
}

/** Whether a mark, or an option with one (`{"text": …, "is_correct": true}`), says right; null where it is none. */
export function readFlag(mark: Cell): boolean | null {
  if (isObject(mark)) {
    const named = Object.entries(mark).find(([key]) => /correct|right|is_?(?:answer|true)/i.test(key))
    return named && !isObject(named[1]) ? readFlag(named[1]) : null
  }
  const text = cellText(mark)?.toLowerCase() ?? ''
  if (/^(?:1|1\.0|true|yes|sí|si|oui|ja|да|是)$/.test(text)) return true
  return /^(?:0|0\.0|false|no|non|nein|нет|否)$/.test(text) ? false : null
}

const place = (text: string): number => (/^\d{1,2}(?:\.0)?$/.test(text) ? Number(text) : -1)

const known = (letter: Letter | null, options: Lettered): Named =>
  letter !== null && options.some(([each]) => each === letter) ? [letter] : null

/** The option that has this text: exactly, else but for case, spaces and a prefix; of equal ones the first. */
function letterOfText(text: string, options: Lettered): Letter | null {
  const exact = options.find(([, each]) => each === text)
  if (exact) return exact[0]
  const level = levelled(text)
  const bare = levelled(readMark(text)?.rest ?? text)
  const like =
    options.find(([, each]) => levelled(each) === level) ??
    options.find(([, each]) => levelled(each) === bare)
  return like?.[0] ?? null
}

function readSeveral(text: string, options: Lettered): Named {
  const letters = lettersIn(text, options)
  if (letters !== null || text.length > LONGEST_LISTED) return letters
  return letteredTexts(text, options) ?? textsIn(text, options)
}

/** `AC`, `A, C`: at most as many as there are options. Letters without a sign between them rise, or they are a word ("BAD"). */
function lettersIn(text: string, options: Lettered): Named {
  const isRun =
    /^(?:[A-Z]{2,26}|[a-z]{2,26})$/.test(text) &&
    [...text].every((letter, i) => i === 0 || letter > (text[i - 1] ?? ''))
  const run = isRun ? [...text] : null
  const letters: Named[] = []
  // A long text is left at its first word.
  for (const part of run ?? splitAnswer(text)) {
    const letter = known(letterIn(part, options), options)
    if (letter === null || letters.length === options.length) return null
    letters.push(letter)
  }
  return letters.length < 2 ? null : together(letters)
}

/** `A: liver, C: spleen`, each with the option's own text. */
function letteredTexts(text: string, options: Lettered): Named {
  const starts = Array.from(text.matchAll(optionMark), ({ index }) => index)
  // What looks like a mark within an option's text begins none.
  return starts[0] === 0 ? tiled(text, starts, part => readers.lettered(part, options)) : null
}

/** `liver; spleen`: texts of options with a sign between them, whatever signs stand in a text. */
function textsIn(text: string, options: Lettered): Named {
  const starts = Array.from(text.matchAll(listSign), ({ index, 0: sign }) => index + sign.length)
  return tiled(text, [0, ...starts], part => known(letterOfText(part, options), options))
}

const optionMark = /(?<=^|[\s;,|])[([]?[A-Z][)\].:：、]+[ \t]*(?=\S)/g
const listSign = /[;|\n,，、]|\band\b/g
const lastSign = /(?:[;|,，、]|\band)$/

/** Characters of a list of texts of options, and the signs in the text of one. */
const LONGEST_LISTED = 5000
const MOST_SIGNS = 8

/** Which options a list names, of which each takes as many parts as make one; null where some make none. */
function tiled(text: string, starts: readonly number[], optionNamed: (text: string) => Named): Named {
  if (starts.length < 2) return null
  const answers: Named[] = []
  for (let at = 0; at < starts.length; ) {
    let next = Math.min(starts.length, at + MOST_SIGNS)
    let named: Named = null
    for (; next > at; next--) {
      named = optionNamed(text.slice(starts[at], starts[next]).trim().replace(lastSign, '').trim())
      if (named !== null) break
    }
    if (named === null) return null
    answers.push(named)
    at = next
  }
  return answers.length < 2 ? null : together(answers)
}

const separator = /\s*(?:[,;/、，+&|]|\band\b|\s)\s*/g

function* splitAnswer(text: string): Generator<string> {
  let start = 0
  for (const { index, 0: mark } of text.matchAll(separator)) {
    if (index > start) yield text.slice(start, index)
    start = index + mark.length
  }
  if (start < text.length) yield text.slice(start)
}

/** Null where one of them is unknown; nothing at all is no answer. */
function together(parts: readonly Named[]): Named {
  if (parts.length === 0 || parts.some(part => part === null)) return null
  return [...new Set(parts.flatMap(part => part ?? []))].sort()
}

const yesNo = /^(?:yes|no|是|否|是的|不是|有|没有|無|无|对|不对|對|不對)$/i

/** Whether an answer is yes or no and nothing else, in one of many languages. */
export function isYesNo(answer: string): boolean {
  const bare = answer.replace(/(?<![.。!！\s])[.。!！\s]+$/, '')
  return yesNo.test(bare) || isOtherYesOrNo(bare)
}
