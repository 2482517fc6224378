export type HeartbeatStage = (typeof stages)[number]

const stages = [
  'nothing',
  /** In the model's thread: waiting for the other one, which prepares. */
  'preparation',
  'model',
  /** In the same thread: the answer is there; it is being judged and stored. */
  'verdict',
  /** In the preparing thread: reading and decoding the image; building and tokenising prompts. */
  'image',
  'prompt',
] as const

/**
 * The current sample, its step, and the number of started samples: in memory that two threads share, so that a fast
 * model need not wake the page at every question for the page to know at which one it broke. Without such memory (a
 * page that is not cross-origin isolated) it is known only where `take` is called.
 */
export class Heartbeat {
  readonly memory: SharedArrayBuffer | null
  /** Index of the sample, the number taken, and the number of the stage. */
  readonly #cells: Int32Array

  /** @param memory another thread's; its own unless given */
  constructor(memory: SharedArrayBuffer | null = newMemory()) {
    this.memory = memory
    this.#cells = new Int32Array(memory ?? new ArrayBuffer(bytes))
  }

  /** Taking the same sample again changes nothing. */
  take(index: number, stage: HeartbeatStage): void {
    if (this.index === index && this.stage === stage) return
    Atomics.store(this.#cells, 0, index)
    Atomics.store(this.#cells, 2, stages.indexOf(stage))
    Atomics.add(this.#cells, 1, 1)
  }

  /** Takes nothing new. */
  putDown(): void {
    Atomics.store(this.#cells, 2, 0)
  }

  /** Rises with every sample or stage. */
  get taken(): number {
    return Atomics.load(this.#cells, 1)
  }

  /** null before the first. */
  get index(): number | null {
    return this.taken === 0 ? null : Atomics.load(this.#cells, 0)
  }

  get stage(): HeartbeatStage {
    return stages[Atomics.load(this.#cells, 2)] ?? 'nothing'
  }
}

const bytes = 3 * Int32Array.BYTES_PER_ELEMENT

function newMemory(): SharedArrayBuffer | null {
  return typeof SharedArrayBuffer === 'undefined' ? null : new SharedArrayBuffer(bytes)
}
