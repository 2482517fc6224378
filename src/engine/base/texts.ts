/**
 * One string per text, however often it is read. A substring keeps the longer string in memory (V8's sliced strings): a
 * label from a file of 16 MB retains 16 MB. The strings returned here are independent copies.
 */
export class Texts {
  readonly #known = new Map<string, string>()

  /** The same text, as a string that nothing else hangs on. */
  of(text: string): string {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const copy = standingAlone(text)
    this.#known.set(copy, copy)
    return copy
  }
}

/** Places for texts that came lately. */
const places = 2 ** 14

/**
 * As `Texts`, but remembers only recent texts. For texts that mostly occur once, such as questions, a map of all takes
 * longer than reading them, and much memory.
 */
export class RecentTexts implements Pick<Texts, 'of'> {
  readonly #recent: string[] = new Array(places).fill('')

  of(text: string): string {
    const { length } = text
    if (length === 0) return text
    // Five characters distinguish most texts. Of two that share a slot, the later one is remembered.
    const code = (at: number): number => text.charCodeAt(at)
    const mixed =
      length + 31 * (code(0) + 31 * (code(length - 1) + 31 * (code(length >> 1) + 31 * code(length >> 2))))
    const place = (mixed + 31 * code(length - (length >> 3) - 1)) & (places - 1)
    const known = this.#recent[place]
    if (known === text) return known
    const copy = standingAlone(text)
    this.#recent[place] = copy
    return copy
  }
}

/** Shorter ones are copied when they are cut out. */
const shortest = 13

/** JSON is read into strings of their own; nothing else makes one of every text, lone surrogates too. */
const standingAlone = (text: string): string =>
  text.length < shortest ? text : JSON.parse(JSON.stringify(text))
