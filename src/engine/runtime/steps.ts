import type { RecordWriter } from './record-writer.ts'

/** Between two steps of the model: encoding an image, a prefix, a prompt, one token of an answer. */
export interface EventLoopTurns {
  /** Resolves when the next may be computed. @throws Stopped */
  next(): Promise<void>
  /** Milliseconds of work until now: what passes between two steps is none. */
  now(): number
}

/** The run was stopped; the current question stays unasked. */
export class Stopped extends Error {}

/** Milliseconds of work after which a thread turns to its events. */
const turnEvery = 50

/** Share of the time worked that may at most be spent waiting for the disk. */
const share = 1 / 100

/** Milliseconds that the first write may be waited for: who starts a run looks for its first answer. */
const first = 500

/** Timers shorter than this wait longer than requested: browsers clamp nested ones. */
const shortest = 4

/**
 * Lets a busy thread process its own events. On WASM `session.run` resolves in a microtask, so a loop that awaits
 * nothing else never reaches its thread's event loop: messages and timers wait until the end. A pending write is
 * awaited if that costs next to nothing: the page would hear of it only after the next step, which may take seconds.
 */
export class Pace implements EventLoopTurns {
  readonly #writer: Pick<RecordWriter, 'writing'>
  readonly #mayGoOn: () => Promise<boolean>
  #turned = performance.now()
  #between = 0
  #hasWaited = false

  /** @param mayGoOn resolves when the next step may be computed; false: never */
  constructor(writer: Pick<RecordWriter, 'writing'>, mayGoOn: () => Promise<boolean>) {
    this.#writer = writer
    this.#mayGoOn = mayGoOn
  }

  /** Milliseconds between steps so far: what giving way has cost. */
  get between(): number {
    return this.#between
  }

  async next(): Promise<void> {
    const from = performance.now()
    const worked = from - this.#turned
    if (worked >= turnEvery) {
      await turn()
      const { writing } = this.#writer
      const waitMs = Math.max(share * worked, this.#hasWaited ? 0 : first)
      if (writing && waitMs >= shortest) {
        this.#hasWaited = true
        await atMost(waitMs, writing)
      }
    }
    const goesOn = await this.#mayGoOn()
    const now = performance.now()
    if (worked >= turnEvery) this.#turned = now
    this.#between += now - from
    if (!goesOn) throw new Stopped()
  }

  now(): number {
    return performance.now() - this.#between
  }
}

let channel: MessageChannel | null = null

/** Resolves when waiting events were handled. A nested timer would take 4 ms, `scheduler.yield` none. */
function turn(): Promise<void> {
  channel ??= new MessageChannel()
  const { port1, port2 } = channel
  return new Promise(resolve => {
    port1.onmessage = () => {
      // An open port with a listener keeps Node from ending.
      port1.onmessage = null
      resolve()
    }
    port2.postMessage(null)
  })
}

async function atMost(ms: number, promise: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([promise, late])
  clearTimeout(timer)
}
