import type { Letter } from '../sample.ts'

/** A capital letter that no Latin letter or digit touches: in Chinese, a character may stand before it. */
const capital = /(?<![A-Za-zÀ-ɏ0-9'’])[A-Z](?![A-Za-zÀ-ɏ0-9'’])/gu

/** A small letter counts only behind a word that announces it, or alone in its tags. */
const announced = /(?:\b(?:option|choice)\s*[("']?|<answer>\s*[("']?)([a-z])(?![A-Za-z0-9'’])/gi

/** "A nodule", "I see": a word, not a letter of an option. */
const isWord = (letter: string, rest: string): boolean =>
  (letter === 'A' || letter === 'I') && /^ +(?!(?:or|and|und|oder|ou|et|y|o)\b)\p{Ll}/u.test(rest)

/**
 * The one option letter in a reply that strict rules do not read: `Option B`, `<answer>B</answer>`, `答案是B`. It is no
 * reading: it shows how many answers another rule may read.
 * @returns null where there is none, or more than one
 */
export function letterInOtherForm(reply: string, letters: readonly Letter[]): Letter | null {
  const capitals = [...reply.matchAll(capital)].flatMap(({ 0: letter, index }) =>
    isWord(letter, reply.slice(index + 1, index + 40)) && !/option\s*$/i.test(reply.slice(0, index))
      ? []
      : letter,
  )
  const small = Array.from(reply.matchAll(announced), ([, letter = '']) => letter.toUpperCase())
  const candidates = new Set([...capitals, ...small].filter(letter => letters.includes(letter)))
  const [only = null] = candidates
  return candidates.size === 1 ? only : null
}
