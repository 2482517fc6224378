/**
 * The sample in hand, and how many were taken up to it: in memory that two threads share, so that a quick model need not
 * wake the page at every question for the page to know at which one it broke off. Without such memory (a page that is not
 * cross-origin isolated) it is known only where `take` is called.
 */
export class InHand {
  readonly memory: SharedArrayBuffer | null
  /** Index of the sample, and the number taken. */
  readonly #cells: Int32Array

  /** @param memory another thread's; its own unless given */
  constructor(memory: SharedArrayBuffer | null = newMemory()) {
    this.memory = memory
    this.#cells = new Int32Array(memory ?? new ArrayBuffer(bytes))
  }

  take(index: number): void {
    Atomics.store(this.#cells, 0, index)
    Atomics.add(this.#cells, 1, 1)
  }

  get taken(): number {
    return Atomics.load(this.#cells, 1)
  }

  /** null before the first. */
  get index(): number | null {
    return this.taken === 0 ? null : Atomics.load(this.#cells, 0)
  }
}

const bytes = 2 * Int32Array.BYTES_PER_ELEMENT

function newMemory(): SharedArrayBuffer | null {
  return typeof SharedArrayBuffer === 'undefined' ? null : new SharedArrayBuffer(bytes)
}
