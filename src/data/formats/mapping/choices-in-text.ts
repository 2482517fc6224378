/** Lettered choices within a text: in a question that repeats them, or all in one cell. */
import { getOrMake } from '../../../engine/base/grouping.ts'
import { type Lettered, letterAt, soleLetter } from './letters.ts'
import { levelled } from './spellings.ts'

interface ChoicesInText {
  readonly options: Lettered
  /** Where the first one begins. */
  readonly start: number
}

const marks = /(?<=^|[\s;,|])([([（]?)([A-ZＡ-Ｚ])([)\]）.:：、．]+)[ \t]*(?=\S)/g
/** Read only where no capital letters are: they also part a sentence, or count something. */
const otherMarks: readonly RegExp[] = [
  /(?<=^|[\s;,|])([(（]?)([a-z])([)）])[ \t]*(?=\S)/g,
  /(?<=^|\n[ \t]{0,9})([(（]?)([1-9]|1\d)([)）.．、:：])[ \t]*(?=\S)/g,
]

/** Marks in a cell that holds nothing but choices: also on one line. */
const marksOfCell: readonly RegExp[] = [
  /(?<=^|[\s;,|])([[(（]?)([1-9]|1\d)([)\]）.．、:：])[ \t]+(?=\S)/g,
  /(?<=^|[\s;,|])()([a-z])([.:])[ \t]+(?=\S)/g,
]

interface Mark {
  /** In the alphabet, from 0. */
  readonly place: number
  /** The sign itself, where it is a number. */
  readonly label?: string
  /** What stands around it: a list of choices has one style. */
  readonly style: string
  readonly start: number
  readonly end: number
}

/** What closes a bracket: `[A: x, B: y]` opens one for the whole list. */
const closes: ReadonlyMap<string, RegExp> = new Map([
  ['(', /\)/],
  ['[', /\]/],
  ['（', /）/],
])

/** The choices of a cell that begins with the first one; null where it does not. */
export function choicesInCell(text: string): Lettered | null {
  const all = [marks, ...otherMarks, ...marksOfCell]
  const leadingChoices = all.map(pattern => choicesBy([pattern], text)).find(choices => choices?.start === 0)
  return leadingChoices?.options ?? null
}

/** The longest run of choices in one style that begins with A, of equal ones the last; null where there are not two. */
export const choicesInText = (text: string): ChoicesInText | null => choicesBy([marks, ...otherMarks], text)

/** By the first pattern that finds two. */
function choicesBy(patterns: readonly RegExp[], text: string): ChoicesInText | null {
  const run = patterns.map(pattern => longestRun(marksIn(text, pattern))).find(each => each.length > 1) ?? []
  if (run.length < 2) return null
  const texts = run.map(({ end }, i) =>
    text.slice(end, run[i + 1]?.start).replace(/(?<![\s;,|])[\s;,|]+$/, ''),
  )
  const areLines = texts.slice(0, -1).every(each => !each.includes('\n'))
  const isInBrackets = text[run[0]?.start ?? 0] === '[' && !run[0]?.style.startsWith('[')
  const options = run.map(({ place, label }, i): Lettered[number] => {
    const letter = letterAt(place) ?? ''
    const whole =
      isInBrackets && i === run.length - 1 ? (texts[i] ?? '').replace(/\][\s\S]*$/, '') : (texts[i] ?? '')
    const end = areLines ? whole.indexOf('\n') : -1
    // Text below the last one ("Answer:") is not part of it.
    const text = areLines ? whole.slice(0, end < 0 ? undefined : end).trimEnd() : whole
    return label === undefined ? [letter, text] : [letter, text, label]
  })
  return { options, start: run[0]?.start ?? 0 }
}

const marksIn = (text: string, pattern: RegExp): readonly Mark[] =>
  Array.from(
    text.matchAll(pattern),
    ({ 0: whole, 1: open = '', 2: sign = '', 3: close = '', index }): Mark => ({
      place: placeOfSign(sign),
      ...(/^\d+$/.test(sign) && { label: sign }),
      style: closes.get(open)?.test(close) ? open + close : close,
      start: index,
      end: index + whole.length,
    }),
  )

/** Place of an option from 0: 1 for `b`, `Ｂ` and `2`. */
function placeOfSign(sign: string): number {
  const letter = soleLetter(sign)
  return letter === null ? Number(sign) - 1 : letter.charCodeAt(0) - 65
}

/** Marks of one style and consecutive letters; what stands between them and is none of these belongs to the texts. */
function longestRun(textMarks: readonly Mark[]): readonly Mark[] {
  /** The unended runs of each style, by the place in the alphabet of the letter that they wait for. */
  const open = new Map<string, (readonly Mark[])[]>()
  let longest: readonly Mark[] = []
  for (const mark of textMarks) {
    const runs = getOrMake(open, mark.style, () => [])
    const { place } = mark
    const before = place === 0 ? [] : runs[place]
    if (before === undefined) continue
    const run = [...before, mark]
    delete runs[place]
    runs[place + 1] = run
    if (run.length >= longest.length) longest = run
  }
  return longest
}

const heading = /(?:answer\s+)?(?:choices|options)\s*[:：]?$/i

/** A question without the choices at its end, where those are the row's own options. */
export function withoutChoices(question: string, options: Lettered): string {
  const choices = choicesInText(question)
  if (!choices || choices.options.length !== options.length) return question
  const same = choices.options.every(
    ([letter, text], i) => letter === options[i]?.[0] && levelled(text) === levelled(options[i]?.[1] ?? ''),
  )
  return same ? question.slice(0, choices.start).trimEnd().replace(heading, '').trimEnd() : question
}
