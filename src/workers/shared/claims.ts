/**
 * Which copy of the model asks about which image, in memory that all copies of a run share. Each copy claims the next
 * free image when it is ready, and keeps its claims when it restarts. Without such memory there is one copy, which has
 * all.
 */
export class Claims {
  readonly memory: SharedArrayBuffer | null
  /** By the index of an image's first sample: the number of the copy, from 1; 0 is free. */
  readonly #takers: Int32Array | null

  /** @param memory what `memoryFor` gave, or another thread's */
  constructor(memory: SharedArrayBuffer | null) {
    this.memory = memory
    this.#takers = memory && new Int32Array(memory)
  }

  static memoryFor(samples: number): SharedArrayBuffer {
    return new SharedArrayBuffer(samples * Int32Array.BYTES_PER_ELEMENT)
  }

  /** Whether an image is that copy's, newly or from before. @param first index of the first sample about the image */
  claim(first: number, copy: number): boolean {
    if (!this.#takers) return true
    const taker = Atomics.compareExchange(this.#takers, first, 0, copy + 1)
    return taker === 0 || taker === copy + 1
  }

  /** Whether that copy may still take it, or has. */
  isOpen(first: number, copy: number): boolean {
    if (!this.#takers) return true
    const taker = Atomics.load(this.#takers, first)
    return taker === 0 || taker === copy + 1
  }

  /** Copies that have taken something. */
  claimants(): readonly number[] {
    const takers = new Set<number>()
    let last = 0
    for (const taker of this.#takers ?? []) {
      if (taker !== 0 && taker !== last) takers.add(taker)
      last = taker
    }
    return [...takers].map(taker => taker - 1)
  }
}
