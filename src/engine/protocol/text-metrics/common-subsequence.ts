/** The length of longest common subsequences, with two rows of the table of lengths instead of all rows. */

/** Texts by numbers: equal ones have the same. */
export class Numbering {
  readonly #numbers = new Map<string, number>()

  of(texts: readonly string[]): Uint32Array {
    return Uint32Array.from(texts, text => {
      const known = this.#numbers.get(text)
      if (known !== undefined) return known
      this.#numbers.set(text, this.#numbers.size)
      return this.#numbers.size - 1
    })
  }
}

/** Memory for lists of up to this many items, reused for every pair of lists. */
export class CommonSubsequence {
  #above: Uint32Array
  #row: Uint32Array

  /** @param longest items of the longest second list */
  constructor(longest: number) {
    this.#above = new Uint32Array(longest + 1)
    this.#row = new Uint32Array(longest + 1)
  }

  length(x: Uint32Array, y: Uint32Array): number {
    this.#above.fill(0, 0, y.length + 1)
    for (const item of x) this.#next(item, y)
    return this.#above[y.length] as number
  }

  #next(item: number, y: Uint32Array): void {
    const [above, row] = [this.#above, this.#row]
    let left = 0
    for (let j = 0; j < y.length; j++) {
      const up = above[j + 1] as number
      if (y[j] === item) left = (above[j] as number) + 1
      else if (up > left) left = up
      row[j + 1] = left
    }
    this.#above = row
    this.#row = above
  }
}
