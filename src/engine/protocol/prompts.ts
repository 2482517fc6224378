/**
 * The words in which protocols put a question. Where a benchmark's prompt is known only as a paraphrase the wording is
 * this project's own, and its protocol's `about` says so.
 */
import type { AskedQuestion } from './mapped.ts'

type Lettering = (option: { readonly letter: string; readonly text: string }) => string

export const dotted: Lettering = ({ letter, text }) => `${letter}. ${text}`
export const closed: Lettering = ({ letter, text }) => `${letter}) ${text}`
export const bracketed: Lettering = ({ letter, text }) => `(${letter}) ${text}`

export const optionLines = ({ options }: AskedQuestion, lettering: Lettering): string =>
  options.map(lettering).join('\n')

/** `A–E`, of whatever letters there are. */
export function letterRange({ options }: AskedQuestion): string {
  const [first, last] = [options[0]?.letter ?? '', options.at(-1)?.letter ?? '']
  return first === last ? first : `${first}–${last}`
}
