import { unpackItems } from '../../data/formats/packed-items.ts'
import { type ParseTestFile, parseTestFile } from '../../data/formats/test-file.ts'
import type { ParsingWorker } from '../parsing.worker.ts'
import { type Bridged, bridge } from './bridged.ts'
import { transfer } from './comlink.ts'

/** Bytes of a data set that are parsed here: a thread takes longer to begin. */
const few = 2 * 2 ** 20
/** Bytes after which a thread is ended and another one begun. */
const many = 96 * 2 ** 20

const startParsingWorker = (): Bridged<ParsingWorker> =>
  bridge(new Worker(new URL('../parsing.worker.ts', import.meta.url), { type: 'module' }))

/**
 * Parses the test.json of one large data set in one thread after the other: V8 collects what parsing 700,000 questions leaves
 * behind, half a gigabyte, only long after, and when a thread ends at once.
 */
export class ParsingThreads {
  readonly #start: () => Bridged<ParsingWorker>
  #thread: Bridged<ParsingWorker> | null = null
  /** Bytes that were parsed, and of them those in the thread at hand. */
  #all = 0
  #inThread = 0

  constructor(start = startParsingWorker) {
    this.#start = start
  }

  readonly parse: ParseTestFile = async (bytes, around, allowance) => {
    const { byteLength } = bytes
    this.#all += byteLength
    if (this.#all < few) return parseTestFile(bytes, around, allowance)
    this.#thread ??= this.#start()
    const { remote, crashed } = this.#thread
    const { images, ...place } = around
    const parsing = remote.parse(transfer(bytes, [bytes]), place, { ...allowance })
    const { items, took, ...read } = await Promise.race([parsing, crashed]).catch(error => {
      // It may be broken, or full of what was refused.
      this.end()
      throw error
    })
    allowance.valuesLeft -= took.values
    allowance.charactersLeft -= took.characters
    this.#inThread += byteLength
    if (this.#inThread > many) this.end()
    return { ...read, took, items: unpackItems(items, images) }
  }

  /** Once nothing is parsed any more. */
  end(): void {
    this.#thread?.close()
    this.#thread = null
    this.#inThread = 0
  }
}
