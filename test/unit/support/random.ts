/** Seeded random choices (mulberry32), so that a failing case can be had again. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  text(pieces: readonly string[], atMost: number): string {
    return Array.from({ length: this.below(atMost + 1) }, () => this.pick(pieces)).join('')
  }
}
