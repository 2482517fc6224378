/** Letters of options, and the text before an option (`A.`, `(A)`, `1.`). */
import type { Letter } from '../../../engine/protocol/sample.ts'

/** By Latin letter and place: the letters that Arabic benchmarks use. */
const arabic = 'أبجدهوزحط'

export const letterAt = (place: number): Letter | null =>
  place >= 0 && place < 26 ? String.fromCharCode(65 + place) : null

/** The letter that a text consists of, whatever surrounds it: `b`, `(B)`, `B.`, `ب`. */
export function soleLetter(text: string): Letter | null {
  const bare = /^[([{"'*\s]*(\p{L})[)\]}"'*.:\s]*$/u.exec(text.normalize('NFKC'))?.[1] ?? ''
  if (/^[a-z]$/i.test(bare)) return bare.toUpperCase()
  return bare === '' ? null : letterAt(bare === 'ا' ? 0 : arabic.indexOf(bare))
}

const mark = /^[([（]?(\p{L}|\d{1,2})(?:[)\]）.:：、．]+\s*|\s+[-–]\s+)(?=\S)/u

/** The start of a text if it names an option, and the text after it. */
export function readMark(text: string): { readonly mark: string; readonly rest: string } | null {
  const match = mark.exec(text)
  if (!match?.[1] || /^\d+\.\d/.test(text)) return null
  return { mark: match[1], rest: text.slice(match[0].length).trim() }
}

/**
 * Options in order of their letters. `label` is what else a row calls one: a number (`1` of a key, a label or the text's
 * prefix), or the name of its column (`option_1`).
 */
export type Lettered = readonly (readonly [letter: Letter, text: string, label?: string])[]

/** The option that a row itself calls by a number: `2`, `(2)`, `2.0`; null where it numbers none so. */
export function letterOfLabel(text: string, options: Lettered): Letter | null {
  const number = /^[([{"'\s]*(\d{1,2})(?:\.0)?[)\]}"'.:\s]*$/.exec(text)?.[1]
  const isIt = (label: string): boolean => isNumber(label) && Number(label) === Number(number)
  const option =
    number === undefined ? undefined : options.find(([, , label]) => label !== undefined && isIt(label))
  return option?.[0] ?? null
}

/** The option that a row itself calls by a Roman numeral; null where it calls none so. */
export function letterOfNumeral(text: string, options: Lettered): Letter | null {
  const numeral = /^[([\s]*([IVX]+)[)\].:\s]*$/.exec(text)?.[1]
  return numeral === undefined ? null : (options.find(([, , label]) => label === numeral)?.[0] ?? null)
}

const isNumber = (label: string): boolean => /^\d{1,2}$/.test(label)

/** Whether a row numbers its options itself: then nothing is counted. */
export const areNumbered = (options: Lettered): boolean =>
  options.some(([, , label]) => label !== undefined && isNumber(label))

/** The number at the end of a label. */
export const numberOfLabel = (label: string | undefined): number | null => {
  const number = /\d{1,2}$/.exec(label ?? '')?.[0]
  return number === undefined ? null : Number(number)
}

export interface ReadOptions {
  /** By letter, in order; without the empty ones. */
  readonly options: Lettered
  /** The letter of the right one, if the options themselves mark it. */
  readonly right?: Letter
}

const numerals = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X']

/** Options that are all numbered in Roman numerals (`II. liver`), with these as labels; null where they are not. */
function withoutNumerals(options: Lettered): Lettered | null {
  const bareOptions = options.flatMap(([letter, text], i): Lettered => {
    const [whole = '', numeral = ''] = /^[([]?([IVX]+)[)\].:]+\s+(?=\S)/.exec(text) ?? []
    return numeral !== '' && numeral === numerals[i] ? [[letter, text.slice(whole.length), numeral]] : []
  })
  return bareOptions.length > 1 && bareOptions.length === options.length ? bareOptions : null
}

/**
 * Options without their naming prefix, if every option has one; the letters of a list are then those of the prefixes,
 * which may skip one. Otherwise unchanged: "A. baumannii" is a text of its own.
 */
export function withoutMarks(options: Lettered, from: 'list' | 'letters'): Lettered {
  const roman = from === 'list' ? withoutNumerals(options) : null
  if (roman) return roman
  const marks = options.map(([, text]) => readMark(text))
  if (options.length < 2 || marks.some(label => label === null)) return options
  const named = marks.map(label => soleLetter(label?.mark ?? ''))
  const isInOrder = named.every((letter, i) => letter !== null && (i === 0 || letter > (named[i - 1] ?? '')))
  const isOwn =
    from === 'letters'
      ? named.every((letter, i) => letter === options[i]?.[0])
      : named[0] === 'A' && isInOrder && (named.at(-1) ?? '') <= (letterAt(named.length) ?? 'Z')
  const isNumbered = [0, 1].some(first => marks.every((label, i) => label?.mark === String(i + first)))
  if (!isOwn && !isNumbered) return options
  return options.map(([letter, , label], i) => {
    const rest = marks[i]?.rest ?? ''
    if (isOwn) return [named[i] ?? letter, rest]
    return [letter, rest, label ?? marks[i]?.mark ?? '']
  })
}
