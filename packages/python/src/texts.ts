/**
 * What Python's `str` and `re` make of a text, where JavaScript differs: which characters are white space, which
 * make a word, how long a text is. Evaluators written in Python lean on all three.
 */

/**
 * `str.isspace`, which is also `\s` of Python's `re`, as the inside of a character class. JavaScript's own `\s`
 * takes U+FEFF for white space and the separators U+001C to U+001F and U+0085 for none.
 */
export const spaceClass =
  '\\t-\\r\\u001c-\\u001f \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'

/** `\w` of Python's `re`, as the inside of a character class; needs the flag `u`. */
export const wordClass = '\\p{L}\\p{N}_'

const space = new RegExp(`[${spaceClass}]`, 'u')
const spaces = new RegExp(`[${spaceClass}]+`, 'u')
const leadingSpaces = new RegExp(`^[${spaceClass}]+`, 'u')

/** `text.split()`: the words between white space. */
export function words(text: string): string[] {
  return text.split(spaces).filter(word => word !== '')
}

/** `text.strip()` */
export function strip(text: string): string {
  return stripEnd(text.replace(leadingSpaces, ''))
}

/** `text.rstrip()` */
export function stripEnd(text: string): string {
  let end = text.length
  while (end > 0 && space.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** `text.strip(character)`, of one character of the basic plane. */
export function stripCharacter(text: string, character: string): string {
  let start = 0
  let end = text.length
  while (start < end && text[start] === character) start++
  while (end > start && text[end - 1] === character) end--
  return text.slice(start, end)
}

/** `re.sub(r'\s+', ' ', text)` */
export function singleSpaced(text: string): string {
  return text.split(spaces).join(' ')
}

/** `len(text)`: characters, not UTF-16 units. */
export function length(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** What comes after the last `mark`: `text.split(mark)[-1]`. */
export function afterLast(text: string, mark: string): string {
  const at = text.lastIndexOf(mark)
  return at < 0 ? text : text.slice(at + mark.length)
}

/** `string.punctuation`: the signs of ASCII. */
export const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
