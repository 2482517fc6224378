/**
 * One string a text, however often it is read. A string that was cut out of a longer one keeps that in memory as a whole
 * (V8's sliced strings): a label cut out of a file of 16 MB holds 16 MB. What is given out here stands by itself.
 */
export class Texts {
  readonly #known = new Map<string, string>()

  /** The same text, as a string that nothing else hangs on. */
  of(text: string): string {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const own = standingAlone(text)
    this.#known.set(own, own)
    return own
  }
}

/** Shorter ones are copied when they are cut out. */
const shortest = 13

/** JSON is read into strings of their own; nothing else makes one of every text, lone surrogates too. */
const standingAlone = (text: string): string =>
  text.length < shortest ? text : JSON.parse(JSON.stringify(text))
