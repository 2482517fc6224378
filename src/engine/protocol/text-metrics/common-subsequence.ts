/** Longest common subsequences, with two rows of the table of lengths instead of all rows. */

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
  /** One bit for each pair of items: the way back is up, not left. */
  #ups = new Uint32Array(0)

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

  /**
   * The items of one longest subsequence, last first. Of two possible paths, it takes the one that keeps more of the
   * first list.
   */
  items(x: Uint32Array, y: Uint32Array): readonly number[] {
    const width = Math.ceil(y.length / 32)
    if (this.#ups.length < width * x.length) this.#ups = new Uint32Array(width * x.length)
    this.#ups.fill(0, 0, width * x.length)
    this.#above.fill(0, 0, y.length + 1)
    for (const [i, item] of x.entries()) this.#next(item, y, i * width)
    const found: number[] = []
    let [i, j] = [x.length, y.length]
    while (i > 0 && j > 0) {
      if (x[i - 1] === y[j - 1]) {
        found.push(x[i - 1] as number)
        i--
        j--
      } else if (((this.#ups[(i - 1) * width + ((j - 1) >>> 5)] as number) >>> ((j - 1) & 31)) & 1) i--
      else j--
    }
    return found
  }

  /** @param ups where the bits of this row begin; if omitted, no path back is stored */
  #next(item: number, y: Uint32Array, ups = -1): void {
    const [above, row, bits] = [this.#above, this.#row, this.#ups]
    let left = 0
    for (let j = 0; j < y.length; j++) {
      const up = above[j + 1] as number
      if (y[j] === item) left = (above[j] as number) + 1
      else if (up > left) {
        left = up
        if (ups >= 0) bits[ups + (j >>> 5)] = (bits[ups + (j >>> 5)] as number) | (1 << (j & 31))
      }
      row[j + 1] = left
    }
    this.#above = row
    this.#row = above
  }
}
