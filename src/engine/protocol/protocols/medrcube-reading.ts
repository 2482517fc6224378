/**
 * The official reading of an answer: upper-case it, take the first A–D that is a whole word. Word characters are those
 * of Python's `re`: letters and numbers of every script, and `_`. Combining marks are not, so a decomposed "é" ends a
 * word and a composed one does not.
 */
import type { Verdict } from '../reading.ts'
import type { LetterOrNone } from '../sample.ts'

const firstLetter = /(?<![\p{L}\p{N}_])[A-D](?![\p{L}\p{N}_])/u
/** The same with a character after the letter: what follows further on cannot join the word any more. */
const settledLetter = /(?<![\p{L}\p{N}_])[A-D](?=[^\p{L}\p{N}_])/u

/** A missing answer is read as the text `None`, which contains no such letter. */
export function readLetter(response: string | null): LetterOrNone {
  return firstLetter.exec((response ?? 'None').toUpperCase())?.[0] ?? ''
}

export function judge(response: string | null, right: LetterOrNone): Verdict {
  const letter = readLetter(response)
  return { parsed: letter, correct: letter === right }
}

/**
 * Whether the letter read from `prefix` is the letter of every text that begins with it, so that no further text can
 * change the verdict. Upper-casing works character by character, and a match is final once the next character is
 * present. A high surrogate or U+FFFD at the end may still become another character and does not count as present.
 */
export function verdictIsFixed(prefix: string): boolean {
  let end = prefix.length
  while (isUnsettled(prefix.charCodeAt(end - 1))) end--
  return settledLetter.test(prefix.slice(0, end).toUpperCase())
}

const isUnsettled = (unit: number) => (unit >= 0xd800 && unit <= 0xdbff) || unit === 0xfffd
